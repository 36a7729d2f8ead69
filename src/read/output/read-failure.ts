/**
 * What a failing check says is wrong. Its output comes in; the failing tests, one name and one
 * spelling each, and the first error with its place go out. Every runner writes them in its own way;
 * a line is looked at once, and what no pattern knows is passed over.
 */
import { stripVTControlCharacters } from 'node:util'
import { GAVE_UP, TS_CODE } from '../../data/tools.js'
import { headSafely, oneLineSafely } from '../../safety/clip-safely.js'
import { redactText } from '../../safety/redact.js'
import type { CheckError } from '../../schema/episode.js'
import { normaliseError } from './normalise-error.js'
import { symbolIn } from './symbol-in.js'
import { TestNames } from './test-names.js'
import { longPattern } from '../../util/long-pattern.js'

export interface Failure {
  /** `file › outer › inner`, the file where the runner names it; at most five. */
  tests: string[]
  error: CheckError | null
  /** What else a compiler or a linter complains of, where no test failed. */
  others: CheckError[]
}

const MAX_CHARS = 32_000
const MAX_LINE = 600
const MAX_LINES = 2_000
const MAX_OTHERS = 7

export function readFailure(output: string): Failure {
  const text = stripVTControlCharacters(headSafely(output, MAX_CHARS))
    .replaceAll('\r\n', '\n')
    // Some clients name it so before the first line.
    .replace(/^Output: /, '')
  const lines = text
    .split('\n', MAX_LINES)
    .map((line) => headSafely(line, MAX_LINE).trimEnd().replace(TASK, ''))
  const names = new TestNames()
  const found = nothingFound()
  for (const [index, line] of lines.entries()) {
    names.read(line, lines[index + 1] ?? '')
    readError(line, lines[index + 1] ?? '', found)
    found.place ??= placeIn(line)
  }
  const tests = names.all()
  // A build whose tests ran was compiled.
  if (tests.length > 0) found.isCompiling = false
  const error = toError(found, names.file)
  return { tests, error, others: tests.length > 0 ? [] : othersIn(lines, error) }
}

/** Some runners of tasks put the task's name before each line. */
const TASK = /^\[[\w:./-]{1,40}\] /

const nothingFound = (linted: string | null = null): Found => ({
  class: null,
  code: null,
  message: null,
  place: null,
  isCompiling: false,
  linted,
})

/** Each line that is a complaint with its place, as if it were the first. */
function othersIn(lines: readonly string[], first: CheckError | null): CheckError[] {
  const others = new Map<string, CheckError>()
  const known = JSON.stringify({ ...first, line: null })
  let linted: string | null = null
  for (const line of lines) {
    const found = nothingFound(linted)
    readDiagnostic(line, found)
    linted = found.linted
    const error = found.place === null ? null : toError(found, null)
    const name = JSON.stringify({ ...error, line: null })
    if (error !== null && name !== known && others.size < MAX_OTHERS) others.set(name, error)
  }
  return [...others.values()]
}

/** Whether the line is one in which a tool says what is wrong. */
function readDiagnostic(line: string, found: Found): boolean {
  if (readLinted(line, found)) return true
  if (found.message !== null) return false
  for (const { sign, pattern, read } of DIAGNOSTICS) {
    const match = line.includes(sign) ? pattern.exec(line) : null
    if (match === null) continue
    read(match, found)
    return true
  }
  return false
}

interface Place {
  file: string
  line: number | null
}

interface Found {
  class: string | null
  code: string | null
  message: string | null
  place: Place | null
  /** A compiler gave up. */
  isCompiling: boolean
  /** The file under which a linter lists what is wrong. */
  linted: string | null
}

