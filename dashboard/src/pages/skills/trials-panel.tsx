import type { SkillTrial } from '../../../../src/schema/api/skill.js'
import { Badge } from '../../kit/badge.js'
import { formatCounted } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { Tone } from '../../kit/tone.js'

/** Past failures replayed with the skill and without it. */
export function TrialsPanel({ trials }: { trials: readonly SkillTrial[] }) {
  if (trials.length === 0) return null
  return (
    <Panel title="Trials" note={trials.length}>
      <ul className="flex flex-col gap-3">
        {trials.map((trial) => (
          <li key={trial.id}>
            <TrialLine trial={trial} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const TONES: Readonly<Record<'kept' | 'rejected' | 'not_enough', Tone>> = {
  kept: 'good',
  rejected: 'bad',
  not_enough: 'plain',
}

function TrialLine({ trial: { at, runner, state, runs, done, result } }: { trial: SkillTrial }) {
  return (
    <>
      <p>
        {result === null ? (
          <Badge tone="info">
            {state}, {done} of {runs}
          </Badge>
        ) : (
          <Badge tone={TONES[result.verdict]}>{result.verdict.replace('_', ' ')}</Badge>
        )}{' '}
        <span className="text-soft">
          {formatCounted(runs, 'run')} with {runner}
        </span>{' '}
        <RelativeTime at={at} className="text-faint" />
      </p>
      {result?.difference != null && (
        <p className="measured text-sm">
          {percent(result.with)} with it, {percent(result.without)} without; difference{' '}
          {points(result.difference.value)} points (95 %: {points(result.difference.low)} to{' '}
          {points(result.difference.high)})
        </p>
      )}
    </>
  )
}

const percent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(100 * share)} %`
const points = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(100 * share)}`
