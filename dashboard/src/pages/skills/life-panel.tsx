import type { SkillDetail } from '../../../../src/schema/api/skill.js'
import { Badge } from '../../kit/badge.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { stateTone, stateWord } from './skill-words.js'

/** Where a skill stands: its state, where agents see it, what is in the way, how it came here. */
export function LifePanel({ detail }: { detail: SkillDetail }) {
  const { state, installed, conflicts, steps } = detail
  return (
    <Panel title="Where it stands">
      <p>
        <Badge tone={stateTone[state]}>{stateWord(state)}</Badge>{' '}
        {installed.length === 0 && <span className="text-soft">not installed for any agent</span>}
      </p>
      {installed.length > 0 && (
        <ul className="mt-2">
          {installed.map((folder) => (
            <li key={folder} className="measured text-sm break-all">
              {folder}
            </li>
          ))}
        </ul>
      )}
      {conflicts.map(({ folder, reason }) => (
        <p key={folder} className="mt-2 text-sm text-bad">
          {reason}: <span className="measured break-all">{folder}</span>
        </p>
      ))}
      {steps.length > 0 && (
        <ul className="mt-4 flex flex-col gap-1 text-sm">
          {steps.map((step) => (
            <li key={`${step.at}${step.state}${step.reason}`}>
              <span className="font-semibold">{stateWord(step.state)}</span>{' '}
              <RelativeTime at={step.at} className="text-faint" />{' '}
              <span className="text-soft">
                by {step.by}: {step.reason}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