function toError(found: Found, testFile: string | null): CheckError | null {
  const { code, place } = found
  // Normalised, a secret would be known by no rule.
  const message = found.message === null ? null : redactText(found.message)
  const name = found.class ?? (found.isCompiling && code === null ? 'compile-error' : null)
  // Nothing but that it could not compile: a place is then of some warning.
  const isBlank = found.isCompiling && message === null
  const file = isBlank ? null : (place?.file ?? testFile)
  if (name === null && code === null && message === null && file === null) return null
  return {
    class: name,
    code,
    message: message === null ? null : oneLineSafely(withoutValues(message), 160),
    file,
    line: file === null ? null : (place?.line ?? null),
    symbol: message === null ? null : symbolIn(message),
  }
}

/** Two runs of one failed comparison differ in what they compare. */
const withoutValues = (message: string): string =>
  normaliseError(message).replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, '<value>')

interface Diagnostic {
  /** What each line of this form has: looked for first, since a line has the form of few tools. */
  sign: string
  pattern: RegExp
  read(match: RegExpExecArray, found: Found): void
}

const set = (
  found: Found,
  given: { class?: string; code?: string; message: string; place?: Place },
): void => {
  found.class ??= given.class ?? null
  found.code ??= given.code ?? null
  found.message = given.message
  if (given.place !== undefined) found.place = given.place
}

/** Its place comes below it; what stands above is of a warning. */
const setAbove = (found: Found, given: { code?: string; message: string }): void => {
  set(found, given)
  found.place = null
}

const at = (file: string, line: string): Place => ({ file: clean(file), line: Number(line) })

/** An underscore tells a variable from a word in capitals. */
const VARIABLE = '[\'"`$]{0,2}\\b([A-Z][A-Z0-9]*_[A-Z0-9_]{1,40})\\b[\'"`]?'
const lack = (found: Found, name: string): void =>
  set(found, { class: 'missing-variable', message: `'${name}' is not set` })

/** Linters of Go that are many, and name the one that complains. */
const RULE_SETS = new Set(['gocritic', 'gosec', 'govet', 'revive', 'staticcheck', 'stylecheck'])

