/** Whether an edit changes comments and blank lines alone; false where that can't be told. */
export function changesCommentsOnly(
  file: string | undefined,
  before: string | null,
  after: string | null,
): boolean {
  const mark = commentsOf(file ?? '')
  if (mark === null || before === null || after === null) return false
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length > MAX_LINES || now.length > MAX_LINES) return false
  const [was, is] = /\.pyi?$/.test(file ?? '') ? [old, now].map(withoutDocs) : [old, now]
  return codeOf(was!, mark) === codeOf(is!, mark)
}

/** The same of a patch's lines, which begin with `+` and `-`. */
export function patchesCommentsOnly(files: readonly string[], lines: readonly string[]): boolean {
  const [file] = files
  const changed = lines.filter((line) => /^[+-](?!\+\+ |-- )/.test(line))
  if (files.length !== 1 || changed.length === 0) return false
  const side = (sign: string) =>
    changed
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n')
  return changesCommentsOnly(file, side('-'), side('+'))
}

const MAX_LINES = 2_000

const SLASHES =
  /\.(?:[cm]?[jt]sx?|go|rs|java|kts?|swift|cs|c|cc|cpp|h|hpp|php|scala|dart|scss|less)$/
const HASHES =
  /\.(?:py|rb|sh|bash|zsh|ya?ml|toml|pl|r|ex|exs|tf|mk)$|(?:^|\/)(?:Makefile|Dockerfile)$/
const DASHES = /\.(?:sql|lua|hs|elm)$/

function commentsOf(file: string): string | null {
  if (SLASHES.test(file)) return '//'
  if (HASHES.test(file)) return '#'
  return DASHES.test(file) ? '--' : null
}

/** Python's docs are strings that stand alone; those with examples are run by doctest. */
function withoutDocs(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let last = ''
  let open = null as { quote: string; isDoc: boolean } | null
  for (const line of lines) {
    const text = line.trim()
    const isInside: boolean = open !== null
    // A string that stands behind anything but a head may be what the code works with.
    const [, own] = (last.endsWith(':') ? DOC.exec(text) : null) ?? []
    const quote: string | undefined = open?.quote ?? own ?? TRIPLE.exec(text)?.[0]
    const isDoc: boolean = open?.isDoc ?? own !== undefined
    if (!isDoc || text.startsWith('>>>')) kept.push(line)
    if (!isDoc && text !== '') last = text
    if (quote === undefined) continue
    const isOdd = text.split(quote).length % 2 === 0
    if (isOdd) open = isInside ? null : { quote, isDoc }
  }
  // A string that never ends was not understood.
  return open === null ? kept : lines
}

const TRIPLE = /"""|'''/
const DOC = /^[rR]?("""|''')/

/** What a compiler would see: no comment lines, no comments at the end of a line without quotes. */
const codeOf = (lines: readonly string[], mark: string): string =>
  lines
    .map((line) => {
      const text = line.trim()
      if (text.startsWith(mark) && !text.startsWith('#!')) return ''
      if (mark === '//' && /^(?:\/\*|\*\/|\*(?=\s|$))/.test(text)) return ''
      const end = /['"`]/.test(text) ? -1 : text.indexOf(` ${mark} `)
      return end === -1 ? text : text.slice(0, end).trim()
    })
    .filter((text) => text !== '')
    .join('\n')
