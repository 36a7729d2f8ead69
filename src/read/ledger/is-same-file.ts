/** One path may be whole and the other from some folder on. */
export const isSameFile = (a: string, b: string): boolean =>
  a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`)
