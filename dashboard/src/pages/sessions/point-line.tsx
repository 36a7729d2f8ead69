import type { TurnSummary } from '../../../../src/schema/api/session.js'
import { Badge } from '../../kit/badge.js'
import { codeWords } from '../../kit/code-words.js'

type TurnPoint = TurnSummary['points'][number]

export const isOpen = ({ isLast, counts }: TurnPoint): boolean => isLast && counts

/** One point of a stop: what it is, the words that it rests on, where to see it, and why it counts or not. */
export function PointLine({ point }: { point: TurnPoint }) {
  const { gate, fact, quote, accounted, read, verdict } = point
  return (
    <div>
      <p>
        <State point={point} /> <span className="text-xs text-faint">{codeWords(gate)}</span>{' '}
        <span className="measured text-ink">{fact}</span>{' '}
        <a href={`#${verdictAnchor(verdict)}`} className="text-xs text-accent underline">
          its stop
        </a>
      </p>
      {quote !== null && quote !== '' && (
        <p className="measured border-l-2 border-line-strong pl-2 leading-[1.4] text-faint">
          {quote}
        </p>
      )}
      {read !== undefined && (
        <p className="text-sm text-faint">
          read as “{codeWords(read.act)}” in <span className="said">“{read.text}”</span>
        </p>
      )}
      {accounted !== undefined && <p className="text-sm text-soft">Accounted for: {accounted}.</p>}
    </div>
  )
}

function State({ point }: { point: TurnPoint }) {
  const { isLast, counts, accounted } = point
  if (isOpen(point)) return <Badge tone="bad">open</Badge>
  if (!isLast) return <Badge title="At an earlier stop, and not at the last one">earlier</Badge>
  if (accounted !== undefined) return <Badge tone="good">accounted for</Badge>
  return <Badge title={counts ? undefined : 'It was seen and sends no one back'}>noted</Badge>
}

/** Where the timeline shows the stop of a verdict. */
export const verdictAnchor = (verdict: string): string => `verdict-${verdict}`
