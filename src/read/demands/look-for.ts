import { lazy } from '../../safety/lazy.js'
import type { StatedDemand, Wanted } from '../../schema/demand.js'
import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import { chooseParts } from '../shell/choose-parts.js'
import { covers } from '../shell/covers.js'
import { isCheck } from '../shell/is-check.js'
import { kindsIn } from '../shell/kinds-in.js'
import { onlyLooks } from '../shell/only-looks.js'
import { parseLine } from '../shell/parse-line.js'
import { calledStubs } from '../source/called-stubs.js'
import { findStubs } from '../source/find-stubs.js'
import { baseName } from '../../util/base-name.js'
import { callsOf } from '../ledger/calls.js'
import type { Call } from '../ledger/calls.js'
import { isSameFile } from '../ledger/is-same-file.js'
import { isUnstarted } from '../ledger/is-unstarted.js'
import { mayRunOthers } from '../ledger/may-run-others.js'
import { narrowedBy } from '../ledger/narrowed-run.js'
import { splitMessage } from '../prose/split-message.js'
import { CHECKED_BY } from '../prose/subjects.js'
import { isForAll } from '../prose/whole-suite.js'
import { deedsIn } from './deeds.js'
import { isFileCalled, namesOf } from '../ledger/is-file-called.js'

/** Looks into the work tree. */
export interface Look {
  exists(file: string): boolean
  /** null when it can't be read. */
  textOf(file: string): string | null
  /** The files that the session changed; null when that is not known. */
  changed: readonly string[] | null
}

/** Sets what was found of what the standing demands name. Without a tree only commands are looked for. */
export function lookFor(
  demands: readonly StatedDemand[],
  ledger: Ledger,
  look: Look | null,
): StatedDemand[] {
  const stubs = lazy(() => (look === null ? NO_STUBS : stubsOfChange(ledger, look)))
  const told = new Set<string>()
  return demands.map((demand) => {
    if (demand.state !== 'asked') return demand
    const wants = demand.wants.map((one) => ({
      ...one,
      found: wasDoneBefore(one, demand.message, ledger) || find(one, ledger, look, demand),
    }))
    // Of two wishes in one sentence the first bears it.
    const fresh = stubsFor(demand, ledger, stubs).filter(({ what }) => !told.has(what))
    for (const { what } of fresh) told.add(what)
    return { ...demand, wants: [...wants, ...fresh] }
  })
}

interface Stubs {
  named: readonly string[]
  called: readonly { name: string; file: string }[]
}
const NO_STUBS: Stubs = { named: [], called: [] }

/** Functions that the sentence names or that the change calls, and whose bodies are still to be written. */
function stubsFor(demand: StatedDemand, ledger: Ledger, stubs: () => Stubs): Wanted[] {
  const { kind, source, message, sentence } = demand
  const { messages, total } = ledger.request
  if (kind !== 'change' || source !== 'human') return []
  const said = messages.find(({ number }) => number === message)?.text ?? sentence
  const whole = splitMessage(said).find(({ text }) => text.includes(sentence))?.text ?? sentence
  const words = new Set(
    deedsIn(whole).has('create') && !MEANT.test(whole) ? whole.match(/\w+/g) : [],
  )
  const isOpen = message !== total || messages.some(({ text }) => MEANT.test(text))
  const { named, called } = stubs()
  return [
    ...named.filter((name) => words.has(name)).map((what) => ({ what })),
    ...(isOpen ? [] : called.map(({ name, file }) => ({ what: name, file }))),
  ].map((one) => ({ ...one, want: 'body' as const, found: false }))
}

/** A body that is left empty on purpose, or for later. */
const MEANT =
  /\b(?:abstract|interfaces?|protocols?|traits?|stubs?|skeletons?|placeholders?|scaffold\w*|later|leave|except|gerüst|platzhalter|später|esqueleto|squelette)\b/i

