/**
 * A command ended: which checks went red by it, which are green again, and what else it did. The state
 * of a session's episodes is changed in place, like the ledger's.
 */
import { oneLineSafely } from '../../safety/clip-safely.js'
import { bareCommand } from '../shell/bare-command.js'
import { commandKind } from '../shell/command-kind.js'
import { onlyReads } from '../shell/only-reads.js'
import type { CommandResult } from '../shell/command-result.js'
import type { ShellLine, ShellPart } from '../shell/shell-line.js'
import { covers } from './covers.js'
import { episodeKey, isNamed } from './episode-key.js'
import type { OneFailure } from './episode-key.js'
import { addHappening, addTrack, followOther, isOpen } from './episodes-state.js'
import type { EpisodesState, Track } from './episodes-state.js'
import { readChecks } from './read-check.js'
import type { CheckRead } from './read-check.js'
import { resolutionOf, triedSince } from './resolution.js'
import { longPattern } from '../../util/long-pattern.js'

export interface FinishedCall {
  step: number
  at: string | null
  line: ShellLine
}

export function followCommand(
  state: EpisodesState,
  call: FinishedCall,
  result: CommandResult,
  cwd: string | null,
): void {
  const isAwaited = state.tracks.some(isOpen)
  if (isAwaited && result.status === 'completed') noteDeeds(state, call)
  for (const check of readChecks(call.line, result, isAwaited)) {
    const read = { ...check, folder: within(check.folder, cwd) }
    if (read.result === 'green') goGreen(state, read, call)
    else if (read.result === 'red') goRed(state, read, call)
  }
}

function noteDeeds(state: EpisodesState, { line, step }: FinishedCall): void {
  for (const part of line.parts) {
    const command = deedOf(part)
    if (command !== null) addHappening(state, { kind: 'command', step, command })
    else if (!onlyReads(part)) followOther(state, step)
  }
}

/** The session's own folder is where checks run by default. */
function within(folder: string, cwd: string | null): string {
  if (cwd === null || folder === cwd) return folder === cwd ? '' : folder
  return folder.startsWith(`${cwd}/`) ? folder.slice(cwd.length + 1) : folder
}

/** Each failure of a run is followed by itself: what ends one need not end the other. */
function goRed(state: EpisodesState, read: CheckRead, call: FinishedCall): void {
  const same = state.tracks.filter((track) => isOpen(track) && isSameCheck(track, read))
  const seen = new Set(
    failuresOf(read.failure).map((failure) => oneRed(state, read, failure, call)),
  )
  for (const track of same)
    if (!seen.has(track) && isGone(state, track, read)) track.goneStep ??= call.step
}

/** Those that have a name; where none has one, that the command failed. The error is the first test's. */
function failuresOf({ tests, error, others }: CheckRead['failure']): OneFailure[] {
  const all = [
    { tests: tests.slice(0, 1), error },
    ...tests.slice(1).map((test) => ({ tests: [test], error: null })),
    ...others.map((other) => ({ tests: [], error: other })),
  ]
  const named = all.filter(isNamed)
  return named.length === 0 ? all.slice(0, 1) : named
}

function oneRed(
  state: EpisodesState,
  read: CheckRead,
  failure: OneFailure,
  { step, at }: FinishedCall,
): Track {
  const key = episodeKey(failure, `${read.folder} ${read.check}`.trim())
  const again = state.tracks.find(
    (track) => isOpen(track) && isSameCheck(track, read) && isSameFailure(track, failure, key),
  )
  const known = again ?? state.tracks.find((track) => track.key === key)
  // The same rule may complain of the same name in another file now.
  if (known !== undefined && read.sort === 'lint' && isNamed(failure)) known.error = failure.error
  if (again !== undefined) return redAgain(state, again, { ...read, step, at })
  if (known !== undefined) return reopen(known, read, { step, at })
  return addTrack(state, {
    key,
    sort: read.sort,
    kind: read.kind,
    check: read.check,
    words: read.words.slice(0, MAX_WORDS),
    folder: read.folder,
    tests: failure.tests,
    error: failure.error,
    redStep: step,
    lastRedStep: step,
    lastRedAt: at,
    goneStep: null,
    greenStep: null,
    attempts: 1,
    tried: [],
    resolvedBy: null,
    variables: read.variables,
    counts: read.counts,
    startedAt: at,
    endedAt: null,
  })
}

