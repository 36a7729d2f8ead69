import type { ReactNode } from 'react'
import type { AgentSpent } from '../../../../src/schema/agent-cost.js'
import type { SessionDetail } from '../../../../src/schema/api/session.js'
import { Clamped } from '../../kit/clamped.js'
import { CopyButton } from '../../kit/copy-button.js'
import { EndingBadge } from '../../kit/ending.js'
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatMoney,
  formatUsd,
} from '../../kit/format.js'
import { basisOf } from '../../kit/outcome.js'
import { RelativeTime } from '../../kit/relative-time.js'

/** Who, where, when and how much, in one line. */
export function SessionFacts({
  detail: { session, outcome, totals, usage },
}: {
  detail: SessionDetail
}) {
  const lengthMs = Date.parse(session.updatedAt) - Date.parse(session.startedAt)
  const facts: ReactNode[] = [
    <span key="ending">
      <EndingBadge ending={session.ending} />{' '}
      {outcome !== null && <span className="text-soft">{basisOf(outcome)}</span>}
    </span>,
    session.agent,
    <span key="when">
      <RelativeTime at={session.startedAt} />, for {formatDuration(lengthMs)}
    </span>,
    formatCounted(session.stops, 'stop'),
    ...(totals.toolCalls !== null || totals.toolFailures > 0
      ? [
          totals.toolCalls === null
            ? formatCounted(totals.toolFailures, 'failed tool call')
            : `${formatCounted(totals.toolCalls, 'tool call')}, ${formatCount(totals.toolFailures)} failed`,
        ]
      : []),
    ...(usage === null
      ? outcome?.tokens == null
        ? []
        : [formatCounted(outcome.tokens, 'token')]
      : [
          <span key="usage" title={usageTitle(usage)}>
            {formatCounted(usage.tokens, 'token')}
            {usage.unpriced < usage.tokens && `, ${formatMoney(usage)}`}
          </span>,
        ]),
    ...(totals.lessonsShown > 0 ? [formatCounted(totals.lessonsShown, 'lesson') + ' shown'] : []),
    ...(totals.spentTokens > 0 ? [`${formatUsd(totals.spentUsd)} for judging`] : []),
    <span key="id" className="inline-flex max-w-full items-center">
      <code className="measured truncate">{session.id}</code>
      <CopyButton text={session.id} label="Copy the session's id" />
    </span>,
  ]
  return (
    <>
      {session.turns > 1 && session.asked !== null && (
        <Clamped text={session.asked} lines={2} className="said" />
      )}
      <div className="flex flex-wrap items-center gap-x-5 text-sm">
        {facts.map((fact, index) => (
          <span key={index} className="max-w-full">
            {fact}
          </span>
        ))}
      </div>
    </>
  )
}

const usageTitle = ({ input, cacheRead, cacheWrite, output }: AgentSpent): string =>
  `The session's models: ${formatCount(input)} read, ${formatCount(cacheRead)} from the cache, ${formatCount(cacheWrite)} put into it, ${formatCount(output)} written`
