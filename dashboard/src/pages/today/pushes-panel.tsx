import type { Overview } from '../../../../src/schema/api/overview.js'
import { ShareBar } from '../../charts/share-bar.js'
import { endings } from '../../kit/ending.js'
import { formatCounted } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'

export function PushesPanel({ data: { pushed } }: { data: Overview }) {
  return (
    <Panel
      title="How the work that was sent back ended"
      aside={formatCounted(pushed.turns, 'turn')}
    >
      {pushed.turns === 0 ? (
        <p className="text-soft">Nothing was sent back in this period.</p>
      ) : (
        <ShareBar
          parts={pushed.endings.map(({ ending, turns }) => ({
            label: endings[ending].label,
            tone: endings[ending].tone,
            value: turns,
          }))}
        />
      )}
    </Panel>
  )
}
