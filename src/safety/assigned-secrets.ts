import type { Anchor } from './anchor-scan.js'
import { lazy } from './lazy.js'
import { isRandomLooking, isSecretValue, NAMES_SECRET, type Certainty } from './secret-value.js'

const KEY_OWNERS =
  'api app access private auth encryption signing master account subscription license service deploy secret client consumer session shared storage webhook hmac'.split(
    ' ',
  )
const KEY_PREFIX = `(?:${KEY_OWNERS.join('|')})`
/** Short words begin a word of their own; in JSON that may be behind a line end. */
const BEGINNING = String.raw`(?:(?<![a-z])|(?<=\\[nrt]))`
const SECRET_NAME = [
  'pass(?:word|wort|wd|phrase)',
  'pwd',
  '(?<=[_-])pass',
  // German, French, Spanish, Portuguese
  'kennwort',
  '(?:mot[ _-]?de|palavra)[ _-]?passe',
  `${BEGINNING}mdp`,
  'contrase(?:ñ|n|\\\\+u00f1)a',
  `${BEGINNING}(?:clave|senha)`,
  'geheim(?:nis|wort)?',
  `${BEGINNING}(?:secreto|segredo|jeton)`,
  '(?<=[a-z][_-]?)schl(?:ü|ue|\\\\+u00fc)ssel',
  // Whatever stands before it, where it is a variable of the environment
  '(?<=[A-Z0-9]_)KEY',
  'secret(?:[_-]?(?:access[_-]?)?key(?:[_-]?base)?)?',
  'token',
  `${KEY_PREFIX}[_-]?key`,
  'credentials?',
].join('|')
const SUFFIX = '(?:s|[_-]?(?:base64|b64|hex|value|string|prod|dev|staging|live|\\d{1,2}))?'
const TYPE_NOTE = '(?::\\s?[A-Za-z.]{1,20}(?:\\s?\\|\\s?[A-Za-z]{1,12})?\\s?(?==))?'
const SEPARATOR = `${TYPE_NOTE}(?::=|=>|={1,3}|:)`

/** `NAME=`, `"name": `, `name: string = `, `config["name"] =`: everything up to the value. */
const assignment = lazy(
  () =>
    new RegExp(`(${SECRET_NAME})${SUFFIX}(\\\\*["'\`]\\]?)?(\\s{0,8}${SEPARATOR}\\s{0,8})`, 'gi'),
)
const flag = lazy(
  () => new RegExp(`(?<!-)--(?=[a-z])[a-z-]{0,24}?(${SECRET_NAME})()(\\s{1,4})(?!-)`, 'gi'),
)
const BASIC_LOGIN =
  /((?:(?<![\w\\-])|(?<=\\[nrt]))curl\b[^\n"\\]{0,200}?\s(?:-u|--user)[\s=]{0,2}\\*["']?[\w.@-]{1,64}:)[^\s"'\\$]{3,}/g

const WORDS =
  'pass pwd secret token key credential kennwort mdp contrase clave senha geheim segredo jeton schl'.split(
    ' ',
  )

/** The words of `SECRET_NAME` as people write them, and the command that takes a login. */
export const ASSIGNMENT_ANCHORS: readonly string[] = [
  ...WORDS.flatMap((word) => [
    word,
    word.charAt(0).toUpperCase() + word.slice(1),
    word.toUpperCase(),
  ]),
  'curl ',
]
const ASSIGNED = new Set(ASSIGNMENT_ANCHORS.slice(0, -1))

/**
 * `"key":` and `"actionKey":` stand in every record; a secret is an `api_key`, a `masterKey`, a
 * `DEPLOY-KEY`. Tests pass, and tokens are counted. Asked before the pattern, which takes a millisecond
 * to compile.
 */
export function mayEndName(anchor: string): Anchor<unknown>['mayFollow'] {
  if (anchor.toLowerCase() === 'key')
    return (text, index) => isAfterKeyOwner(text, index) && isAssigned(text, index)
  return ASSIGNED.has(anchor) ? isAssigned : undefined
}

/** With its ending, quotes and spaces; of longer ones the pattern tells. */
const LONGEST_NAME = 100
/** `"result":"passed","counts":`: what is assigned there has another name. */
const isEnd = (char: string): boolean => char === ',' || char.trim() === ''
const isSign = (char: string): boolean => char === ':' || char === '=' || char === '>'

/** A sign of assignment follows the word at hand, or it is a flag's. */
function isAssigned(text: string, index: number): boolean {
  const behind = text.slice(index, index + LONGEST_NAME)
  let at = 0
  while (at < behind.length && !isSign(behind[at]!) && !isEnd(behind[at]!)) at += 1
  while (at < behind.length && behind[at]!.trim() === '') at += 1
  if (at < behind.length && isSign(behind[at]!)) return !isCount(behind, at)
  return at === LONGEST_NAME || text.slice(Math.max(0, index - 40), index).includes('--')
}

/** `"output_tokens": 12`, by the sign: the pattern below leaves it alone, too. */
function isCount(text: string, sign: number): boolean {
  const value = text.slice(sign + 1).trimStart()
  const isNear = text.length - sign - 1 - value.length <= 8
  return isNear && text[sign] !== '>' && isDigit(value) && isQuoted(text.slice(0, sign).trimEnd())
}

const isDigit = (text: string): boolean => text >= '0' && text < ':'
const isQuoted = (name: string): boolean => QUOTES.has(name.at(name.endsWith(']') ? -2 : -1) ?? '')
const QUOTES = new Set(['"', "'", '`'])

const LONGEST_OWNER = Math.max(...KEY_OWNERS.map(({ length }) => length))

function isAfterKeyOwner(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - LONGEST_OWNER - 1), index).toLowerCase()
  if (before.endsWith('_')) return true
  const name = before.endsWith('-') ? before.slice(0, -1) : before
  return KEY_OWNERS.some((owner) => name.endsWith(owner))
}

