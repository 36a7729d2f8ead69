import type { JudgedDemand } from '../../../../src/schema/demand.js'
import { Badge } from '../../kit/badge.js'
import type { Tone } from '../../kit/tone.js'

const STATUS: Readonly<
  Record<JudgedDemand['status'], { tone: Tone; label: string; meaning: string }>
> = {
  met: { tone: 'good', label: 'met', meaning: 'The evidence shows it' },
  ran_red: { tone: 'bad', label: 'ran, red', meaning: 'It was run, and its last result is red' },
  not_met: { tone: 'bad', label: 'not met', meaning: 'The evidence shows that it is missing' },
  unclear: {
    tone: 'plain',
    label: 'not proven',
    meaning: 'No check or file shows it, and nothing speaks against it',
  },
}

const KINDS: Readonly<Record<JudgedDemand['kind'], string>> = {
  change: 'change',
  check: 'check',
  deliver: 'deliver',
  answer: 'answer',
  plan: 'plan',
  forbid: 'forbidden',
  ask_first: 'ask first',
}

/** What a human asked for, whether it still stands, and what the evidence says of it. */
export function DemandLine({ demand }: { demand: JudgedDemand }) {
  const { tone, label, meaning } = STATUS[demand.status]
  const isOver = demand.state !== 'asked'
  return (
    <div>
      <p>
        <span className="text-xs text-faint">{KINDS[demand.kind]}</span>{' '}
        <span className={`said${isOver ? ' line-through' : ''}`}>“{demand.sentence}”</span>{' '}
        {isOver ? (
          <Badge tone="plain">{demand.state}</Badge>
        ) : (
          <Badge tone={tone} title={meaning}>
            {label}
          </Badge>
        )}{' '}
        {demand.source === 'project' && <Badge tone="plain">project</Badge>}
      </p>
      {demand.evidence.length > 0 && (
        <p className="measured leading-[1.4] text-faint">{demand.evidence.join(' · ')}</p>
      )}
      {demand.settledBy !== null && (
        <p className="leading-[1.4] text-faint">by “{demand.settledBy}”</p>
      )}
    </div>
  )
}
