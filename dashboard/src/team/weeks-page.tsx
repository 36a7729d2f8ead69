import type { TeamDigest, TeamDigests } from '../../../src/schema/api/team.js'
import { EmptyState } from '../kit/empty-state.js'
import { Waiting } from '../kit/loaded.js'
import { Page } from '../kit/page.js'
import { Panel } from '../kit/panel.js'
import { ProblemState } from '../kit/problem-state.js'
import type { OpenProject } from './open-projects.js'
import { useTeam } from './use-team.js'

/** The digests of a project, newest first. */
export function WeeksPage({ me }: { me: OpenProject }) {
  const { data, problem, reload } = useTeam<TeamDigests>('GET /digests')
  return (
    <Page title="Weeks" lead={`What members of ${me.project} did, week by week.`}>
      {problem !== undefined && <ProblemState problem={problem} onRetry={reload} />}
      {data === undefined && problem === undefined && <Waiting />}
      {data?.digests.length === 0 && (
        <EmptyState title="No week is told yet">
          A server makes the digest of a week on the Monday after it, when rows of it were sent.
        </EmptyState>
      )}
      <div className="flex flex-col gap-4">
        {data?.digests.map((digest) => (
          <WeekPanel key={digest.week} digest={digest} />
        ))}
      </div>
    </Page>
  )
}

const WeekPanel = ({ digest }: { digest: TeamDigest }) => (
  <Panel title={`The week of ${digest.week}`}>
    <dl className="flex flex-col gap-3">
      {digest.sections.map(({ title, lines }) => (
        <div key={title}>
          <dt className="label">{title}</dt>
          {lines.map((line) => (
            <dd key={line} className="break-words">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  </Panel>
)