/**
 * Sticky at an anchor: the end of a secret's name with an assignment, a flag, or a login. A number
 * behind a quoted name is a count (`"output_tokens": 12`), and is never replaced.
 */
export const assignmentConfirm = lazy(
  () =>
    new RegExp(
      `(?:pass(?:word|wort|wd|phrase|e)|(?<=[_-])pass|pwd|secreto?|token|credentials?|kennwort|mdp|contrase\\S{1,16}a|clave|senha|geheim(?:nis|wort)?|segredo|jeton|schl\\S{1,16}ssel|(?<=${KEY_PREFIX}[_-]?|[a-z0-9]_)key(?:[_-]?base)?)${SUFFIX}(?:\\s{0,8}[:=>]|\\\\*["'\`]\\]?\\s{0,8}(?:>|[:=](?!\\s{0,8}\\d))|(?<=--[a-z-]{0,40})\\s)|curl [^\\n"\\\\]{0,200}?(?:-u|--user)`,
      'iy',
    ),
)

const nameAtEnd = lazy(() => new RegExp(`(${SECRET_NAME})${SUFFIX}$`, 'i'))
const OPENING = /(\\*)(["'`])/y
// oxlint-disable-next-line no-control-regex
const UNQUOTED = /[^\s\u0000-\u001f"'`\\,;<>(){}[\]|&]{1,256}/y
const REDACTED = '[redacted:'

/** Replaces what is assigned to a secret's name, if it looks like a secret. */
export function redactAssigned(text: string): string {
  const assigned = replaceValues(replaceValues(text, assignment()), flag())
  return redactElements(redactLists(assigned)).replace(BASIC_LOGIN, (match, kept: string) =>
    match.includes(REDACTED) ? match : `${kept}${REDACTED}password]`,
  )
}

/** `"tokens": ["…", "…"]`: each text of a list under a secret's name. */
const list = lazy(
  () =>
    new RegExp(
      `((${SECRET_NAME})s?\\\\*["'\`]?\\s{0,8}(?::=|=>|=|:)\\s{0,8}\\[)([^\\[\\]]{1,8192})(?=\\])`,
      'gi',
    ),
)
const LISTED = /(?<!\\)(\\*["'`])([^\s"'`\\]{6,512})(?=\1)/g

const redactLists = (text: string): string =>
  text.replace(list(), (_match, before: string, name: string, items: string) => {
    const kind = kindOf(name, name)
    const isSecret = (value: string): boolean =>
      isSecretValue(value, kind, 'literal') && (kind === 'password' || isRandomLooking(value))
    const clean = items.replace(LISTED, (item, quote: string, value: string) =>
      isSecret(value) ? `${quote}${REDACTED}${kind}]` : item,
    )
    return before + clean
  })

/** `<password>…</password>`: the text of an element with a secret's name. */
const element = lazy(
  () =>
    new RegExp(
      `(<(?:[\\w.-]{1,40}:)?[\\w.-]{0,40}(${SECRET_NAME})${SUFFIX}(?:\\s[^<>\\n]{0,200})?>)([^<>\\s"\\\\][^<>"\\\\]{2,511})(?=<\\\\?/)`,
      'gi',
    ),
)

const redactElements = (text: string): string =>
  text.includes('</') || text.includes('<\\/')
    ? text.replace(element(), (match, open: string, name: string, value: string) => {
        const kind = kindOf(name, open)
        return isSecretValue(
          value.trim(),
          kind,
          kind === 'password' && !/\s/.test(value.trim()) ? 'variable' : 'literal',
        )
          ? `${open}${REDACTED}${kind}]`
          : match
      })
    : text

/** The kind of secret that a key announces (`DB_PASSWORD` → `password`), or null. */
export function secretKindOfKey(key: string): string | null {
  const lower = key.toLowerCase()
  const name = mayBeNamed(lower) ? nameAtEnd().exec(key)?.[1] : undefined
  if (name !== undefined) return kindOf(name, key)
  return lower === 'authorization' || lower === 'proxy-authorization' ? 'authorization' : null
}

/** Most keys that end in `key` are no secret's: `actionKey`. */
const mayBeNamed = (key: string): boolean =>
  OTHER_WORD.test(key) || (key.includes('key') && isAfterKeyOwner(key, key.lastIndexOf('key')))
const OTHER_WORD = new RegExp(WORDS.filter((word) => word !== 'key').join('|'))

interface Span {
  start: number
  end: number
  certainty: Certainty
  isQuoted: boolean
}

function replaceValues(text: string, finder: RegExp): string {
  let result = ''
  let copied = 0
  finder.lastIndex = 0
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    const value = valueAt(text, finder.lastIndex, match[2] ?? '', match[3] ?? '')
    if (value === null) continue
    const name = match[1] ?? ''
    const kind = kindOf(name, text.slice(Math.max(0, match.index - 24), match.index) + name)
    const content = text.slice(value.start, value.end)
    const before = text.slice(Math.max(0, match.index - 60), match.index + name.length)
    const [keyQuote, separator] = [match[2] ?? '', match[3] ?? '']
    const certainty = raised(value, { name, kind, content, separator, text, before, keyQuote })
    if (content.includes(REDACTED) || !isSecretValue(content, kind, certainty)) continue
    if (name.toLowerCase() === 'key' && !isSecretOfVariable(name, content)) continue
    result += `${text.slice(copied, value.start)}${REDACTED}${kind}]`
    copied = value.end
    finder.lastIndex = value.end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

interface Assigned {
  name: string
  kind: string
  content: string
  separator: string
  text: string
  /** Up to the name's end. */
  before: string
  keyQuote: string
}

/**
 * Where nothing but a secret is written: JSON, a flag, a parameter of an address or of a connection, a header,
 * a variable of the environment or a line of a registry's settings. There it may look like any word.
 */
function isSecretsPlace(
  before: string,
  { keyQuote, separator, isQuoted }: { keyQuote: string; separator: string; isQuoted: boolean },
): boolean {
  const sign = separator.trim()
  if (keyQuote !== '') return isQuoted && sign === ':'
  if (sign === '') return isQuoted
  if (sign === ':') return !isQuoted && HEADER.test(before)
  return sign === '=' && (separator === '=' ? TIGHT : SPACED).test(before)
}

const HEADER = /(?:^|[\s"'`]|\\[nrt])(?:x-[a-z-]{1,40}|[a-z]{2,20}-(?:token|key|secret))$/i
const TIGHT =
  /(?:[?&;]|&amp;|\\u0026|(?:^|[\s"'`]|\\[nrt])--?)[\w.-]{1,40}$|(?:^|[\s"'`;]|\\[nrt])[A-Z][A-Z0-9_]{2,50}$|:_[A-Za-z]{4,20}$/
const SPACED = /\$env:\w{2,50}$/i

/** Where the line leaves no other reading, an unquoted password is surer than its place alone says. */
function raised({ certainty, end, isQuoted }: Span, assigned: Assigned): Certainty {
  const { name, kind, content, separator, text, before, keyQuote } = assigned
  if (isSecretsPlace(before, { keyQuote, separator, isQuoted })) return 'variable'
  if (isQuoted) return certainty
  END_OF_VALUE.lastIndex = end
  const isLast = END_OF_VALUE.test(text)
  // `NAME=value` with nothing behind it is a line of settings, and no code.
  if (isLast && separator === '=') return 'variable'
  if (separator.trim() === '') return isLast ? 'variable' : certainty
  if (kind !== 'password') return certainty
  if (name === name.toUpperCase() && separator === '=') return 'variable'
  // Of `NAME: Word` the word may be a type.
  if (name === name.toUpperCase() && isLast && separator.trim() === ':')
    return /^[A-Z][a-z]+$/.test(content) ? certainty : 'variable'
  const isAlone = isLast && /\d/.test(content) && !NAMES_SECRET.test(content)
  return isAlone && separator.trim() === ':' ? 'literal' : certainty
}

/** The end of the line or of the text around it, a further flag, or what joins two commands. */
const END_OF_VALUE = /[ \t]{0,8}(?:$|[\r\n"'`|;&>#]|\\+[nrt"]|-)/y

/** A cache has keys too: only a variable of the environment has a secret, and only a random one. */
const isSecretOfVariable = (name: string, value: string): boolean =>
  name === 'KEY' && !value.includes(':') && isRandomLooking(value)

function valueAt(text: string, from: number, keyQuote: string, separator: string): Span | null {
  OPENING.lastIndex = from
  const opening = OPENING.exec(text)
  if (opening !== null) {
    const start = OPENING.lastIndex
    const end = closingQuote(text, start, opening[1]?.length ?? 0, opening[2] ?? '')
    if (end < 0 || isBetweenStrings(text.slice(start, end))) return null
    return { start, end, certainty: 'literal', isQuoted: true }
  }
  // An unquoted value after a quoted key is a JSON number, a literal or code.
  if (keyQuote !== '') return null
  UNQUOTED.lastIndex = from
  if (!UNQUOTED.test(text)) return null
  const end = UNQUOTED.lastIndex
  if (/[([{]/.test(text.charAt(end))) return null
  const certainty = isTight(separator) ? 'literal' : 'loose'
  return { start: from, end, certainty, isQuoted: false }
}

/** `NAME=value` and `--name value` are literals; `name = value` and `name: value` may be code. */
const isTight = (separator: string) => separator === '=' || separator.trim() === ''

/**
 * The index of the quote that closes a value opened by `quote` behind `depth` backslashes, or -1.
 * A bare `"` always ends the search: beyond it lies another string of the JSON around us.
 */
function closingQuote(text: string, from: number, depth: number, quote: string): number {
  const limit = Math.min(text.length, from + 4096)
  let index = from
  while (index < limit) {
    const runStart = index
    while (text[index] === '\\') index++
    const escapes = index - runStart
    const char = text[index]
    if (char === undefined || char === '\n') return -1
    if (char === quote && isClosing(escapes, depth)) return depth === 0 ? index : runStart
    if (char === '"' && (escapes === 0 || escapes < depth || (depth === 0 && escapes % 2 === 0))) {
      return -1
    }
    index++
  }
  return -1
}

const isClosing = (escapes: number, depth: number) =>
  depth === 0 ? escapes % 2 === 0 : escapes === depth

/** What stands between two JSON strings, when a string ended right after `NAME=`. */
const isBetweenStrings = (content: string) => /^[\s,:\]}][\s,:[\]{}\w.+-]*$/.test(content)

function kindOf(name: string, context: string): string {
  if (/aws/i.test(context) && /secret|access/i.test(context)) return 'aws-secret-key'
  if (/^(?:pass|pwd|kenn|mot|palavra|mdp|contra|clave|senha)/i.test(name)) return 'password'
  if (/^(?:token|jeton)/i.test(name)) return 'token'
  return /^(?:secret|cred|geheim|segredo)/i.test(name) ? 'secret' : 'api-key'
}
