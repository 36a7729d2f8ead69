/**
 * What a failing check says is wrong. Its output comes in; the failing tests, one name and one
 * spelling each, and the first error with its place go out. Every runner writes them in its own way;
 * a line is looked at once, and what no pattern knows is passed over.
 */
import { stripVTControlCharacters } from 'node:util'
import { ASSERTIONS, DIAGNOSTICS, SYMBOLS, THROWABLES, TOLD_BY_TEST } from '../../data/failures.js'
import type { ErrorForm } from '../../data/failures.js'
import { GAVE_UP } from '../../data/tools.js'
import { headSafely, oneLineSafely } from '../../safety/clip-safely.js'
import { redactText } from '../../safety/redact.js'
import type { CheckError } from '../../schema/episode.js'
import { normaliseError } from './normalise-error.js'
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
  const error = toError({ ...found, ...toldByTest(lines, found) }, names.file)
  return { tests, error, others: tests.length > 0 ? [] : othersIn(lines, error) }
}

/** What the first failing test that says anything says of itself; a panic ended it before it could. */
function toldByTest(lines: readonly string[], found: Found): Partial<Found> {
  const { end, other, form } = TOLD_BY_TEST
  // Without `-v` a test tells it behind its end, with it before.
  let told: Partial<Found> = {}
  let where: 'within' | 'behind' | null = null
  for (const line of found.class === 'panic' ? [] : lines) {
    if (line.includes(end)) {
      if (told.place != null) return told
      where = 'behind'
    } else if (other.test(line)) {
      told = {}
      where = 'within'
    } else if (where !== null) {
      const { file = '', line: number, message } = form.exec(line)?.groups ?? {}
      const place = { file: clean(file), line: Number(number) }
      if (message !== undefined && told.place == null)
        told = { class: null, code: null, message, place }
      if (where === 'behind' && told.place != null) return told
      if (where === 'behind' && !line.startsWith(' ')) where = null
    }
  }
  return {}
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
  return DIAGNOSTICS.some((row) => take(row, line, '', found))
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

/** Takes over what a line of a form says; whether it said anything. */
function take(row: ErrorForm, line: string, next: string, found: Found): boolean {
  const groups = line.includes(row.sign) ? row.form.exec(line)?.groups : undefined
  if (groups === undefined) return false
  const { code, name = '', file, line: number } = groups
  const message = row.says?.replace('$', () => name) ?? groups['message'] ?? code ?? next.trim()
  if (message.startsWith('at ')) return true
  found.class ??= row.class ?? groups['class'] ?? null
  found.code ??= code ?? null
  found.message = message
  if (file !== undefined) found.place = { file: clean(file), line: Number(number) }
  else if (row.isAbove === true) found.place = null
  return true
}

/** The lint stands below what it complains of. */
const CLIPPY = /^\s*= note: `(?:-[DFW] |#\[(?:deny|forbid|warn)\()(clippy::[\w-]{1,60})/

function readError(line: string, next: string, found: Found): void {
  if (GAVE_UP.test(line)) found.isCompiling = true
  const isKnown = found.class !== null && found.message !== null
  if (line.includes('clippy::')) found.code ??= CLIPPY.exec(line)?.[1] ?? null
  if (isKnown || found.code !== null) return
  // node:test tells the message before the class.
  if (line.includes("name: '")) found.class ??= /^\s*name: '(\w{1,60})'$/.exec(line)?.[1] ?? null
  if (readDiagnostic(line, found)) return
  const isNew = found.class === null && THROWABLES.some((row) => take(row, line, next, found))
  if (!isNew && found.message === null) ASSERTIONS.some((row) => take(row, line, next, found))
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
  found.code ??= rule
  found.message = message
  found.place = { file: clean(found.linted), line: Number(where.split(':')[0]) }
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

/** What an error message is about. */
function symbolIn(message: string): string | null {
  const text = message.slice(0, 400)
  for (const [part, pattern] of SYMBOLS) {
    const name = text.includes(part) ? pattern.exec(text)?.[1] : undefined
    if (name !== undefined) return name
  }
  return null
}
