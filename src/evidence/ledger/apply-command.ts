import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import type { ToolStatus } from '../../schema/transcript.js'
import { readCommandRuns } from '../commands/read-command-runs.js'
import { writtenByCommand } from '../commands/written-by-command.js'
import type { LedgerState, OpenCall } from './ledger-state.js'
import { recordDelivery } from './record-delivery.js'
import { recordEdits, wireFiles } from './record-edit.js'

const MAX_LATEST = 30
const MAX_CHECKS = 12

interface CommandResult {
  status: ToolStatus
  exitCode: number | null
  output: string
}

/** A command ended: its runs, what it delivered and what it wrote go into the ledger. */
export function applyCommand(state: LedgerState, call: OpenCall, result: CommandResult): void {
  const { ledger } = state
  const command = call.command ?? ''
  if (command === '') return
  const turn = ledger.request.total
  const runs = readCommandRuns({ command, ...result }).map((draft) => ({
    ...draft,
    step: call.step,
    turn,
  }))
  for (const run of runs) {
    addRun(ledger, run)
    recordDelivery(ledger, run, result.output)
  }
  wireFiles(ledger, command)
  if (result.status !== 'completed' && result.status !== 'failed') return
  // A merge that failed or found nothing to do left the tree as it was.
  const moved = result.status === 'completed' && !/already up[- ]to[- ]date/i.test(result.output)
  const files = writtenByCommand(command).filter((file) => moved || !file.startsWith('('))
  if (files.length > 0) recordEdits(state, { ...call, files, written: null, creates: false })
}

const CHECKS: ReadonlySet<CommandKind> = new Set(['test', 'build', 'typecheck', 'lint'])

/** The latest runs stay, and of each check the last one before the first edit and the last of all. */
function addRun(ledger: Ledger, run: CommandRun): void {
  const { commands } = ledger
  const last = commands.at(-1)
  // Polling says the same each time: the newest stands for all.
  if (
    last !== undefined &&
    !CHECKS.has(run.kind) &&
    last.key === run.key &&
    last.result === run.result
  ) {
    commands[commands.length - 1] = run
    return
  }
  commands.push(run)
  if (commands.length <= MAX_LATEST + 2 * MAX_CHECKS) return
  const { firstEditStep } = ledger
  const checks = commands.filter(({ kind }) => CHECKS.has(kind))
  const before = checks.filter(({ step }) => firstEditStep === null || step < firstEditStep)
  const kept = new Set([
    ...lastOfEach(before),
    ...lastOfEach(checks),
    ...commands.slice(-MAX_LATEST),
  ])
  ledger.commands = commands.filter((one) => kept.has(one))
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