/** Forms that name code, place and message in one line; the first that fits is the error. */
const DIAGNOSTICS: readonly Diagnostic[] = [
  {
    sign: ' error ',
    pattern: new RegExp(`^(\\S[^()]*?)[(:](\\d+)[,:]\\d+(?:\\):| -) error (${TS_CODE}): (.*)$`),
    read: ([, file, line, code, message], found) =>
      set(found, { code: code!, message: message!, place: at(file!, line!) }),
  },
  {
    sign: 'error[',
    pattern: /^error\[(E\d{4})\]: (.*)$/,
    read: ([, code, message], found) => setAbove(found, { code: code!, message: message! }),
  },
  {
    sign: 'target named',
    pattern: /^error: no (?:bin|test|example|bench|lib) target named `([^`]{1,80})`/,
    read: ([, target], found) =>
      set(found, { class: 'missing-target', message: `no target '${target}'` }),
  },
  {
    sign: 'error: ',
    pattern: /^error: (?!could not compile|test failed|aborting|unused)(\S.*)$/,
    read: ([, message], found) => setAbove(found, { message: message! }),
  },
  {
    sign: 'error: ',
    pattern: /^(\S+\.pyi?):(\d+):(?:\d+:)? error: (.*?) +\[([\w-]+)\]$/,
    read: ([, file, line, message, code], found) =>
      set(found, { code: code!, message: message!, place: at(file!, line!) }),
  },
  {
    sign: ': ',
    pattern: /^(\S+\.\w+):(\d+):\d+: ([A-Z]{1,5}\d{2,5}) (.*)$/,
    read: ([, file, line, code, message], found) =>
      set(found, { code: code!, message: message!, place: at(file!, line!) }),
  },
  {
    sign: '): ',
    pattern: /^\s*[×x!] ([\w@/-]+)\(([\w/-]+)\): (.*)$/,
    read: ([, , code, message], found) => set(found, { code: code!, message: message! }),
  },
  {
    sign: ' lint/',
    pattern: /^(\S+\.\w+):(\d+):\d+ lint\/\w+\/(\w+)\b/,
    read: ([, file, line, code], found) =>
      set(found, { code: code!, message: code!, place: at(file!, line!) }),
  },
  {
    sign: '.go:',
    // `: # package` heads the complaints about it.
    pattern:
      /^(\.{0,2}\/?[\w./@-]+\.go):(\d+):(?:\d+:)? (?!: #|too many errors)(?:([A-Za-z]\w{2,20}): )?(.+?)(?: \((\w+)\))?$/,
    read: ([, file, line, part, rest, linter], found) => {
      const rule = linter === undefined || linter === 'typecheck' ? undefined : linter
      const code = rule !== undefined && RULE_SETS.has(rule) ? (part ?? rule) : rule
      const message = part === undefined || code === part ? rest! : `${part}: ${rest}`
      set(found, { ...(code === undefined ? {} : { code }), message, place: at(file!, line!) })
    },
  },
  {
    sign: 'error: ',
    pattern: /^\s*([\w./@-]+\.[chm]p{0,2}):(\d+):\d+: (?:fatal )?error: (.+)$/,
    read: ([, file, line, message], found) =>
      set(found, { message: message!, place: at(file!, line!) }),
  },
  {
    sign: 'not found',
    pattern: /^(?:[\w./-]+: )?(?:line \d+: )?([\w./@+-]+): (?:command )?not found$/,
    read: ([, program], found) =>
      set(found, { class: 'command-not-found', message: `'${program}' not found` }),
  },
  {
    sign: 'ECONNREFUSED',
    pattern: /\b(?:connect )?ECONNREFUSED\b ?(\S*)/,
    read: ([, address], found) =>
      set(found, { class: 'connection-refused', message: `refused by ${address}` }),
  },
  {
    sign: ' set',
    pattern: new RegExp(
      `${VARIABLE} (?:is |was )?(?:not set|unset|must be set|needs to be set)\\b`,
    ),
    read: ([, name], found) => lack(found, name!),
  },
  {
    sign: ': unbound variable',
    pattern: /: ([A-Za-z_]\w{1,40}): unbound variable$/,
    read: ([, name], found) => lack(found, name!),
  },
  {
    sign: 'nvironment variable',
    pattern: new RegExp(`nvironment variables?:? ${VARIABLE}`),
    read: ([, name], found) => lack(found, name!),
  },
  {
    sign: 'Missing script',
    pattern: /\bMissing script: "([^"]{1,80})"/,
    read: ([, script], found) =>
      set(found, { class: 'missing-script', message: `no script '${script}'` }),
  },
  {
    sign: 'error: ',
    pattern: /^\s*error: ['"](.{1,300})['"]$/,
    read: ([, message], found) => {
      if (!/^(?:test failed|\d+ subtests? failed)$/.test(message!)) found.message ??= message!
    },
  },
]

/** `TypeError: …`, also behind pytest's `E`, Node's `[ERR_…]`, or a colon alone at the line's end. */
const THROWN =
  /^\s*(?:E\s+)?(?:Uncaught |error: )?((?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception|Failure|Interrupt)|Error)(?: \[\w+\])?(?:: (.*)|:)?$/

