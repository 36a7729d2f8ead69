import type { SessionDetail, TurnSummary } from '../../../../src/schema/api/session.js'
import { useProjects } from '../../api/projects.js'
import { useResource } from '../../api/resource.js'
import { BackLink } from '../../kit/back-link.js'
import { baseName } from '../../kit/base-name.js'
import { EmptyState } from '../../kit/empty-state.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import type { PageProps } from '../../tab.js'
import { useQueryState } from '../../router/query-state.js'
import { EpisodesPanel } from './episodes-panel.js'
import { RecallsPanel } from './recalls-panel.js'
import { SessionFacts } from './session-facts.js'
import { Timeline } from './timeline.js'
import { TurnAccount } from './turn-account.js'
import { TurnChoice } from './turn-choice.js'

/** One session: its account at the left, all that happened at the right. */
export function SessionPage({ params }: PageProps) {
  const id = params['id']!
  const detail = useResource('GET /sessions/{id}', { params: { id } }, { session: id })
  return (
    <Page
      title={titleOf(detail.data)}
      tab={detail.data?.session.asked ?? titleOf(detail.data)}
      above={<BackLink href="/sessions">Sessions</BackLink>}
      lead={detail.data && <SessionFacts detail={detail.data} />}
    >
      <Loaded resource={detail}>{(data) => <Turns detail={data} />}</Loaded>
    </Page>
  )
}

const titleOf = (detail: SessionDetail | undefined): string =>
  detail === undefined ? 'Session' : `Session in ${baseName(detail.session.project)}`

function Turns({ detail }: { detail: SessionDetail }) {
  const { session, outcome, turns, episodes, recalls } = detail
  const [{ turn }, change] = useQueryState(['turn'])
  const { current } = useProjects()
  const chosen = turn === 'all' ? null : chooseTurn(turns, turn)
  const onlyTurn = turns.length > 1 && chosen !== null ? chosen.turn : null
  return (
    <>
      {turns.length > 1 && (
        <TurnChoice
          turns={turns}
          chosen={chosen?.turn ?? null}
          onChoose={(number) => change({ turn: number === null ? 'all' : String(number) })}
        />
      )}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid min-w-0 gap-5 self-start lg:sticky lg:top-5">
          <section aria-label="Account" className="min-w-0">
            {turns.length === 0 && (
              <div className="rounded-md border border-line bg-raised">
                <EmptyState title="Nothing was asked and no stop was seen so far.">
                  The timeline shows everything that was seen.
                </EmptyState>
              </div>
            )}
            <div className="grid gap-5">
              {(chosen === null ? turns : [chosen]).map((one) => (
                <TurnAccount
                  key={one.turn}
                  turn={one}
                  outcome={one === turns.at(-1) ? outcome : null}
                />
              ))}
            </div>
          </section>
          <EpisodesPanel episodes={episodes} />
          {current?.isImported !== true && <RecallsPanel recalls={recalls} />}
        </div>
        <Timeline sessionId={session.id} project={session.project} turn={onlyTurn} />
      </div>
    </>
  )
}

/** The one that the address names; else the last with an open point, else the last. */
function chooseTurn(turns: readonly TurnSummary[], named: string): TurnSummary | null {
  return (
    turns.find((one) => String(one.turn) === named) ??
    turns.findLast((one) => one.points.some(({ isLast, counts }) => isLast && counts)) ??
    turns.at(-1) ??
    null
  )
}
