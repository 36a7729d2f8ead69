import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import { chooseParts } from '../shell/choose-parts.js'
import type { ChosenPart } from '../shell/choose-parts.js'
import { settleRuns } from '../shell/read-runs.js'
import type { CommandResult } from '../shell/command-result.js'
import { followCommand } from '../episodes/follow-command.js'
import { findSetAside } from '../shell/set-aside.js'
import { parseLine } from '../shell/parse-line.js'
import type { ShellLine, ShellPart } from '../shell/shell-line.js'
import { onlyAddsComments, writtenByCommand } from '../shell/written-files.js'
import type { LedgerState, OpenCall } from './ledger-state.js'
import { recordDelivery } from './record-delivery.js'
import { recordEdits, wireFiles } from './record-edit.js'
import { isCheck } from '../shell/is-check.js'

const MAX_LATEST = 30
const MAX_CHECKS = 12
const MAX_KEPT = MAX_LATEST + 2 * MAX_CHECKS

/** A command ended: its runs, what it delivered and what it wrote go into the ledger. */
export function applyCommand(state: LedgerState, call: OpenCall, result: CommandResult): void {
  const { ledger } = state
  const command = call.command ?? ''
  if (command === '') return
  const line = parseLine(command)
  const { parts } = line
  // A call that was refused moved nothing.
  const hasRun = result.status === 'completed' || result.status === 'failed'
  const aside = findSetAside(hasRun ? parts : [], state.isAway === true, result.output)
  // Of a session that edited nothing, nothing lies in the stash.
  if (aside.isAway && ledger.edits.some(({ inferred }) => inferred !== 'git')) state.isAway = true
  else delete state.isAway
  for (const { draft, index, isRead } of runsOf(line, result)) {
    const run: CommandRun = Object.assign(draft, { step: call.step, turn: ledger.request.total })
    if (aside.parts.has(index) && isCheck(run)) run.kind = 'other'
    if (index > 0) run.part = index
    if (result.at != null) run[isCheck(run) ? 'endedAt' : 'at'] = result.at
    if (!isRead) state.unsettled.runs.push({ run, line, index, finished: result })
    addRun(state, run)
    recordDelivery(ledger, run, result)
  }
  wireFiles(ledger, command)
  recordWritten(state, call, parts, result)
  // Behind the edits: `sed -i … && npm test` edits before it tests.
  if (aside.parts.size > 0) return
  followCommand(state.episodes, { ...call, line }, result, ledger.session.cwd)
}

interface RunDraft {
  draft: Omit<CommandRun, 'step' | 'turn' | 'part' | 'endedAt'>
  index: number
  /** Its output was looked at. */
  isRead: boolean
}

/** What a delivery printed is asked for at once, and a run's or a lint's may show that it was a test; the rest can wait. */
function runsOf(line: ShellLine, result: CommandResult): RunDraft[] {
  const chosen = chooseParts(line)
  return chosen.some(({ kind }) => AT_ONCE.has(kind))
    ? settleRuns(line, result).map(({ part, draft }) => ({
        draft,
        index: part.index,
        isRead: true,
      }))
    : chosen.map((part) => ({ draft: unread(part), index: part.index, isRead: false }))
}

const unread = ({ command, key, kind }: ChosenPart): RunDraft['draft'] => ({
  command,
  key,
  kind,
  exitCode: null,
  result: 'unknown',
  counts: null,
  failing: [],
  gist: '',
})

function recordWritten(
  state: LedgerState,
  call: OpenCall,
  parts: readonly ShellPart[],
  result: CommandResult,
): void {
  if (result.status !== 'completed' && result.status !== 'failed') return
  if (result.edited !== undefined) return recordTold(state, call, parts, result.edited)
  for (const { file, index, by } of writtenByCommand(parts)) {
    if (file.startsWith('(') && !hasMoved(result)) continue
    if (result.status === 'failed' && parts.length === 1 && COPIES.has(parts[0]!.words[0] ?? ''))
      continue
    const edit = { ...call, files: [file], written: null, creates: false, sizes: [] }
    recordEdits(state, edit, { part: index, inferred: by })
  }
}

/** Where it fails, nothing was written. */
const COPIES: ReadonlySet<string> = new Set(['cp', 'mv', 'ln', 'install', 'touch', 'rename'])

/** What the client says that the command edited; nothing is guessed. */
function recordTold(
  state: LedgerState,
  call: OpenCall,
  parts: readonly ShellPart[],
  edited: NonNullable<CommandResult['edited']>,
): void {
  const addsComments = onlyAddsComments(parts)
  for (const { file, commentsOnly } of edited)
    recordEdits(state, {
      ...call,
      files: [file],
      written: null,
      creates: false,
      commentsOnly: commentsOnly || addsComments,
      sizes: [],
    })
}

/** A merge that failed or found nothing to do left the tree as it was. */
const hasMoved = (result: CommandResult): boolean =>
  result.status === 'completed' && !/already up[- ]to[- ]date/i.test(result.output)

const AT_ONCE: ReadonlySet<CommandKind> = new Set(['git', 'gh', 'deploy', 'migrate', 'run', 'lint'])

/** The latest runs stay, and of each check the last one before the first edit and the last of all. */
function addRun({ ledger, unsettled }: LedgerState, run: CommandRun): void {
  const { commands } = ledger
  const last = commands.at(-1)
  // Polling says the same each time: the newest stands for all.
  if (last !== undefined && !isCheck(run) && last.key === run.key && last.result === run.result) {
    commands[commands.length - 1] = run
    unsettled.runs = unsettled.runs.filter((one) => one.run !== last)
    return
  }
  commands.push(run)
  if (commands.length <= MAX_KEPT) return
  const { firstEditStep } = ledger
  const checks = commands.filter(isCheck)
  const before = checks.filter(({ step }) => firstEditStep === null || step < firstEditStep)
  const kept = new Set([
    ...lastOfEach(before),
    ...lastOfEach(checks),
    ...commands.slice(-MAX_LATEST),
  ])
  ledger.commands = commands.filter((one) => kept.has(one))
  unsettled.runs = unsettled.runs.filter((one) => kept.has(one.run))
}

function lastOfEach(runs: readonly CommandRun[]): CommandRun[] {
  const latest = new Map<string, CommandRun>()
  for (const run of runs) {
    const key = `${run.kind} ${run.key}`
    latest.delete(key)
    latest.set(key, run)
  }
  return [...latest.values()].slice(-MAX_CHECKS)
}
