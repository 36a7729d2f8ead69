import { clipSafely, oneLineSafely } from '../../safety/clip-safely.js'
import { shortHash } from '../../util/loose-json.js'
import { looseKey } from '../../util/loose-key.js'
import { cutToSize } from '../../util/push-bounded.js'
import { figuresIn, isMeasuring } from '../output/figures.js'
import { settleRuns } from '../shell/read-runs.js'
import type { CommandRun, Ledger } from '../../schema/evidence.js'
import { MAX_RECENT } from './ledger-state.js'
import type { LedgerState, UnsettledCall } from './ledger-state.js'

/** Reads the texts that were put aside, now that they are needed; dropped ones cost nothing. */
export function settle({ ledger, unsettled }: LedgerState): void {
  cutToSize(ledger.recent, MAX_RECENT)
  cutToSize(unsettled.calls, MAX_RECENT)
  cutToSize(unsettled.messages, MAX_RECENT)
  for (const call of unsettled.calls) settleCall(call)
  for (const { item, text } of unsettled.messages) {
    item.text = oneLineSafely(text, 300)
    item.key = shortHash(text.replace(/\s{2,}|[^\S ]/g, ' ').trim())
  }
  settleCommands(ledger, unsettled.runs)
  unsettled.calls = []
  unsettled.messages = []
  unsettled.runs = []
}

/** A run that never began leaves the ledger. */
function settleCommands(ledger: Ledger, waiting: LedgerState['unsettled']['runs']): void {
  const gone = new Set<CommandRun>()
  const present = new Set(ledger.commands)
  for (const { run, line, index, finished } of waiting) {
    if (!present.has(run)) continue
    const found = settleRuns(line, finished).find(({ part }) => part.index === index)
    if (found === undefined) gone.add(run)
    else Object.assign(run, found.draft, isCheckAside(run) ? { kind: 'other' } : {})
  }
  if (gone.size > 0) ledger.commands = ledger.commands.filter((run) => !gone.has(run))
}

/** It was run without the session's changes. */
const isCheckAside = ({ kind }: CommandRun): boolean => kind === 'other'

function settleCall({ item, what, result }: UnsettledCall): void {
  if (what !== '') {
    item.action = oneLineSafely(item.action, 200)
    item.actionKey = looseKey(item.toolKind === 'command' ? what : `${item.tool} ${what}`)
  }
  if (result === null) return
  const { status, output } = result
  // Of a failure more is kept: a report may quote any line of it.
  const kept = status === 'failed' ? 900 : 300
  item.output = oneLineSafely(clipSafely(output, kept), kept)
  item.resultKey = looseKey(`${status} ${output}`)
  const figures = figuresIn(output)
  if (figures.length > 0)
    Object.assign(
      item,
      { figures },
      isMeasuring(`${item.action} ${output}`) ? { measures: true } : {},
    )
}
