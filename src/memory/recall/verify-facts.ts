/**
 * The facts of a lesson, held against the project once more. Names that a tool printed come in; what
 * of them stands in tracked files, is declared there, or has the form of a code goes out. The rest is
 * left out: an instruction that was planted in a name, a path or a diagnostic is not repeated.
 */
import type { CheckError, Hunk, LineChange } from '../../schema/episode.js'
import type { LessonFacts, LessonFix } from '../../schema/lesson.js'
import type { TrackedFiles } from '../../read/repository/tracked-files.js'
import { compareText } from '../../util/compare-text.js'
import { groupBy } from '../../util/group-by.js'
import { verifyCommand } from './verify-command.js'

/** Facts with null or nothing in place of what could not be verified. */
export interface VerifiedFacts extends Pick<LessonFacts, 'sessions' | 'resolved'> {
  /** null where it can't be named, or was another in other sessions. */
  check: string | null
  test: string | null
  /** The failing test's own file. */
  testFile: string | null
  error: Pick<CheckError, 'class' | 'code' | 'file' | 'symbol'>
  fixes: VerifiedFix[]
  inVain: string[]
}

export interface VerifiedFix extends LessonFix {
  hunks: VerifiedHunk[]
  /** Something that made it green could not be verified, and is not named. */
  isCut: boolean
  /** The commit that took the changed file away; null where it is there, or never was. */
  goneIn: string | null
}

/** Its change is there only where each line of it stands, or stood, in the tracked file. */
export interface VerifiedHunk extends Hunk {
  /** The file no longer has the change, which that commit brought; whether it has what was before. */
  undone?: { commit: string | null; isBack: boolean }
  /** The file has it. */
  isThere?: true
}

const MAX_FIXES = 2
const MAX_FILES = 3

export async function verifyFacts(
  facts: LessonFacts,
  tracked: TrackedFiles,
  since: string,
  verifyTitle = stands,
): Promise<VerifiedFacts> {
  // A prompt waits for it: git is asked everything at once.
  const [named, check, fixes, inVain] = await Promise.all([
    verifyNames(facts, tracked, verifyTitle),
    facts.mixed === true ? null : verifyCommand(facts.check, tracked),
    all(facts.fixes, (fix) => verifyFix(fix, tracked, since)),
    paths(facts.inVain, tracked),
  ])
  const { sessions, resolved } = facts
  return {
    sessions,
    resolved,
    check,
    ...named,
    fixes: mergeFixes(fixes).slice(0, MAX_FIXES),
    inVain,
  }
}

/** What the failure names, in the files that it names first. */
async function verifyNames(
  { error, tests }: LessonFacts,
  tracked: TrackedFiles,
  verifyTitle: typeof stands,
): Promise<Pick<VerifiedFacts, 'test' | 'testFile' | 'error'>> {
  const file = error?.file == null ? null : await tracked.find(error.file)
  const [test, testFile] = await verifyTest(tests[0] ?? null, file, tracked, verifyTitle)
  const near = [testFile, file].filter((one) => one !== null)
  const [code, name, symbol] = await Promise.all([
    verifyCode(error?.code ?? null, tracked),
    verifyClass(error?.class ?? null, near, tracked),
    verifySymbol(error?.symbol ?? null, near, tracked),
  ])
  return { test, testFile, error: { class: name, code, file, symbol } }
}

/** The same facts as they were read, for use outside of an agent's context. */
export const unverified = (facts: LessonFacts): VerifiedFacts => ({
  sessions: facts.sessions,
  resolved: facts.resolved,
  check: facts.mixed === true ? null : facts.check,
  test: facts.tests[0] ?? null,
  testFile: facts.tests[0]?.split(' › ')[0] ?? null,
  error: {
    class: facts.error?.class ?? null,
    code: facts.error?.code ?? null,
    file: facts.error?.file ?? null,
    symbol: facts.error?.symbol ?? null,
  },
  fixes: facts.fixes.slice(0, MAX_FIXES).map((fix) => ({ ...fix, isCut: false, goneIn: null })),
  inVain: facts.inVain,
})

