import { clipSafely, oneLineSafely } from '../../safety/clip-safely.js'
import { shortHash } from '../../util/loose-json.js'
import { looseKey } from '../../util/loose-key.js'
import { cutToSize } from '../../util/push-bounded.js'
import { readRunOutput } from '../commands/read-command-runs.js'
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
  const present = new Set(ledger.commands)
  for (const { run, ...rest } of unsettled.runs) {
    if (present.has(run)) Object.assign(run, readRunOutput(run, rest))
  }
  unsettled.calls = []
  unsettled.messages = []
  unsettled.runs = []
}

function settleCall({ item, what, result }: UnsettledCall): void {
  if (what !== '') {
    item.action = oneLineSafely(item.action, 200)
    item.actionKey = looseKey(item.toolKind === 'command' ? what : `${item.tool} ${what}`)
  }
  if (result === null) return
  const { status, output } = result
  item.output = oneLineSafely(clipSafely(output, 300), 300)
  item.resultKey = looseKey(`${status} ${output}`)
}
