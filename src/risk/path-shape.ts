/** What tells a path by more than its words; all of it in lower case, with `/` between the parts. */
export interface PathShape {
  /** What stands behind the last dot of the path. */
  endings?: ReadonlySet<string>
  /** Whole names of files. */
  names?: ReadonlySet<string>
  /** Folders that it lies in, of one part or more. */
  folders?: ReadonlySet<string>
  /** Tried on the whole path; most of what a shape costs. */
  patterns?: readonly RegExp[]
}

export function hasShape(lower: string, { endings, names, folders, patterns }: PathShape): boolean {
  if (endings?.has(endingOf(lower)) || names?.has(nameOf(lower))) return true
  for (const folder of folders ?? []) if (`/${lower}`.includes(`/${folder}/`)) return true
  return patterns?.some((pattern) => pattern.test(lower)) ?? false
}

/** Empty without a dot. */
export function endingOf(lower: string): string {
  const dot = lower.lastIndexOf('.')
  return dot === -1 ? '' : lower.slice(dot + 1)
}

const nameOf = (lower: string): string => lower.slice(lower.lastIndexOf('/') + 1)
