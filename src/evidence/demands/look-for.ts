import { lazy } from '../../safety/lazy.js'
import type { StatedDemand, Wanted } from '../../schema/demand.js'
import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import { chooseParts } from '../../read/shell/choose-parts.js'
import { covers } from '../../read/shell/covers.js'
import { parseLine } from '../../read/shell/parse-line.js'
import { kindsIn } from '../../read/shell/kinds-in.js'
import { mayRunOthers } from '../may-run-others.js'
import { isDocumentation } from '../ledger/is-documentation.js'
import { splitMessage } from '../message/split-message.js'
import { calledStubs } from './called-stubs.js'
import type { CalledStub } from './called-stubs.js'
import { findStubs } from './find-stubs.js'
import { hasSection } from './asked-sections.js'
import { isFileCalled, namesOf } from './is-file-called.js'
import { makes } from './asked-files.js'
import { baseName } from '../../util/base-name.js'
import { isCheck } from '../../read/shell/is-check.js'

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
  const stubs = lazy(() => (look === null ? [] : stubsOfChange(ledger, look)))
  const called = lazy(() => (look === null ? [] : calledOfChange(ledger, look)))
  const told = new Set<string>()
  return demands.map((demand) => {
    if (demand.state !== 'asked') return demand
    const wants = demand.wants.map((one) => ({
      ...one,
      found: wasDoneBefore(one, demand.message, ledger) || find(one, ledger, look, demand.message),
    }))
    // Of two wishes in one sentence the first bears it.
    const open = [...stubsOf(demand, ledger, stubs), ...handedTo(demand, ledger, called)]
    const fresh = open.filter(({ what }) => !told.has(what))
    for (const { what } of fresh) told.add(what)
    return { ...demand, wants: [...wants, ...fresh] }
  })
}

/** Functions that the demand's sentence names, and that are still to be written in what was changed. */
function stubsOf(demand: StatedDemand, ledger: Ledger, stubs: () => string[]): Wanted[] {
  const { kind, source, message, sentence } = demand
  if (kind !== 'change' || source !== 'human') return []
  const said = ledger.request.messages.find(({ number }) => number === message)?.text ?? sentence
  const whole = splitMessage(said).find(({ text }) => text.includes(sentence))?.text ?? sentence
  if (!makes(whole) || MEANT.test(whole)) return []
  const words = new Set(whole.match(/\w+/g))
  return stubs()
    .filter((name) => words.has(name))
    .map((what) => ({ what, want: 'body', found: false }))
}

/** What the change for it calls, though the request does not name it. Where any message wants something left open, nothing. */
function handedTo(demand: StatedDemand, { request }: Ledger, called: () => CalledStub[]): Wanted[] {
  const { kind, source, message } = demand
  if (kind !== 'change' || source !== 'human' || message !== request.total) return []
  if (request.messages.some(({ text }) => MEANT.test(text))) return []
  return called().map(({ name, file }) => ({ what: name, want: 'body', file, found: false }))
}

/** A body that is left empty on purpose, or for later. */
const MEANT =
  /\b(?:abstract|interfaces?|protocols?|traits?|stubs?|skeletons?|placeholders?|scaffold\w*|later|leave|except|gerüst|platzhalter|später|esqueleto|squelette)\b/i

function stubsOfChange(ledger: Ledger, look: Look): string[] {
  const files = filesOfChange(ledger, look).filter((file) => !isTestFile(file))
  return findStubs(files.slice(0, MAX_STUBBED).map((file) => look.textOf(file) ?? ''))
}

function calledOfChange(ledger: Ledger, look: Look): CalledStub[] {
  const files = (look.changed ?? []).filter((file) => !isTestFile(file) && PLAIN_PATH.test(file))
  const sources = files
    .slice(0, MAX_STUBBED)
    .flatMap((file) => ({ file, text: look.textOf(file) ?? '' }))
  return files.length > MAX_STUBBED ? [] : calledStubs(sources, ledger)
}

/** It is named in a sentence of ours. */
const PLAIN_PATH = /^[\w./@-]{1,120}$/

/** Done in a turn that is over: what became of it since is no matter of this demand. */
function wasDoneBefore(wanted: Wanted, message: number, { edits, request }: Ledger): boolean {
  const isIt = touches(wanted)
  return edits.some(({ file, turn }) => turn >= message && turn < request.total && isIt(file))
}

