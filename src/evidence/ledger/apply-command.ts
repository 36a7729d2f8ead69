import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import type { ToolStatus } from '../../schema/transcript.js'
import { readCommandRuns } from '../commands/read-command-runs.js'
import { writtenByCommand } from '../commands/written-by-command.js'
import type { LedgerState, OpenCall } from './ledger-state.js'
import { recordDelivery } from './record-delivery.js'
import { recordEdits, wireFiles } from './record-edit.js'

const MAX_LATEST = 40
const MAX_BASELINE = 12

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

/** The latest runs stay, and so do the last checks from before the first edit. */
function addRun(ledger: Ledger, run: CommandRun): void {
  ledger.commands.push(run)
  if (ledger.commands.length <= MAX_LATEST + MAX_BASELINE) return
  const { firstEditStep } = ledger
  const isBaseline = (one: CommandRun): boolean =>
    CHECKS.has(one.kind) && (firstEditStep === null || one.step < firstEditStep)
  const baseline = new Map(
    ledger.commands.filter(isBaseline).map((one) => [`${one.kind} ${one.key}`, one] as const),
  )
  const kept = new Set([
    ...[...baseline.values()].slice(-MAX_BASELINE),
    ...ledger.commands.slice(-MAX_LATEST),
  ])
  ledger.commands = ledger.commands.filter((one) => kept.has(one))
}