/** The lint stands below what it complains of. */
const CLIPPY = /^\s*= note: `(?:-[DFW] |#\[(?:deny|forbid|warn)\()(clippy::[\w-]{1,60})/

const THROWABLE = ['Error', 'Exception', 'Failure', 'Interrupt']
const ASSERTING = ['assert', 'expect(', 'Expected ', 'Cannot find module']

function readError(line: string, next: string, found: Found): void {
  const isKnown = found.class !== null && found.message !== null
  if (GAVE_UP.test(line)) found.isCompiling = true
  if (line.includes('clippy::')) found.code ??= CLIPPY.exec(line)?.[1] ?? null
  if (isKnown || found.code !== null) return
  // node:test tells the message before the class.
  if (line.includes("name: '")) found.class ??= /^\s*name: '(\w{1,60})'$/.exec(line)?.[1] ?? null
  if (readDiagnostic(line, found)) return
  const thrown = THROWABLE.some((name) => line.includes(name)) ? THROWN.exec(line) : null
  if (thrown !== null && found.class === null) {
    const message = thrown[2] ?? next.trim()
    if (!/^\s+at /.test(message)) set(found, { class: lastName(thrown[1]!), message })
    return
  }
  if (readPanic(line, next, found) || found.message !== null) return
  if (!ASSERTING.some((word) => line.includes(word))) return
  const failed =
    /^E\s+(assert .*)$|^\s*(expect\(.*\)\.\S+.*)$|^\s*(Failed asserting that .*)$/.exec(line) ??
    /^\s+(Expected .* to .*)$|^(assertion .*failed.*)$|^\s*(Cannot find module '.*)$/.exec(line)
  const message = failed?.slice(1).find((part) => part !== undefined)
  if (message === undefined) return
  const isModule = message.startsWith('Cannot find module')
  set(found, { class: isModule ? 'Error' : 'AssertionError', message })
}

const lastName = (name: string): string => name.split('.').at(-1)!

function readPanic(line: string, next: string, found: Found): boolean {
  if (!line.includes('panic')) return false
  const rust = /panicked at (?:'(.*)', )?(\S+?):(\d+):\d+:?$/.exec(line)
  if (rust !== null) {
    const [, message = next, file, number] = rust
    set(found, { class: 'panic', message, place: at(file!, number!) })
    return true
  }
  const go = /^panic: (.*?)(?: \[recovered[^\]]{0,30}\])?$/.exec(line)
  if (go === null || found.class !== null) return go !== null
  set(found, { class: 'panic', message: go[1]! })
  return true
}

/** A linter lists a file, and below it `line:column  error  what  rule`. */
function readLinted(line: string, found: Found): boolean {
  if (!line.includes(' ') && /^\.{0,2}\/?[\w@./+-]+\.\w{1,5}$/.test(line)) {
    found.linted = line
    return false
  }
  if (found.linted === null || !/^\s+\d+:\d+\s/.test(line)) return false
  const [where = '', severity, message, rule] = line.trim().split(/\s{2,}/)
  if (severity !== 'error' || message === undefined || rule === undefined) return false
  set(found, { code: rule, message, place: at(found.linted, where.split(':')[0]!) })
  return true
}

const FRAME =
  /(?:^\s*(?:at|❯|›|#|-->|╭─\[)|\(|^\s+|^)\s*(?:\S+ )?\(?((?:file:\/\/)?[\w@.~/\\+-]*[\w+-]\.[A-Za-z]\w{0,4}):(\d+)(?::\d+)?/
const PYTHON = /^\s*File "([^"]+)", line (\d+)/

/** Frames of runtimes and installed packages say where it surfaced, not what is wrong. */
const FOREIGN = longPattern()`
    (?:^|/)(?:node_modules|site-packages|dist-packages|vendor/bundle)/|^node:|^/usr/|^/rustc/
    |/\.pyenv/|/\.cargo/|/go/pkg/|/lib/python\d|^internal/`

function placeIn(line: string): Place | null {
  const python = line.includes('File "') ? PYTHON.exec(line) : null
  const match = python ?? (line.includes(':') ? FRAME.exec(line) : null)
  if (match === null) return null
  const file = clean(match[1]!)
  if (FOREIGN.test(file) || isHostPort(file)) return null
  return { file, line: Number(match[2]) }
}

const clean = (file: string): string => withoutStart(withoutStart(file, 'file://'), './')
const withoutStart = (text: string, start: string): string =>
  text.startsWith(start) ? text.slice(start.length) : text

/** `db.internal:5432` and `127.0.0.1:8080` look like files with lines. */
const isHostPort = (file: string): boolean =>
  /^\d+\.\d|^(?:localhost|host)\b|\.(?:com|org|net|io|dev|local|internal|test|example)$/i.test(file)