const isSameCheck = (track: Track, { sort, folder }: CheckRead): boolean =>
  track.sort === sort && track.folder === folder

const isSameFailure = (track: Track, { tests }: OneFailure, key: string): boolean =>
  track.key === key || track.tests.some((test) => tests.includes(test))

/**
 * A run that would show it shows another failure. Without a change in between the same failure only
 * looks different, and a run that names nothing says nothing.
 */
function isGone({ happenings }: EpisodesState, track: Track, read: CheckRead): boolean {
  const { tests, error, others } = read.failure
  const isWhole = tests.length < MAX_TESTS && others.length < MAX_OTHERS
  const isRead = tests.length > 0 || error?.message != null
  return (
    isWhole &&
    isRead &&
    covers(read, track) &&
    happenings.some(({ step }) => step > track.lastRedStep)
  )
}

const MAX_WORDS = 20
const MAX_TRIED = 8
/** As many as a reader of failures names at most. */
const MAX_TESTS = 5
const MAX_OTHERS = 7

function redAgain(
  state: EpisodesState,
  track: Track,
  {
    step,
    at,
    variables,
    counts,
  }: Pick<CheckRead, 'variables' | 'counts'> & Pick<FinishedCall, 'step' | 'at'>,
): Track {
  const tried = triedSince(state, track, step)
  if (tried !== null && track.tried.length < MAX_TRIED) track.tried.push(tried)
  track.attempts += 1
  track.lastRedStep = step
  track.lastRedAt = at
  track.goneStep = null
  track.variables = variables
  track.counts = counts
  return track
}

/** The same failure once more, after it had been green. */
function reopen(
  track: Track,
  read: CheckRead,
  { step, at }: Pick<FinishedCall, 'step' | 'at'>,
): Track {
  track.check = read.check
  track.words = read.words.slice(0, MAX_WORDS)
  track.folder = read.folder
  track.variables = read.variables
  track.counts = read.counts
  track.attempts += 1
  track.lastRedStep = step
  track.lastRedAt = at
  track.goneStep = null
  track.greenStep = null
  track.endedAt = null
  track.resolvedBy = null
  return track
}

function goGreen(
  state: EpisodesState,
  read: CheckRead,
  { step, at }: Pick<FinishedCall, 'step' | 'at'>,
): void {
  for (const track of state.tracks) {
    if (!isOpen(track) || !covers(read, track) || isSkipped(track, read)) continue
    track.resolvedBy = resolutionOf(state, track, { ...read, step })
    track.greenStep = step
    track.endedAt = at
  }
}

/** More are skipped than when it was red, and no more pass: what was red may not have run. */
const isSkipped = ({ check, counts }: Track, read: CheckRead): boolean =>
  check === read.check &&
  counts != null &&
  read.counts !== null &&
  read.counts.skipped > counts.skipped &&
  read.counts.passed <= counts.passed

const startsService = (command: string): boolean =>
  SERVERS.has(command.split(' ', 1)[0]!) && STARTS.test(command)

const SERVERS = new Set(
  (
    'docker docker-compose podman systemctl service redis-server postgres mongod mysqld pg_ctl ' +
    'brew'
  ).split(' '),
)
const STARTS = longPattern()`
    ^(?:docker|docker-compose|podman)(?: compose)? (?:up|start|run)\b
    |^systemctl (?:--\S+ )*(?:start|restart)\b|^service \S+ (?:start|restart)\b
    |^(?:redis-server|postgres|mongod|mysqld|pg_ctl .*start)\b|^brew services start\b`

/** What installs, starts or sets something; null for any other command. */
function deedOf({ words, join }: ShellPart): string | null {
  const variable = words[0] === 'export' ? /^([A-Za-z_]\w*)=/.exec(words[1] ?? '') : null
  if (variable !== null) return `${variable[1]}=`
  const bare = bareCommand(words)
  const command = oneLineSafely(bare.join(' '), 160)
  const { kind } = commandKind(bare)
  const does = kind === 'install' || startsService(command) || (join === '&' && kind === 'run')
  return does ? command : null
}
