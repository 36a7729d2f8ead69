import type { GatedFeature } from '../../../../src/schema/api/experiments.js'
import { Badge } from '../../kit/badge.js'
import { Panel } from '../../kit/panel.js'

/** What would act on self-reported confidence, and why it may or may not. */
export function FeaturesPanel({ features }: { features: readonly GatedFeature[] }) {
  return (
    <Panel title="What this unlocks" flush>
      <ul>
        {features.map(({ id, title, needs, on, note, reason }, at) => (
          <li
            key={id}
            className="grid gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 first:border-t-0 sm:grid-cols-[3rem_minmax(0,2fr)_minmax(0,3fr)] sm:items-baseline"
          >
            <span>
              <Badge tone={note ? 'info' : on ? 'good' : 'plain'}>
                {note ? 'note' : on ? 'on' : 'off'}
              </Badge>
            </span>
            <span className={on ? 'font-semibold' : ''}>
              {title} <span className="text-xs text-faint">needs {needs.join(', ')}</span>
            </span>
            <span className="text-sm text-faint">
              {reason === features[at - 1]?.reason ? 'for the same reason' : reason}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
