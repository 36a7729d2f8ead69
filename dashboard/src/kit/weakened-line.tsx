import type { WeakenedCheck } from '../../../src/schema/weakened-check.js'
import { Badge } from './badge.js'

/** A check that the change made weaker, and what is known of why. */
export function WeakenedLine({ check }: { check: WeakenedCheck }) {
  const { kind, file, names, detail, red, asked, disclosed, pushes } = check
  return (
    <div>
      <p>
        <Badge tone={pushes ? 'bad' : 'warn'}>{kind.replace('_', ' ')}</Badge>{' '}
        <span className="measured text-ink">
          {file}
          {names.length > 0 && `: ${names.join(', ')}`}
        </span>
      </p>
      <p className="measured border-l-2 border-line-strong pl-2 leading-[1.4] text-faint">
        {detail}
      </p>
      <p className="text-faint">
        {[
          red ? 'was red in this session' : 'was not red',
          asked ? 'asked for' : 'not asked for',
          disclosed ? 'reported by the agent' : 'not reported by the agent',
        ].join(', ')}
      </p>
    </div>
  )
}
