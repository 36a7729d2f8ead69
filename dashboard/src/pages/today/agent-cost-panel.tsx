import type { AgentSpent } from '../../../../src/schema/agent-cost.js'
import type { Overview } from '../../../../src/schema/api/overview.js'
import { formatCount, formatMoney } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { Link } from '../../router/link.js'

/** What the agents themselves used, by model, and how much of it came to nothing. */
export function AgentCostPanel({ data: { agents, days } }: { data: Overview }) {
  const { all, groups, red, loops } = agents
  if (all.tokens === 0) return null
  return (
    <div id="agent-cost" className="min-w-0 scroll-mt-4">
      <Panel title="What agents used" note="from their transcripts" flush>
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="label text-left">
              <th scope="col" className="px-4 py-1.5 font-normal">
                Model
              </th>
              {['Uncached', 'Cached', 'Output', 'US dollars'].map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={`px-2 py-1.5 text-right font-normal last:pr-4 ${name === 'US dollars' ? '' : 'max-sm:hidden'}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ group, ...spent }) => (
              <Row key={group} name={group} spent={spent} />
            ))}
          </tbody>
        </table>
        <p className="border-t border-line px-4 py-2 text-sm text-soft">
          {red.tokens > 0 && (
            <>
              <Link href={`/sessions?ending=incomplete&since=${days}d`} className="underline">
                Sessions that ended red
              </Link>
              : {formatMoney(red)}, {formatCount(red.tokens)} tokens.{' '}
            </>
          )}
          {loops.tokens > 0 && (
            <>
              <Link href={`/settings/log?action=stall_loop&since=${days}d`} className="underline">
                Sessions that went in circles
              </Link>
              : {formatMoney(loops)}, {formatCount(loops.tokens)} tokens.{' '}
            </>
          )}
          {all.unpriced > 0 && 'A model without a known price has tokens and no dollars. '}
          By session, project or day: <code className="measured">reflect cost --agents</code>
        </p>
      </Panel>
    </div>
  )
}

function Row({ name, spent }: { name: string; spent: AgentSpent }) {
  const figures = [spent.input + spent.cacheWrite, spent.cacheRead, spent.output]
  return (
    <tr className="border-t border-line">
      <th scope="row" className="measured px-4 py-1.5 text-left font-normal">
        {name}
      </th>
      {figures.map((figure, place) => (
        <td key={place} className="measured px-2 py-1.5 text-right max-sm:hidden">
          {formatCount(figure)}
        </td>
      ))}
      <td className="measured px-2 py-1.5 pr-4 text-right">{formatMoney(spent)}</td>
    </tr>
  )
}