function stubsOfChange(ledger: Ledger, look: Look): Stubs {
  const files = filesOfChange(ledger, look)
    .filter((file) => !isTestFile(file))
    .slice(0, MAX_STUBBED)
  const sources = files.map((file) => ({ file, text: look.textOf(file) ?? '' }))
  // A file is named in a sentence of ours.
  const own = sources.filter(
    ({ file }) => look.changed?.includes(file) === true && PLAIN_PATH.test(file),
  )
  return {
    named: findStubs(sources.map(({ text }) => text)),
    called: files.length < MAX_STUBBED ? calledStubs(own, (file) => isNew(file, ledger)) : [],
  }
}

/** Of these every one is read. */
const MAX_STUBBED = 50
const PLAIN_PATH = /^[\w./@-]{1,120}$/

/** Written whole in this session, and not looked at before. */
function isNew(file: string, ledger: Ledger): boolean {
  const first = ledger.edits.find((edit) => isSameFile(edit.file, file))
  const isOlder = ({ step, action }: Call): boolean =>
    step < first!.step && action.includes(baseName(file))
  return first?.creates === true && !callsOf(ledger).some(isOlder)
}

/** Done in a turn that is over: what became of it since is no matter of this demand. */
function wasDoneBefore(wanted: Wanted, message: number, { edits, request }: Ledger): boolean {
  const isIt = touches(wanted)
  return edits.some(({ file, turn }) => turn >= message && turn < request.total && isIt(file))
}

/** Whether an edit of a file may be what is wanted. */
function touches({ what, want }: Wanted): (file: string) => boolean {
  if (want === 'run' || want === 'check') return () => false
  if (want === 'tests') return mayHoldTests
  // Where a test belongs the agent may know better.
  const isTest = want === 'changed' && mayHoldTests(what)
  return (file) => isFileCalled(file, what) || (isTest && mayHoldTests(file))
}

function find(
  wanted: Wanted,
  ledger: Ledger,
  look: Look | null,
  { message, sentence }: StatedDemand,
): boolean | null {
  const { what, want } = wanted
  if (want === 'run') return wasRun(what, ledger)
  if (want === 'check') return wasChecked(what, ledger, message, isForAll(sentence))
  if (look === null) return null
  if (want === 'gone') return !look.exists(what)
  if (want === 'symbol' || want === 'body') return isInChange(what, ledger, look)
  const isThere = namesOf(what).some(look.exists) || wasMade(what, ledger)
  if (want === 'exists') return isThere
  const found = wasChanged(ledger, look, touches(wanted), message)
  return want === 'tests' ? found : (found ?? (isThere ? null : false))
}

/** null where nothing of the change can be read, or not all of it. */
function isInChange(what: string, ledger: Ledger, look: Look): boolean | null {
  const all = filesOfChange(ledger, look)
  const files = all.toSorted((a, b) => Number(mayHoldTests(b)) - Number(mayHoldTests(a)))
  const texts = files.slice(0, MAX_FILES).map(look.textOf)
  if (texts.some((text) => text?.includes(what))) return true
  return all.length > MAX_FILES || texts.every((text) => text === null) ? null : false
}

const filesOfChange = ({ edits }: Ledger, { changed }: Look): string[] => [
  ...new Set([...edits.map(({ file }) => file), ...(changed ?? [])]),
]

const MAX_FILES = 200

/** By the tree; without what git says, a file that was not edited may have been changed in other ways. */
function wasChanged(
  { edits }: Ledger,
  { changed }: Look,
  fits: (file: string) => boolean,
  message: number,
): boolean | null {
  const own = edits.filter(({ file }) => fits(file))
  if (own.some(({ turn }) => turn >= message)) return true
  if (changed === null) return null
  if (!changed.some(fits)) return false
  // An earlier turn's edit shows in the tree as well; where this turn's are known, none of them fits.
  return own.length === 0 || (edits.some(({ turn }) => turn >= message) ? false : null)
}

/** By name, folder or ending; Rust, Zig and D have their tests where their code is. */
const mayHoldTests = (file: string): boolean =>
  isTestFile(file) || /\.(?:rs|zig|d|feature|robot|bats|hurl|http)$/i.test(file)

const isTestFile = (file: string): boolean =>
  /test|spec|e2e|check|verify|\.cy\.|\.stories\.|(?:^|\/)(?:t|qa)\//i.test(file)

