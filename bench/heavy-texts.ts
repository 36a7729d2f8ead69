/** Texts that a person never writes, and a program or an enemy does. */
export const HEAVY_TEXTS: readonly { title: string; text: string }[] = [
  { title: 'one word of 400 KB', text: 'a'.repeat(400 * 1024) },
  { title: '100,000 blank lines', text: '\n'.repeat(100_000) },
  { title: '200 KB of parentheses', text: '('.repeat(200 * 1024) },
  { title: 'brackets in brackets', text: '['.repeat(100 * 1024) + ']'.repeat(100 * 1024) },
  {
    title: 'minified code',
    text: 'function(e,t){var n=e.key;return n?t[n]:(n=1,n+2)};'.repeat(8000),
  },
]
