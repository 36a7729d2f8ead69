import type { RiskOverview } from '../../../../src/schema/api/run.js'
import { ShareBar } from '../../charts/share-bar.js'
import { Panel } from '../../kit/panel.js'
import { DECLARED } from './run-words.js'
import type { Declared } from './run-words.js'

/** The agent's own word against the files. A word that is too low is what a reviewer wants first. */
export function DeclaredPanel({ declared, rowsOf }: DeclaredPanelProps) {
  const parts = (Object.keys(DECLARED) as Declared[]).map((key) => ({
    label: DECLARED[key].words,
    value: declared[key],
    tone: DECLARED[key].tone,
    href: rowsOf(`declared=${key}`),
  }))
  return (
    <Panel title="Declared against computed">
      <ShareBar parts={parts} />
      <p className="mt-3 text-sm text-soft">
        Where the agent names what is most likely wrong, its surface is compared with the riskiest
        one among the changed files. Lower means: it pointed at a page while the change is in
        sign-in.
      </p>
    </Panel>
  )
}

interface DeclaredPanelProps {
  declared: RiskOverview['declared']
  /** The address of the runs that a filter leaves. */
  rowsOf(filter: string): string
}
