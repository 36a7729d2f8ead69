import type { GateTrack, Overview } from '../../../../src/schema/api/overview.js'
import { Badge } from '../../kit/badge.js'
import { codeWords } from '../../kit/code-words.js'
import { formatCounted } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'

/** A gate that is wrong too often loses its right to push. */
export function GatesPanel({ data: { gates } }: { data: Overview }) {
  if (gates.length === 0) return null
  return (
    <Panel title="Gates" note="how their last pushes turned out; the same told again is one" flush>
      <ul>
        {gates.map((gate) => (
          <li
            key={gate.gate}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0"
          >
            <span title={gate.gate}>{codeWords(gate.gate)}</span>
            <span className="flex min-w-0 items-baseline gap-2 text-sm text-soft">
              {gate.demoted && <Badge tone="bad">notes only</Badge>}
              <span>{describeTrack(gate)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const REASONS: Readonly<Record<string, string>> = {
  marked_wrong: 'called wrong',
  aborted: 'aborted by the human',
  contradicted: 'contradicted by the human',
}

/** What really happened after its pushes: only a person calls one wrong. */
function describeTrack({ pushes, reasons }: GateTrack): string {
  const against = Object.entries(reasons).filter(([, count]) => count > 0)
  if (against.length === 0) return `${formatCounted(pushes, 'push', 'pushes')}, none against it`
  const told = against.map(([reason, count]) => `${count} ${REASONS[reason] ?? reason}`)
  return `of ${formatCounted(pushes, 'push', 'pushes')}, ${told.join(', ')}`
}
