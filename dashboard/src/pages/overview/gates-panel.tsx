import type { GateTrack, Overview } from '../../../../src/schema/api/overview.js'
import { Badge } from '../../kit/badge.js'
import { Panel } from '../../kit/panel.js'

/** A gate that is wrong too often loses its right to push. */
export function GatesPanel({ data: { gates } }: { data: Overview }) {
  if (gates.length === 0) return null
  return (
    <Panel title="Gates" note="how their last pushes turned out" flush>
      <ul>
        {gates.map((gate) => (
          <li
            key={gate.gate}
            className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-1.5 last:border-b-0"
          >
            <span className="measured min-w-0 truncate" title={gate.gate}>
              {gate.gate}
            </span>
            <span className="flex shrink-0 items-baseline gap-2 text-sm text-soft">
              {gate.demoted && <Badge tone="bad">notes only</Badge>}
              <span title={reasonsOf(gate)}>
                {gate.against} of {gate.pushes} wrong
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const reasonsOf = ({ reasons }: GateTrack): string =>
  Object.entries(reasons)
    .map(([reason, count]) => `${reason}: ${count}`)
    .join(', ')
