import { Badge } from '../../kit/badge.js'
import { endings } from '../../kit/ending.js'
import { plainReason } from '../../kit/outcome.js'
import { toneText } from '../../kit/tone.js'
import type { EntryProps } from './entry-of.js'
import { GateLine } from './gate-line.js'
import { verdictAnchor } from './point-line.js'
import { VerdictEvidence } from './verdict-evidence.js'

/** The answer on a stop: what it is, the facts against it, and on demand all that it rests on. */
export function VerdictEntry({ entry }: EntryProps<'verdict'>) {
  const { verdict, gates, markedWrong } = entry
  const { tone, label } = endings[entry.ending]
  return (
    <div
      id={verdictAnchor(verdict.id)}
      className="rounded border border-line-strong px-3 py-2 target:bg-accent-wash"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className={`inline-block first-letter:uppercase ${toneText[tone]}`}>{label}</strong>
        {verdict.severity !== 'NONE' && <Badge tone={tone}>{verdict.severity.toLowerCase()}</Badge>}
        {markedWrong && <Badge tone="bad">marked wrong by a person</Badge>}
        {verdict.degraded && <Badge title="Some evidence was missing">degraded</Badge>}
        <span className="ml-auto text-xs text-soft">judged by {verdict.judge}</span>
      </p>
      {entry.reason !== '' && <p className="text-soft">{plainReason(entry.reason)}</p>}
      {gates.length > 0 && (
        <ul className="mt-1.5 grid gap-1.5">
          {gates.map((gate) => (
            <li key={gate.gate}>
              <GateLine gate={gate} />
            </li>
          ))}
        </ul>
      )}
      <VerdictEvidence entry={entry} />
    </div>
  )
}
