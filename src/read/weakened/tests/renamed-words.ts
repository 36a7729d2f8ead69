/**
 * Words that became others and nothing more: a body is the same but for them, each for one other. What they
 * name is not gone, so that a test that is gone did not go with it.
 */
export function renamedWords(
  bodies: readonly { before: string; after: string }[],
): ReadonlySet<string> {
  const renamed = new Set<string>()
  for (const { before, after } of bodies.slice(0, MAX_BODIES)) {
    if (before === after) continue
    for (const word of renamedIn(tokensOf(before), tokensOf(after))) renamed.add(word)
  }
  return renamed
}

const MAX_BODIES = 200
const MAX_CHARS = 4000

const tokensOf = (body: string): string[] =>
  body.slice(0, MAX_CHARS).match(/[A-Za-z_$][\w$]*|[^\sA-Za-z_$]/g) ?? []

function renamedIn(before: readonly string[], after: readonly string[]): string[] {
  if (before.length !== after.length) return []
  const to = new Map<string, string>()
  for (const [at, word] of before.entries()) {
    const now = after[at]!
    if ((to.get(word) ?? now) !== now) return []
    to.set(word, now)
  }
  const changed = [...to].filter(([word, now]) => word !== now)
  return changed.every((pair) => pair.every((word) => /^\w{3,}$/.test(word) && !/^\d/.test(word)))
    ? changed.map(([word]) => word)
    : []
}
