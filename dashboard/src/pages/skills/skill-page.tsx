import type { SkillDetail } from '../../../../src/schema/api/skill.js'
import { useAction } from '../../api/action.js'
import { useResource } from '../../api/resource.js'
import { RunStrip } from '../../charts/run-strip.js'
import { ShareBar } from '../../charts/share-bar.js'
import { BackLink } from '../../kit/back-link.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FindingRow } from '../../kit/finding-row.js'
import { formatCounted } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Panel } from '../../kit/panel.js'
import { RawText } from '../../kit/raw-text.js'
import type { PageProps } from '../../tab.js'
import { HistoryPanel } from './history-panel.js'
import { LifePanel } from './life-panel.js'
import { isOnlyProposed } from './only-proposed.js'
import { ProposalPanel } from './proposal-panel.js'
import { SettledProposals } from './settled-proposals.js'
import { TrialsPanel } from './trials-panel.js'

const REFRESH = {
  kinds: [
    'record.skill_change',
    'record.skill_state',
    'record.trial',
    'record.outcome',
    'record.finding',
  ],
}

export function SkillPage({ params }: PageProps) {
  const name = params['name']!
  const detail = useResource('GET /skills/{name}', { params: { name } }, REFRESH)
  const { act, isBusy } = useAction(detail.reload)
  return (
    <Page
      title={name}
      lead={detail.data?.description ?? undefined}
      above={<BackLink href="/growth/skills">Skills</BackLink>}
    >
      <Loaded resource={detail}>
        {(data) => (
          <div className="flex flex-col gap-4">
            {data.problem !== null && !isOnlyProposed(data) && (
              <p className="text-bad">{data.problem}</p>
            )}
            {data.proposals
              .filter(({ change }) => change.state === 'proposed')
              .map((proposal) => (
                <ProposalPanel
                  key={proposal.change.id}
                  proposal={proposal}
                  isBusy={isBusy}
                  onApprove={() =>
                    void act(
                      'POST /skill-changes/{id}/approve',
                      { params: { id: proposal.change.id } },
                      {},
                      `${name} is committed`,
                    )
                  }
                  onReject={(reason) =>
                    void act(
                      'POST /skill-changes/{id}/reject',
                      { params: { id: proposal.change.id } },
                      reason === '' ? {} : { reason },
                      'The proposal is rejected',
                    )
                  }
                />
              ))}
            {!isOnlyProposed(data) && (
              <div className="grid gap-4 lg:grid-cols-2">
                <div className="flex min-w-0 flex-col gap-4">
                  <SessionsPanel detail={data} />
                  <TextPanel text={data.text} />
                </div>
                <div className="flex min-w-0 flex-col gap-4">
                  <LifePanel detail={data} />
                  <TrialsPanel trials={data.trials} />
                  <HistoryPanel
                    name={name}
                    history={data.history}
                    isBusy={isBusy}
                    onRollback={(commit) =>
                      void act(
                        'POST /skills/rollback',
                        {},
                        { commit },
                        `${commit.slice(0, 10)} is rolled back`,
                      )
                    }
                  />
                  <SettledProposals proposals={data.proposals} />
                  <FindingsPanel detail={data} />
                </div>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function SessionsPanel({ detail: { outcomes, sessions } }: { detail: SkillDetail }) {
  const { completed, failed, timeout } = outcomes
  return (
    <Panel
      title="Sessions that read it"
      note={formatCounted(completed + failed + timeout, 'session')}
    >
      {completed + failed + timeout === 0 ? (
        <EmptyState title="No session has read it">
          Once tasks read this skill, their successes and failures show here.
        </EmptyState>
      ) : (
        <>
          <ShareBar
            parts={[
              { label: 'completed', value: completed, tone: 'good' },
              { label: 'failed', value: failed, tone: 'bad' },
              { label: 'timed out', value: timeout, tone: 'warn' },
            ]}
          />
          <div
            tabIndex={0}
            role="region"
            aria-label="Sessions one by one"
            className="mt-4 overflow-x-auto"
          >
            <RunStrip runs={sessions} height={32} />
          </div>
          <p className="mt-1 text-xs text-faint">
            the last {formatCounted(sessions.length, 'session')}, oldest first
          </p>
        </>
      )}
    </Panel>
  )
}

const TextPanel = ({ text }: { text: string | null }) => (
  <Panel title="SKILL.md">
    {text === null ? (
      <EmptyState title="There is no text yet">
        It is written when a proposal is approved.
      </EmptyState>
    ) : (
      <RawText text={text} label="SKILL.md" />
    )}
  </Panel>
)

function FindingsPanel({ detail: { findings } }: { detail: SkillDetail }) {
  if (findings.length === 0) return null
  return (
    <Panel title="Findings" note={findings.length} flush>
      <ul>
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </ul>
    </Panel>
  )
}
