import type { GitHistoryResult } from '../../../../src/schema/api/experiments.js'
import { ShareIntervals } from '../../charts/share-intervals.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatCounted } from '../../kit/format.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { Tone } from '../../kit/tone.js'
import { ExperimentPanel } from './experiment-panel.js'

const BUCKETS: Readonly<Record<string, { label: string; note: string; tone: Tone }>> = {
  ci: { label: 'CI', note: 'a test or build file changed with the fix', tone: 'info' },
  review: { label: 'Human review', note: 'the risk floor flags the change', tone: 'warn' },
  reflection: { label: 'Only self-reflection', note: 'neither of these', tone: 'accent' },
}
const KILL_SHARE = 0.05

/** P2: who would have caught what later had to be reverted or fixed? */
export function HistorySection({ result }: { result: GitHistoryResult | null }) {
  const signals = result?.figures.signals ?? 0
  return (
    <ExperimentPanel
      id="git-history"
      title="P2 · Who would have caught it?"
      result={result}
      empty={<NoHistory />}
    >
      {signals === 0 ? <NoHistory /> : <Buckets result={result!} />}
    </ExperimentPanel>
  )
}

const NoHistory = () => (
  <EmptyState
    title="No change here was reverted or fixed soon after"
    command="reflect experiment git-history"
  >
    It reads subjects and file names of the git history: reverts, and features that a fix followed.
  </EmptyState>
)

function Buckets({ result: { figures } }: { result: GitHistoryResult }) {
  const { buckets, examples, signals, commits, windowDays } = figures
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="mb-2 text-soft">
          {formatCounted(signals, 'change')} of {formatCounted(commits, 'commit')} had to be
          reverted, or fixed within {formatCount(windowDays)} days.
        </p>
        <ShareIntervals
          title="Who would have caught the failures"
          rows={Object.entries(buckets).map(([key, proportion]) => ({
            ...proportion,
            ...(BUCKETS[key] ?? { label: key }),
            ...(key === 'reflection' && { line: KILL_SHARE }),
          }))}
          note="the dashed line is the 5 % below which P2 is killed"
        />
      </div>
      <Examples examples={examples} />
    </div>
  )
}

function Examples({ examples }: { examples: GitHistoryResult['figures']['examples'] }) {
  return (
    <div className="min-w-0">
      <h3 className="label mb-1">Newest of each, to check the counting by</h3>
      <ul tabIndex={0} aria-label="Examples" className="max-h-72 overflow-y-auto text-sm">
        {examples.map(({ bucket, by, original, repair, why }) => (
          <li key={repair.hash} className="border-t border-line py-1.5">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate" title={original?.subject}>
                {original?.subject ?? 'a change outside of this history'}
              </span>
              <RelativeTime
                at={new Date(repair.time * 1000).toISOString()}
                className="whitespace-nowrap text-faint"
              />
            </p>
            <p className="text-faint">
              {by === 'revert' ? 'reverted by' : 'fixed by'}{' '}
              <span className="measured">{repair.hash.slice(0, 8)}</span> {repair.subject}
            </p>
            <p className="text-xs text-soft">
              {BUCKETS[bucket]?.label ?? bucket}: {why}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
