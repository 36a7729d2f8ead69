import type { Gate } from '../../../../src/schema/api/experiments.js'
import { Badge } from '../../kit/badge.js'
import { VERDICTS } from './verdict-words.js'

/** The three questions with their answers, and what each answer rests on. */
export function GateCards({ gates }: { gates: readonly Gate[] }) {
  return (
    <ol className="grid gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-3">
      {gates.map(({ id, question, state, reasons, kill, pass, experiment }) => (
        <li key={id} className="flex min-w-0 flex-col bg-raised px-4 py-3">
          <p className="flex items-baseline justify-between gap-3">
            <a href={`#${experiment}`} className="label hover:text-ink">
              {id}
            </a>
            <Badge tone={VERDICTS[state].tone}>{VERDICTS[state].word}</Badge>
          </p>
          <h2 className="said mt-1 text-lg leading-snug">{question}</h2>
          <ul className="mt-2 text-soft">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="mt-auto pt-3 text-xs text-faint">
            <span className="label mr-1">killed if</span> {kill}
            <span className="label mx-1">passed if</span> {pass}
          </p>
        </li>
      ))}
    </ol>
  )
}
