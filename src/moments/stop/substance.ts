import type { Evidence } from '../../schema/evidence.js'
import { partsIn } from '../../read/shell/parse-line.js'
import { oneLineSafely } from '../../safety/clip-safely.js'

/** Looking around changes nothing and makes nothing true. Each command of a line has to be a look. */
export const onlyLooks = (command: string): boolean => {
  const parts = partsIn(command)
  return parts.length > 0 && parts.every(({ text, into }) => LOOKS.test(text) && into.length === 0)
}

const LOOKS = new RegExp(
  [
    String.raw`^\s*(?:cd|ls|cat|grep|rg|find|head|tail|pwd|echo|which|wc|tree|less|stat|file|nl|sed -n|du|sort|`,
    String.raw`df|ps|env|git (?:status|log|diff|show|branch|blame|grep)|gh (?:run|pr|issue) (?:view|`,
    String.raw`list|status|diff))\b`,
  ].join(''),
)

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
