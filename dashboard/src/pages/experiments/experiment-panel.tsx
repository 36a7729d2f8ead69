import type { ReactNode } from 'react'
import type { CalibrationResult } from '../../../../src/schema/api/experiments.js'
import { Badge } from '../../kit/badge.js'
import { Panel } from '../../kit/panel.js'
import { VERDICTS } from './verdict-words.js'

/** One experiment: its picture first, then what the reader should know, then how things are counted. */
export function ExperimentPanel({ title, id, result, empty, children }: ExperimentPanelProps) {
  return (
    <div id={id} className="scroll-mt-4">
      <Panel
        title={title}
        {...(result !== null && {
          aside: (
            <span className="flex flex-wrap items-baseline gap-2">
              <span className="text-faint">{result.source}</span>
              <Badge tone={VERDICTS[result.verdict.state].tone}>
                {VERDICTS[result.verdict.state].word}
              </Badge>
            </span>
          ),
        })}
      >
        {result === null ? (
          empty
        ) : (
          <>
            {children}
            {result.notes.length > 0 && (
              <ul className="mt-4 text-sm text-warn">
                {result.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
            <details className="mt-4 text-sm text-soft">
              <summary>How it is counted, fixed before the data were looked at</summary>
              <div className="mt-2 flex max-w-[90ch] flex-col gap-1.5">
                <p>
                  <span className="label mr-1">at least</span> {result.registered.minimum}
                </p>
                {result.registered.definitions.map((definition) => (
                  <p key={definition}>{definition}</p>
                ))}
              </div>
            </details>
          </>
        )}
      </Panel>
    </div>
  )
}

type Shown = Pick<CalibrationResult, 'source' | 'registered' | 'verdict' | 'notes'>

interface ExperimentPanelProps {
  title: string
  /** Where links from the gates lead to. */
  id: string
  result: Shown | null
  /** Instead of the picture when there are no data at all. */
  empty: ReactNode
  children: ReactNode
}
