/** The last part of a path: what people call a project. */
export const baseName = (path: string | null): string =>
  path === null ? '–' : (path.split(/[/\\]/).findLast((part) => part !== '') ?? path)
