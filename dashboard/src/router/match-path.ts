export type PathParams = Readonly<Record<string, string>>

/** The named parts of a path such as `/sessions/:id`; null when it doesn't fit. */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index]!)
    if (value === null) return null
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
