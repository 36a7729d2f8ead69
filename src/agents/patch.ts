/** The patches that several agents write their edits as. */
export const isPatch = (text: string): boolean => text.includes('*** Begin Patch')

export const filesIn = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, file]) =>
    file!.trim().slice(0, 400),
  )

export const addedBy = (patch: string): string =>
  patch
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n')
