import type { SkillProposal } from '../../../../src/schema/api/skill.js'
import type { SkillChange } from '../../../../src/schema/skill-change.js'
import { Badge } from '../../kit/badge.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { Tone } from '../../kit/tone.js'
import { Diff } from './diff.js'

const TONES: Readonly<Record<SkillChange['state'], Tone>> = {
  proposed: 'info',
  accepted: 'info',
  approved: 'good',
  rejected: 'bad',
  refused: 'warn',
  rolled_back: 'warn',
}

/** Proposals that were decided, with who or what decided and why. */
export function SettledProposals({ proposals }: { proposals: readonly SkillProposal[] }) {
  const settled = proposals.filter(({ change }) => change.state !== 'proposed')
  if (settled.length === 0) return null
  return (
    <Panel title="Decided proposals" note={settled.length} flush>
      <ul>
        {settled.map(({ change, diff }) => (
          <li key={change.id} className="border-t border-line first:border-t-0">
            <details>
              <summary className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2 hover:bg-sunken">
                <span>
                  <Badge tone={TONES[change.state]}>{change.state}</Badge>
                </span>
                <span className="truncate text-soft">{change.verdict ?? change.reason}</span>
                <RelativeTime
                  at={change.settled_at ?? change.proposed_at}
                  className="text-sm whitespace-nowrap text-faint"
                />
              </summary>
              <p className="said px-4 pb-2">{change.reason}</p>
              <Diff lines={diff} label="What the proposal changed" />
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
