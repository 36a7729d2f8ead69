/** Functions that are still to be written: their whole body says so, in the words of their language. */
import { longPattern } from '../../util/long-pattern.js'
import { oneOf } from '../../util/one-of.js'

/** The names of all stubs in these texts. One that is written elsewhere as well may be meant to be empty. */
export function findStubs(texts: readonly string[]): string[] {
  const stubs = texts.flatMap(stubsIn)
  return [...new Set(stubs)].filter((name) => {
    const definition = new RegExp(`\\b${name}\\s*\\([^\\n]{0,300}(?:\\{|=>|[:=])\\s*$`, 'gm')
    const all = texts.reduce((sum, text) => sum + (text.match(definition)?.length ?? 0), 0)
    return all <= stubs.filter((one) => one === name).length
  })
}

/** A call that only says that something is missing; of one that throws, its text has to say so. */
const MARKER = longPattern('g')`
    \b(?:todo|unimplemented)!\s?\([^()\n]{0,200}\)
    |\bTODO\s?\([^()\n]{0,200}\)
    |\bNotImplementedException\s?\([^()\n]{0,200}\)
    |(?://|\#|/\*)\s?(?:TODO|FIXME)\b[^\n]{0,200}\n\s{0,40}(?:return\s(?:""|''|\[\]|\{\}|\w{1,40}(?![\w.(\[]))\s?;?|pass\b)
    |\breturn\s[^\n"';]{0,80}\(\s?["'][^"'\n]{0,200}["']\s?\)
    |\braise\s+NotImplementedError\b(?:\([^()\n]{0,200}\))?
    |\b(?:throw\s+new\s+\\?\w{1,60}|panic|fatalError)\s?\(\s*["'\x60][^"'\x60\n]{0,200}["'\x60]\s*\)`
const SAYS_SO =
  /\b(?:todo|un-?implemented|not\s?(?:yet )?(?:been )?(?:implemented|supported yet)|implement me)/i
const THROWS = /^(?:throw|panic|fatalError|return)/
const MAX_MARKERS = 50
/** A head of a function, with what is said of it before its body. */
const MAX_HEAD = 800

function stubsIn(text: string): string[] {
  const names: string[] = []
  let count = 0
  for (const { 0: marker, index } of text.matchAll(MARKER)) {
    count += 1
    if (count > MAX_MARKERS) break
    if (THROWS.test(marker) && !SAYS_SO.test(marker)) continue
    const name = nameOfBody(text, index, index + marker.length)
    if (name !== null) names.push(name)
  }
  return names
}

/** The name of the function whose body is nothing but this, or that Rust and Kotlin call unfinished. */
function nameOfBody(text: string, from: number, to: number): string | null {
  const head = text.slice(Math.max(0, from - MAX_HEAD), from)
  const marker = text.slice(from, to)
  if (/^(?:todo!|TODO)/.test(marker))
    return head.slice(head.lastIndexOf('\n') + 1).includes('//')
      ? null
      : ([...head.matchAll(/\bfu?n\s+(?:\w+\.)*(\w+)/g)].at(-1)?.[1] ?? null)
  const before = withoutTail(head)
  const rest = text.slice(to, to + MAX_HEAD)
  if (before.endsWith('{')) return /^[\s;]*\}/.test(rest) ? nameOf(before.slice(0, -1)) : null
  if (before.endsWith('=>')) return nameOf(before.slice(0, -2))
  // Of Python; a method may be left to those that inherit it, unless a note says that it is to be written.
  const [, indent, name] = PYTHON_HEAD.exec(before) ?? []
  return indent === undefined || (indent !== '' && !marker.startsWith('#')) || !ends(indent, rest)
    ? null
    : name!
}

const PYTHON_HEAD = /(?:^|\n)([ \t]*)(?:async )?def (\w+)\((?:(?!:\n)[^;])*:$/

/** The next line that says something is indented no further. */
const ends = (indent: string, rest: string): boolean => {
  const lines = rest.split('\n').slice(1)
  const next = lines.find((line) => line.trim() !== '') ?? ''
  return next.length - next.trimStart().length <= indent.length
}

/** Without the comments at its end, and the word that throws. */
function withoutTail(before: string): string {
  let left = before.replace(/\bthrow\s+new\s+[\w.]*$/, '').trimEnd()
  for (let line = 0; line < 5; line += 1) {
    const last = left.slice(left.lastIndexOf('\n') + 1)
    // A comment, or a name that is given nothing yet.
    if (
      !/^\s*(?:\/\/|#|\/?\*|(?:(?:const|let|var|\w+) )?\w+ :?= ?(?:\[\]|\{\}|""|''|0|None|null|nil);?$)/.test(
        last,
      )
    )
      break
    left = left.slice(0, -last.length).trimEnd()
  }
  if (!/("""|''')$/.test(left)) return left
  const quotes = left.slice(-3)
  return left.slice(0, Math.max(0, left.lastIndexOf(quotes, left.length - 4))).trimEnd()
}

function nameOf(head: string): string | null {
  const own = head.slice(Math.max(...[';', '{', '}'].map((mark) => head.lastIndexOf(mark))) + 1)
  const named =
    /\b(?:fn|fun|func|function|def)\s+(?:\([^()\n]{0,100}\)\s*)?(?:\w+\.)*(\w+)/.exec(own) ??
    /\b(?:const|let|var|val)\s+(\w+)\s*(?::[^=\n]{0,200})?=/.exec(own) ??
    /\b(\w{1,80})\s?(?:<[^<>()\n]{0,100}>)?\(/.exec(own)
  const name = named?.[1] ?? ''
  return name.length >= MIN_NAME && !CONTROL.test(name) && !/\babstract\b/.test(own) ? name : null
}

const MIN_NAME = 4
const CONTROL = oneOf(
  'if|for|foreach|while|switch|catch|match|when|unless|else|elif|using|lock|function',
)
