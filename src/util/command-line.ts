/**
 * Words as one line that a shell takes for exactly these words, and back. A Windows path says that
 * the shell is one of Windows; everywhere else it is a POSIX shell.
 */
export function toCommandLine(words: readonly string[]): string {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(words[0] ?? '')
  return words.map((word) => (isWindows ? quoteForWindows(word) : quoteForPosix(word))).join(' ')
}

/** The same for PowerShell, which expands `$` and backquotes in double quotes, and needs a call sign. */
export const toPowerShellLine = (words: readonly string[]): string =>
  `& ${words.map((word) => (/^[\w:.\\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`)).join(' ')}`

/** How a check reads that is words for a program, or a line for a shell. */
export const checkLine = (check: { command: readonly string[]; shell: boolean }): string =>
  check.shell ? check.command.join(' ') : toCommandLine(check.command)

const quoteForPosix = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** No path there holds a double quote. */
const quoteForWindows = (word: string): string => (/^[\w:.\\-]+$/.test(word) ? word : `"${word}"`)

/** No line of ours is longer. */
const MAX_CHARS = 16_384
const PIECE = /\\'|'[^']*'|"[^"]*"|[\w@%+=:,./\\-]/y

/** The words of a line as `toCommandLine` writes it; null for a line that is written otherwise. */
export function fromCommandLine(line: string): string[] | null {
  if (line.length > MAX_CHARS) return null
  const words: string[] = []
  let at = 0
  while (at < line.length) {
    let word = ''
    let hasPiece = false
    for (;;) {
      PIECE.lastIndex = at
      const piece = PIECE.exec(line)?.[0]
      if (piece === undefined) break
      word += /^['"]/.test(piece) ? piece.slice(1, -1) : piece === `\\'` ? `'` : piece
      hasPiece = true
      at += piece.length
    }
    if (!hasPiece) return null
    words.push(word)
    if (at < line.length && line[at] !== ' ') return null
    at += 1
  }
  return words
}
