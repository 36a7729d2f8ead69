import type { Evidence } from '../../schema/evidence.js'
import { onlyLooks } from '../../read/shell/only-looks.js'
import { oneLineSafely } from '../../safety/clip-safely.js'

/** Something was done after the last text, not only looked at: what was asked was not waited for. */
export const hasActedSince = (evidence: Evidence): boolean =>
  callsSince(evidence).some(
    ({ toolKind, action }) => toolKind === 'edit' || (toolKind === 'command' && !onlyLooks(action)),
  )

type Call = Extract<Evidence['recent'][number], { kind: 'call' }>

/** None when the last text is the client's own: a transcript that lags behind does not hold it yet. */
function callsSince({ recent, lastMessage }: Evidence): Call[] {
  const at = recent.findLastIndex(({ kind }) => kind === 'message')
  const text = recent[at]
  if (text?.kind !== 'message' || text.text !== oneLineSafely(lastMessage ?? '', 300)) return []
  return recent.slice(at).flatMap((item) => (item.kind === 'call' && !item.sidechain ? [item] : []))
}
