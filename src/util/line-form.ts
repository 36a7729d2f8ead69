/**
 * The form of a printed line, in a small language of its own, as a pattern. Everything stands for itself but:
 * `…` any text, `<n>` a number, `<some>` one above nought, `<word>` a run without spaces, `<path>` a file's,
 * `<name>` in other brackets a group of that name; `{a|b}` one of them, `?` behind a letter or a brace: or nothing;
 * `\` before one of these signs, that sign. It fits a whole line whose runs of spaces are one space each.
 */
export interface LineForm {
  /** In small letters, what each line of the form has: looked for first, since most texts have few forms. */
  sign: string
  /** Made when it is first asked for: most forms never are. */
  pattern(): RegExp
}

export function lineForm(text: string): LineForm {
  let made: RegExp | undefined
  return { sign: signOf(text), pattern: () => (made ??= new RegExp(sourceOf(text), 'gm')) }
}

/** The same, whose hits are whole lines. */
export function wholeLineForm(text: string): LineForm {
  let made: RegExp | undefined
  return { sign: signOf(text), pattern: () => (made ??= new RegExp(sourceOf(text, true), 'gm')) }
}

const PLACES: Readonly<Record<string, string>> = {
  digit: String.raw`\d`,
  hex: '[0-9a-f]{7,64}',
  n: String.raw`\d[\d.,:]*`,
  some: String.raw`[1-9][\d,]*`,
  word: String.raw`\S+`,
  path: String.raw`[\w@.+/\\-]+`,
  marks: String.raw`(?:[^\w\s]{1,4} ?){0,3}`,
}
const NUMBERS = new Set(['passed', 'failed', 'skipped', 'total', 'errors', 'suites', 'line'])

const TOKENS = /…|<\w+>|\\.|[\s\S]/g

function sourceOf(text: string, isWhole = false): string {
  let depth = 0
  const source = (text.match(TOKENS) ?? []).map((token) => {
    if (token === '…') return '.*'
    if (token === '{') depth += 1
    if (token === '}') depth -= 1
    if (token === '{') return '(?:'
    if (token === '}') return ')'
    if (token === '?' || (token === '|' && depth > 0)) return token
    if (token.length > 2 && token.startsWith('<')) return placeOf(token.slice(1, -1))
    return escaped(token.at(-1)!)
  })
  if (isWhole) return `^${source.join('')}$`
  // What may stand at either end costs nothing where it is left out. Marks before the first word are looked over.
  const isOpen = source[0] === '.*'
  const start = isOpen ? '' : /^[\w(]/.test(source[0] ?? '') ? MARKED : '^'
  const end = source.at(-1) === '.*' ? '' : '$'
  return start + source.slice(isOpen ? 1 : 0, end === '' ? -1 : undefined).join('') + end
}

const MARKED = String.raw`^(?:[^\0-\x7f]{1,4} ?){0,2}`

const placeOf = (name: string): string =>
  PLACES[name] ?? `(?<${name}>${NUMBERS.has(name) ? String.raw`\d+` : (GROUPS[name] ?? '.+?')})`

const GROUPS: Readonly<Record<string, string>> = { file: PLACES['path']! }

const escaped = (sign: string): string => (/[\\^$.*+?()[\]{}|/]/.test(sign) ? `\\${sign}` : sign)

const MARKS = /…|<\w+>|\\.|[{}?]/g

/** The longest text that stands in each line of the form. From mark to mark, since each form is asked for it. */
function signOf(text: string): string {
  let [depth, best, run, from] = [0, '', '', 0]
  MARKS.lastIndex = 0
  for (;;) {
    const mark = MARKS.exec(text)
    if (depth === 0) run += text.slice(from, mark?.index)
    if (mark === null) break
    const [token] = mark
    from = MARKS.lastIndex
    if (token.length === 2 && depth === 0) run += token[1]!
    if (token.length === 2) continue
    if (token === '{') depth += 1
    if (token === '}') depth -= 1
    // What may be left out is in no sign.
    if (token === '?') run = run.slice(0, -1)
    if (run.length > best.length) best = run
    run = ''
  }
  return (run.length > best.length ? run : best).toLowerCase()
}
