import type { Claim } from '../../../../src/schema/claim.js'
import { Badge } from '../../kit/badge.js'
import type { Tone } from '../../kit/tone.js'

const STATUS: Readonly<Record<Claim['status'], { tone: Tone; meaning: string }>> = {
  supported: { tone: 'good', meaning: 'The evidence agrees' },
  contradicted: { tone: 'bad', meaning: 'The evidence says otherwise' },
  stale: { tone: 'warn', meaning: 'True when it was measured; code was edited since' },
  unsupported: { tone: 'plain', meaning: 'Nothing speaks for it or against it' },
}

/** What the agent says of its work, with what the evidence says to that. */
export function ClaimLine({ claim }: { claim: Claim }) {
  const { tone, meaning } = STATUS[claim.status]
  return (
    <div>
      <p>
        <span className="said">“{claim.quote}”</span>{' '}
        <Badge tone={tone} title={meaning}>
          {claim.status}
        </Badge>
      </p>
      {claim.evidence.length > 0 && (
        <p className="measured leading-[1.4] text-faint">{claim.evidence.join(' · ')}</p>
      )}
    </div>
  )
}