/** Whether an edit of a file may be what is wanted. */
function touches({ what, want, file: place }: Wanted): (file: string) => boolean {
  if (want === 'run') return () => false
  if (want === 'tests') return mayHoldTests
  // Where a test belongs the agent may know better.
  const isTest = want === 'changed' && mayHoldTests(what)
  return (file) => isFileCalled(file, place ?? what) || (isTest && mayHoldTests(file))
}

function find(wanted: Wanted, ledger: Ledger, look: Look | null, message: number): boolean | null {
  const { what, want, file } = wanted
  if (want === 'run') return wasRun(what, ledger)
  if (look === null) return null
  const isThere = (name: string): boolean =>
    namesOf(name).some(look.exists) || wasMade(name, ledger)
  if (want === 'tests') return wasChanged(ledger, look, touches(wanted), message)
  if (want === 'changed')
    return wasChanged(ledger, look, touches(wanted), message) ?? (isThere(what) ? null : false)
  if (want === 'exists') return isThere(what)
  if (want === 'gone') return !look.exists(what)
  if (want === 'symbol' && file === undefined) return isInChange(what, ledger, look)
  const place = file === undefined ? undefined : namesOf(file).find(look.exists)
  const text = place === undefined ? null : look.textOf(place)
  if (text === null) return null
  if (want === 'symbol') return text.includes(what)
  return (
    hasSection(text, what) || mayStandElsewhere(ledger, look, (other) => hasSection(other, what))
  )
}

/** null where nothing of the change can be read, or not all of it. */
function isInChange(what: string, ledger: Ledger, look: Look): boolean | null {
  const files = filesOfChange(ledger, look)
  const testsFirst = files.toSorted((a, b) => Number(mayHoldTests(b)) - Number(mayHoldTests(a)))
  const isRead = testsFirst.slice(0, MAX_FILES).some((file) => look.textOf(file) !== null)
  return isRead ? isInTexts(testsFirst, look, (text) => text.includes(what)) : null
}

/** Another document of the change has it: the agent may know better where it belongs. */
const mayStandElsewhere = (
  ledger: Ledger,
  look: Look,
  has: (text: string) => boolean,
): boolean | null => isInTexts(filesOfChange(ledger, look).filter(isDocumentation), look, has)

const filesOfChange = ({ edits }: Ledger, { changed }: Look): string[] => [
  ...new Set([...edits.map(({ file }) => file), ...(changed ?? [])]),
]

function isInTexts(
  files: readonly string[],
  { textOf }: Look,
  has: (text: string) => boolean,
): boolean | null {
  if (files.slice(0, MAX_FILES).some((file) => has(textOf(file) ?? ''))) return true
  return files.length > MAX_FILES ? null : false
}

const MAX_FILES = 200
/** Of these every one is read. */
const MAX_STUBBED = 50

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
  // An earlier turn's edit shows in the tree as well.
  return own.length > 0 ? null : true
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

/** null where the session has had more calls than are kept, or something else may have run it. */
function wasRun(command: string, { commands, recent, totals }: Ledger): boolean | null {
  const wanted = squeeze(command)
  const kinds = checksIn(command)
  const calls = recent.filter((item) => item.kind === 'call')
  const ordered = chooseParts(parseLine(command)).filter(isCheck)
  const isCovered = (run: CommandRun): boolean =>
    ordered.some((check) => (covers(run, check) || covers(check, run)) && hasFlags(run, check))
  const isRun =
    commands.some(
      (run) =>
        squeeze(run.command).includes(wanted) ||
        isCovered(run) ||
        (ordered.length === 0 && kinds.has(run.kind)),
    ) || calls.some((call) => squeeze(call.action).includes(wanted))
  if (isRun) return true
  // A goal of a runner ("mvn verify") is run by its name; a tool may be run by any script.
  const others = commands.filter(({ command: line }) => !NO_RUN.test(line))
  if (kinds.size > 0 && !wanted.includes(' ') && others.some(mayRunOthers)) return null
  const isElsewhere = calls.some(
    ({ toolKind, tool }) =>
      toolKind === 'subagent' ||
      (toolKind === 'other' && /run|exec|shell|term|task|agent|test/i.test(tool)),
  )
  return isElsewhere || totals.toolCalls > MAX_SEEN || totals.compactions > 0 ? null : false
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
