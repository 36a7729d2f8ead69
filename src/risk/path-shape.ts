/** What tells a path by more than its words; all of it in lower case, with `/` between the parts. */
export interface PathShape {
  /** What stands behind the last dot of the path. */
  endings?: ReadonlySet<string>
  /** Whole names of files. */
  names?: ReadonlySet<string>
  /** Folders that it lies in, of one part or two. */
  folders?: ReadonlySet<string>
  /** Tried on the whole path where it has the part before them; most of what a shape costs. */
  patterns?: readonly (readonly [part: string, pattern: RegExp])[]
}

export function hasShape(lower: string, { endings, names, folders, patterns }: PathShape): boolean {
  if (endings?.has(endingOf(lower)) || names?.has(nameOf(lower))) return true
  if (folders !== undefined && liesIn(lower, folders)) return true
  return patterns?.some(([part, pattern]) => lower.includes(part) && pattern.test(lower)) ?? false
}

/** Looked up from the path's side: it has fewer folders than a shape knows. */
function liesIn(lower: string, folders: ReadonlySet<string>): boolean {
  let from = 0
  for (let to = lower.indexOf('/'); to !== -1;) {
    const next = lower.indexOf('/', to + 1)
    if (folders.has(lower.slice(from, to))) return true
    if (next !== -1 && folders.has(lower.slice(from, next))) return true
    from = to + 1
    to = next
  }
  return false
}

/** Empty without a dot. */
export function endingOf(lower: string): string {
  const dot = lower.lastIndexOf('.')
  return dot === -1 ? '' : lower.slice(dot + 1)
}

export const nameOf = (lower: string): string => lower.slice(lower.lastIndexOf('/') + 1)
