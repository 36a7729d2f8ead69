import type { JudgedGate } from '../../../../src/schema/judged-note.js'
import { Badge } from '../../kit/badge.js'

/** A red gate: the fact, and the words that it rests on. */
export function GateLine({ gate }: { gate: JudgedGate }) {
  return (
    <div>
      <p>
        <span className="measured text-ink">{gate.fact}</span>{' '}
        {!gate.counts && <Badge title="It was red and did not count">noted only</Badge>}
      </p>
      {gate.quote !== null && gate.quote !== '' && (
        <p className="measured border-l-2 border-line-strong pl-2 leading-[1.4] text-faint">
          {gate.quote}
        </p>
      )}
    </div>
  )
}
