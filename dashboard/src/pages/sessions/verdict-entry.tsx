import { Badge } from '../../kit/badge.js'
import { toneText } from '../../kit/tone.js'
import type { EntryProps } from './entry-of.js'
import { verdictTone } from './entry-looks.js'
import { GateLine } from './gate-line.js'
import { VerdictEvidence } from './verdict-evidence.js'

/** The answer on a stop: what it is, the facts against it, and on demand all that it rests on. */
export function VerdictEntry({ entry }: EntryProps<'verdict'>) {
  const { verdict, gates, markedWrong } = entry
  const tone = verdictTone(verdict.complete, verdict.requires_human_action)
  return (
    <div className="rounded border border-line-strong px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className={toneText[tone]}>{wordOf(entry)}</strong>
        {verdict.severity !== 'NONE' && <Badge tone={tone}>{verdict.severity.toLowerCase()}</Badge>}
        {markedWrong && <Badge tone="bad">marked wrong by a person</Badge>}
        {verdict.degraded && <Badge title="Some evidence was missing">degraded</Badge>}
        <span className="ml-auto text-xs text-soft">judged by {verdict.judge}</span>
      </p>
      {entry.reason !== '' && <p className="text-soft">{entry.reason}</p>}
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

function wordOf({ verdict }: EntryProps<'verdict'>['entry']): string {
  if (verdict.complete === true) return 'Done'
  if (verdict.requires_human_action) return 'Needs you'
  return verdict.complete === null ? 'Undecided' : 'Not done'
}
