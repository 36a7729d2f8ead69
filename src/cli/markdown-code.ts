const MAX_CHARS = 600

/** Foreign text in Markdown: in a code span nothing is a link, a mention or a tag. */
export function markdownCode(text: string, maxChars = MAX_CHARS): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD').slice(0, maxChars)
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const needsRoom = longest > 0 || plain.trim() === ''
  return needsRoom ? `${fence} ${plain} ${fence}` : `${fence}${plain}${fence}`
}
