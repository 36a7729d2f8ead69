/** A text without these stretches, which come in their order; one inside of another goes with it. */
export function outside(
  text: string,
  stretches: readonly { start: number; end: number }[],
): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of stretches) {
    if (start < at) continue
    parts.push(text.slice(at, start))
    at = end
  }
  return [...parts, text.slice(at)].join('\n')
}
