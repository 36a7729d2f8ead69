import type { Overview } from '../../../../src/schema/api/overview.js'
import {
  formatCount,
  formatCounted,
  formatMoney,
  formatShare,
  formatUsd,
} from '../../kit/format.js'
import { Stat, Stats } from '../../kit/stat.js'

/** Figures, in the order of the question: how much, how often, to what end, what is left. */
export function Summary({ data }: { data: Overview }) {
  const { stops, spend } = data
  const since = `${data.days}d`
  return (
    <Stats>
      <Stat
        label="Stops judged"
        href={`/settings/log?action=stop_judged&since=${since}`}
        value={formatCount(stops.judged)}
        note={`${formatCount(stops.abstained)} of them unproven; ${formatCount(stops.notJudged)} more not judged`}
      />
      {data.isImported ? (
        <Stat
          label="Stopped too early"
          href="#early"
          value={formatCount(stops.incomplete)}
          unit={share(stops.incomplete, stops.judged)}
          note="of the stops that were judged; a hook would have sent them back"
          {...(stops.incomplete > 0 && { tone: 'warn' as const })}
        />
      ) : (
        <BySentBack data={data} since={since} />
      )}
      {data.agents.all.tokens > 0 && (
        <Stat
          label="Agents used"
          href="#agent-cost"
          value={formatMoney(data.agents.all)}
          note={`${formatCount(data.agents.all.tokens)} tokens, ${formatShare(data.agents.all.cacheRead / data.agents.all.tokens, 0)} from the cache`}
        />
      )}
      {!data.isImported && (
        <Stat
          label="Judging today"
          value={formatUsd(spend.spent.usd)}
          unit={`of ${formatUsd(spend.budget.usd)}`}
          note={`${formatCounted(spend.calls, 'call')}, ${formatCount(spend.spent.tokens)} tokens`}
        />
      )}
    </Stats>
  )
}

/** What only a hook can tell. */
function BySentBack({ data, since }: { data: Overview; since: string }) {
  const { stops, pushed, findings, review } = data
  const done = pushed.endings
    .filter(({ ending }) => ending === 'done' || ending === 'settled')
    .reduce((sum, { turns }) => sum + turns, 0)
  return (
    <>
      <Stat
        label="Sent back"
        href={`/sessions?pushed=yes&since=${since}`}
        value={formatCount(stops.pushedBack)}
        unit={share(stops.pushedBack, stops.judged)}
        note="of the stops that were judged; nudges are not counted"
        {...(stops.pushedBack > 0 && { tone: 'warn' as const })}
      />
      <Stat
        label="Then finished"
        href={`/sessions?pushed=yes&since=${since}`}
        value={pushed.turns === 0 ? '–' : formatShare(done / pushed.turns, 0)}
        note={`${formatCount(done)} of ${formatCounted(pushed.turns, 'turn')} sent back`}
        {...(done > 0 && { tone: 'good' as const })}
      />
      <Stat
        label="Runs to review"
        href={`/reviews?days=${data.days}`}
        value={formatCount(review.count)}
        note={`${formatCount(review.mismatches)} ${review.mismatches === 1 ? 'differs' : 'differ'} from what the agent said`}
        {...(review.mismatches > 0 && { tone: 'bad' as const })}
      />
      <Stat
        label="Open findings"
        href="/growth"
        value={formatCount(findings.open)}
        note={`${formatCounted(data.tasks.paused, 'task')} paused`}
        {...(findings.open > 0 && { tone: 'warn' as const })}
      />
    </>
  )
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : formatShare(part / whole)
