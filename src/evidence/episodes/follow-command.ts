/**
 * A command ended: which checks went red by it, which are green again, and what else it did. The state
 * of a session's episodes is changed in place, like the ledger's.
 */
import { oneLineSafely } from '../../safety/clip-safely.js'
import { bareCommand } from '../../read/shell/bare-command.js'
import { commandKind } from '../../read/shell/command-kind.js'
import type { CommandResult } from '../../read/shell/command-result.js'
import type { ShellLine, ShellPart } from '../../read/shell/shell-line.js'
import { covers, isCompileError } from './covers.js'
import { episodeKey } from './episode-key.js'
import { addHappening, addTrack, isOpen } from './episodes-state.js'
import type { Deed, EpisodesState, Track } from './episodes-state.js'
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
    else if (read.isCompiled) goGreen(state, read, call, isCompileError)
    if (read.result === 'red') goRed(state, read, call)
  }
}

function noteDeeds(state: EpisodesState, { line, step }: FinishedCall): void {
  for (const part of line.parts) {
    const deed = deedOf(part)
    if (deed !== null) addHappening(state, { kind: 'command', step, ...deed })
  }
}

/** The session's own folder is where checks run by default. */
function within(folder: string, cwd: string | null): string {
  if (cwd === null || folder === cwd) return folder === cwd ? '' : folder
  return folder.startsWith(`${cwd}/`) ? folder.slice(cwd.length + 1) : folder
}

function goRed(state: EpisodesState, read: CheckRead, { step, at }: FinishedCall): void {
  const key = episodeKey(read.failure, `${read.folder} ${read.check}`.trim())
  const same = state.tracks.filter((track) => isOpen(track) && isSameCheck(track, read))
  const again = same.find((track) => isSameFailure(track, read, key))
  for (const track of same)
    if (track !== again && isGone(state, track, read)) track.goneStep ??= step
  if (again !== undefined) return redAgain(state, again, read, step)
  const known = state.tracks.find((track) => track.key === key)
  if (known !== undefined) return reopen(known, read, step)
  addTrack(state, {
    key,
    sort: read.sort,
    kind: read.kind,
    check: read.check,
    words: read.words.slice(0, MAX_WORDS),
    folder: read.folder,
    tests: read.failure.tests,
    error: read.failure.error,
    redStep: step,
    lastRedStep: step,
    goneStep: null,
    greenStep: null,
    attempts: 1,
    tried: [],
    resolvedBy: null,
    variables: read.variables,
    startedAt: at,
    endedAt: null,
  })
}

const isSameCheck = (track: Track, { sort, folder }: CheckRead): boolean =>
  track.sort === sort && track.folder === folder

function isSameFailure(track: Track, { failure }: CheckRead, key: string): boolean {
  if (track.key === key) return true
  return track.tests.some((test) => failure.tests.includes(test))
}

/**
 * A run that would show it shows another failure. Without a change in between the same failure only
 * looks different, and a run that names nothing says nothing.
 */
function isGone({ happenings }: EpisodesState, track: Track, read: CheckRead): boolean {
  const { tests, error } = read.failure
  const isNamed = tests.length > 0 || error?.message != null
  return isNamed && covers(read, track) && happenings.some(({ step }) => step > track.lastRedStep)
}

const MAX_WORDS = 20
const MAX_TRIED = 8
const MAX_TESTS = 5

function redAgain(state: EpisodesState, track: Track, read: CheckRead, step: number): void {
  const tried = triedSince(state, track, step)
  if (tried !== null && track.tried.length < MAX_TRIED) track.tried.push(tried)
  track.attempts += 1
  track.lastRedStep = step
  track.goneStep = null
  track.variables = read.variables
  track.tests = [...new Set([...track.tests, ...read.failure.tests])].slice(0, MAX_TESTS)
}

/** The same failure once more, after it had been green. */
function reopen(track: Track, read: CheckRead, step: number): void {
  track.check = read.check
  track.words = read.words.slice(0, MAX_WORDS)
  track.folder = read.folder
  track.variables = read.variables
  track.attempts += 1
  track.lastRedStep = step
  track.goneStep = null
  track.greenStep = null
  track.endedAt = null
  track.resolvedBy = null
}

/** Tests that fail have been compiled: their red run is the green one of a compiler's error. */
function goGreen(
  state: EpisodesState,
  read: CheckRead,
  { step, at }: Pick<FinishedCall, 'step' | 'at'>,
  isMeant: (track: Track) => boolean = () => true,
): void {
  for (const track of state.tracks) {
    if (!isOpen(track) || !isMeant(track) || !covers(read, track)) continue
    track.resolvedBy = resolutionOf(state, track, { ...read, step })
    track.greenStep = step
    track.endedAt = at
  }
}

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

function deedOf({ words, join }: ShellPart): { command: string; does: Deed } | null {
  const variable = words[0] === 'export' ? /^([A-Za-z_]\w*)=/.exec(words[1] ?? '') : null
  if (variable !== null) return { command: `${variable[1]}=`, does: 'set' }
  const bare = bareCommand(words)
  const command = oneLineSafely(bare.join(' '), 160)
  const { kind } = commandKind(bare)
  if (kind === 'install') return { command, does: 'install' }
  if (startsService(command) || (join === '&' && kind === 'run')) return { command, does: 'start' }
  return null
}