const all = async <T, R>(list: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> =>
  Promise.all(list.map(run))

async function paths(files: readonly string[], tracked: TrackedFiles): Promise<string[]> {
  const found = await all(files.slice(0, 2 * MAX_FILES), (file) => tracked.find(file))
  return [...new Set(found.filter((file) => file !== null))].slice(0, MAX_FILES)
}

const MAX_TITLE = 120
/** More groups in each other than tests have. */
const MAX_TITLES = 5

/** `file › outer › inner`: the file is tracked, and each title stands in it. */
async function verifyTest(
  name: string | null,
  near: string | null,
  tracked: TrackedFiles,
  verifyTitle: typeof stands,
): Promise<[test: string | null, file: string | null]> {
  if (name === null) return [null, null]
  const parts = name.split(/ › |::/).filter((part) => part !== '')
  const file = /\.\w+$/.test(parts[0] ?? '') ? await tracked.find(parts[0]!) : null
  const titles = /\.\w+$/.test(parts[0] ?? '') ? parts.slice(1) : parts
  const where = file ?? near
  const shown: string[] = []
  for (const title of titles) {
    // Behind `[` stand a case's values, which are in no file.
    const bare = title.replace(/^([^[]+)\[.*\]$/, '$1')
    if (!(await verifyTitle(bare, where === null ? [] : [where], tracked))) return [file, file]
    shown.push(bare)
  }
  if (shown.length === 0 || shown.length > MAX_TITLES) return [file, file]
  return [[...(file === null ? [] : [file]), ...shown].join(' › '), file]
}

/** Some runners join the titles of a group and its test with a space. */
async function stands(
  title: string,
  files: readonly string[],
  tracked: TrackedFiles,
): Promise<boolean> {
  if (title.length > MAX_TITLE) return false
  if (await tracked.holds(title, files)) return true
  if (files.length === 0) return false
  const words = title.split(' ')
  if (words.length > MAX_WORDS) return false
  for (let index = 1; index < words.length; index += 1) {
    const halves = [words.slice(0, index).join(' '), words.slice(index).join(' ')]
    if (await everyStands(halves, files, tracked)) return true
  }
  return false
}

const MAX_WORDS = 24

/** A title that another machine chose is one only in quotes or as a test's name, in the file of the test. */
export async function standsWhole(
  title: string,
  files: readonly string[],
  tracked: TrackedFiles,
): Promise<boolean> {
  if (title.length > MAX_TITLE || files.length === 0) return false
  const forms = /^\w*test\w*$/i.test(title)
    ? [title]
    : ["'", '"', '`'].map((mark) => mark + title + mark)
  for (const form of forms) if (await tracked.holds(form, files, 'only')) return true
  return false
}

async function everyStands(
  texts: readonly string[],
  files: readonly string[],
  tracked: TrackedFiles,
  which: 'only' | 'line' = 'only',
): Promise<boolean> {
  for (const text of texts) if (!(await tracked.holds(text, files, which))) return false
  return true
}

const KNOWN_CLASSES = new Set(
  `Error AggregateError AssertionError EvalError RangeError ReferenceError SyntaxError TypeError URIError
  ArithmeticError AttributeError ConnectionError ConnectionRefusedError EOFError FileExistsError
  FileNotFoundError ImportError IndentationError IndexError JSONDecodeError KeyError LookupError
  ModuleNotFoundError NameError NotImplementedError OSError OverflowError PermissionError RecursionError
  RuntimeError StopIteration SystemExit TimeoutError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
  ValueError ZeroDivisionError NullPointerException IllegalArgumentException IllegalStateException
  IndexOutOfBoundsException ClassCastException NoMethodError ArgumentError LoadError NoSuchElementException
  panic`.split(/\s+/),
)

/** What the language brings along, or the project itself declares. */
async function verifyClass(
  name: string | null,
  near: readonly string[],
  tracked: TrackedFiles,
): Promise<string | null> {
  if (name === null || !/^[A-Za-z][\w.-]{1,60}$/.test(name)) return null
  if (KNOWN_CLASSES.has(name) || OUR_CLASSES.has(name)) return name
  return (await tracked.holds(name, near)) ? name : null
}

/** What the reader of failures calls them itself. */
const OUR_CLASSES = new Set([
  'command-not-found',
  'missing-module',
  'connection-refused',
  'missing-variable',
  'timeout',
])

async function verifyCode(code: string | null, tracked: TrackedFiles): Promise<string | null> {
  return code !== null && (isCode(code) || (await tracked.holds(code))) ? code : null
}

/** `TS2322`, `E0308`, `F401`, `no-unused-vars`: a code by its form, with no room for a sentence. */
const isCode = (code: string): boolean =>
  isNumberedCode(code) ||
  /^(?:@?[a-z]+\/)?[a-z]+(?:-[a-z]+){0,3}$/.test(code) ||
  /^[a-z]+(?:[A-Z][a-z]+){1,3}$/.test(code)

/** `TS2322`, `RUF100`: three capitals at most and then digits have no room for a word. */
export const isNumberedCode = (code: string): boolean => /^[A-Z]{1,3}\d{1,5}$/.test(code)

async function verifySymbol(
  symbol: string | null,
  files: readonly string[],
  tracked: TrackedFiles,
): Promise<string | null> {
  if (symbol === null || !/^[\w$.@/-]{1,80}$/.test(symbol)) return null
  return (await tracked.holds(symbol, files)) ? symbol : null
}

/** Under its new name, the same file is the same way; its lines are those of the last time. */
export function mergeFixes<F extends LessonFix & Partial<VerifiedFix>>(fixes: readonly F[]): F[] {
  const ways = groupBy(fixes, ({ files, commands, isCut, gone }) =>
    JSON.stringify([files, commands, isCut, gone]),
  )
  const merged = [...ways.values()].map((same) => ({
    ...same.toSorted((a, b) => compareText(b.at ?? '', a.at ?? ''))[0]!,
    times: same.reduce((sum, { times }) => sum + times, 0),
  }))
  return merged.toSorted((a, b) => b.times - a.times)
}

async function verifyFix(
  fix: LessonFix,
  tracked: TrackedFiles,
  since: string,
): Promise<VerifiedFix> {
  const { moves, goneIn } = await followMoves(fix, tracked, since)
  const files = await paths(
    fix.files.map((file) => moves.get(file) ?? file),
    tracked,
  )
  const commands = (
    await all(fix.commands.slice(0, MAX_FILES), (command) => verifyCommand(command, tracked))
  ).filter((command) => command !== null)
  // Of several times the lines are those of the last.
  const from = fix.at ?? (fix.times > 1 ? null : since)
  const hunks = await all(fix.hunks.slice(0, MAX_FILES), (hunk) =>
    verifyHunk(hunk, moves.get(hunk.file) ?? hunk.file, { tracked, since: from }),
  )
  return {
    ...fix,
    files,
    commands,
    hunks: hunks.filter((hunk) => hunk !== null),
    isCut: files.length < fix.files.length || commands.length < fix.commands.length,
    goneIn,
  }
}

/** A file that was renamed since goes by its new name; of one that was deleted, its commit is told. */
export async function followMoves(
  fix: LessonFix,
  tracked: TrackedFiles,
  since: string,
): Promise<{ moves: ReadonlyMap<string, string>; goneIn: string | null }> {
  const moves = new Map<string, string>()
  let goneIn: string | null = null
  for (const file of fix.files.slice(0, MAX_FILES)) {
    if ((await tracked.find(file)) !== null) continue
    const gone = (await tracked.whereTo?.(file, since)) ?? null
    if (gone?.to != null) moves.set(file, gone.to)
    else goneIn ??= gone?.commit ?? null
  }
  return { moves, goneIn }
}

interface Look {
  tracked: TrackedFiles
  since: string | null
}

async function verifyHunk(
  { change, ...hunk }: Hunk,
  name: string,
  look: Look,
): Promise<VerifiedHunk | null> {
  const file = await look.tracked.find(name)
  if (file === null) return null
  const symbol = await verifySymbol(hunk.symbol, [file], look.tracked)
  const names = name === hunk.file ? [file] : [file, hunk.file]
  const verified = change === undefined ? {} : await verifyChange(change, names, look)
  return { ...hunk, file, symbol, ...verified }
}

/**
 * Whether the file has a change is said by whole lines: a part of one may stand in what took its place.
 * Of a change that is there, what it took out stands nowhere any more, and is left out.
 */
async function verifyChange(
  { before, after }: LineChange,
  names: readonly string[],
  { tracked, since }: Look,
): Promise<Pick<VerifiedHunk, 'change' | 'undone' | 'isThere'>> {
  const areLines = (lines: readonly string[]): Promise<boolean> =>
    everyStands(lines, names, tracked, 'line')
  const isIn = after.length > 0 && (await areLines(after))
  const isBack = before.length > 0 && (await areLines(before))
  if (isIn && !isBack) return { change: { before: [], after }, isThere: true }
  if (after.length === 0)
    return isBack ? { change: { before, after }, undone: { commit: null, isBack } } : {}
  const put = { before: [], after }
  if (!isBack && (await everyStands(after, names, tracked))) return { change: put }
  const commit = since === null ? null : ((await tracked.commitOf?.(after, names, since)) ?? null)
  if (commit === null || isIn) return {}
  return { change: isBack ? { before, after } : put, undone: { commit, isBack } }
}
