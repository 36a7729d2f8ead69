/**
 * The path behind `---` or `+++` of a patch, without its prefix; null for /dev/null. Git quotes a name
 * with a line end, a quote or a backslash in it as C does, and ends one with white space by a tab.
 */
export function patchedPath(written: string): string | null {
  const name = written.startsWith('"') ? unquote(written) : written.replace(/\t$/, '')
  return /^[ab]\//.test(name) ? name.slice(2) : null
}

const unquote = (quoted: string): string => {
  const bytes = [...quoted.slice(1, quoted.lastIndexOf('"')).matchAll(PIECE)].map(([piece]) =>
    piece.length === 1 || !piece.startsWith('\\') ? Buffer.from(piece) : Buffer.of(codeOf(piece)),
  )
  return Buffer.concat(bytes).toString()
}

const PIECE = /\\(?:[0-7]{3}|.)|[^\\]+/gsu

function codeOf(escape: string): number {
  if (/^\\[0-7]{3}$/.test(escape)) return Number.parseInt(escape.slice(1), 8) & 0xff
  return (LETTERS[escape[1]!] ?? escape[1]!).charCodeAt(0)
}

const LETTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
