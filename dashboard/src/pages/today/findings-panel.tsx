import type { Overview } from '../../../../src/schema/api/overview.js'
import { FindingRow } from '../../kit/finding-row.js'
import { formatCount } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { Link } from '../../router/link.js'

const SHOWN = 5

export function FindingsPanel({ data: { findings } }: { data: Overview }) {
  return (
    <Panel
      title="Open findings"
      flush
      aside={
        <Link href="/growth" className="text-accent underline underline-offset-2">
          all {formatCount(findings.open)}
        </Link>
      }
    >
      {findings.newest.length === 0 ? (
        <p className="px-4 py-4 text-soft">Nothing keeps going wrong.</p>
      ) : (
        <ul>
          {findings.newest.slice(0, SHOWN).map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