/** It was written under this name, in whatever folder: the agent may know better where it belongs. */
const wasMade = (file: string, { edits }: Ledger): boolean => {
  const names = namesOf(baseName(file))
  return edits.some((edit) => names.includes(baseName(edit.file)))
}

/** By a command of its kind; null where one that may run anything, another agent or a tool may have. */
function wasChecked(
  what: string,
  ledger: Ledger,
  message: number,
  isWhole: boolean,
): boolean | null {
  const [, kinds = []] = CHECKED_BY.find(([subject]) => subject === what) ?? []
  // What never began is no run, and a part is not the whole that was asked for.
  const since = ledger.commands.filter(
    (run) =>
      run.turn >= message &&
      !isUnstarted(run) &&
      !(isWhole && run.kind === 'test' && narrowedBy(run)),
  )
  // What runs tests has built them, and a formatter finds what a linter would.
  const also = what === 'lint' ? 'format' : what === 'build' ? 'test' : null
  if (since.some(({ kind }) => kinds.includes(kind) || kind === also)) return true
  return since.some(({ kind }) => kind === 'run') || callsOf(ledger).some(mayHaveRun(kinds))
    ? null
    : false
}

/** A line that names a check of this kind is read, and is no guess. */
const mayHaveRun =
  (kinds: readonly CommandKind[]) =>
  ({ toolKind, action }: Call): boolean =>
    toolKind === 'subagent' ||
    toolKind === 'other' ||
    (toolKind === 'command' &&
      action.includes('test') &&
      !onlyLooks(action) &&
      !kindsIn(action).some((kind) => kinds.includes(kind)))

/** null where the session has had more calls than are kept, or something else may have run it. */
function wasRun(command: string, ledger: Ledger): boolean | null {
  const wanted = squeeze(command)
  const kinds = checksIn(command)
  const calls = callsOf(ledger)
  const { commands, totals } = ledger
  const unstarted = new Set(commands.filter(isUnstarted).map(({ step }) => step))
  const isBegun = ({ step }: { step: number }): boolean => !unstarted.has(step)
  if (commands.filter(isBegun).some(isRunOf(command))) return true
  if (commands.some((run) => isUnstarted(run) && isRunOf(command)(run))) return false
  if (calls.filter(isBegun).some(({ action }) => squeeze(action).includes(wanted))) return true
  // A goal of a runner ("mvn verify") is run by its name; a tool may be run by any script.
  const others = commands.filter((run) => isBegun(run) && !NO_RUN.test(run.command))
  if (kinds.size > 0 && !wanted.includes(' ') && others.some(mayRunOthers)) return null
  const isElsewhere = calls.some(
    ({ toolKind, tool }) =>
      toolKind === 'subagent' ||
      (toolKind === 'other' && /run|exec|shell|term|task|agent|test/i.test(tool)),
  )
  return isElsewhere || totals.toolCalls > MAX_SEEN || totals.compactions > 0 ? null : false
}

/** Whether a run is of this command, or of a check that covers it or that it covers. */
export function isRunOf(command: string): (run: CommandRun) => boolean {
  const wanted = squeeze(command)
  const kinds = checksIn(command)
  const ordered = chooseParts(parseLine(command)).filter(isCheck)
  return (run) =>
    squeeze(run.command).includes(wanted) ||
    (ordered.length === 0
      ? kinds.has(run.kind)
      : ordered.some((check) => (covers(run, check) || covers(check, run)) && hasFlags(run, check)))
}

/** `-race`, `--coverage`: a flag that is named is a part of the order. */
const hasFlags = ({ key }: { key: string }, check: { words: readonly string[] }): boolean =>
  check.words
    .filter((word) => word.startsWith('-') && word.length > 2)
    .every((flag) => key.includes(flag))

/** `npm test` and `npm run test` are the same check: it goes by what a command is for. */
const checksIn = (command: string): ReadonlySet<CommandKind> =>
  new Set(kindsIn(command).filter((kind) => kind === 'format' || isCheck({ kind })))

const MAX_SEEN = 50
/** It only reads a script's syntax. */
const NO_RUN = /\b(?:ba|z|da)?sh -n\b/
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
