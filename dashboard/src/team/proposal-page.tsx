import type { TeamProposal, TeamProposalContent } from '../../../src/schema/api/team.js'
import { BackLink } from '../kit/back-link.js'
import { CommandLine } from '../kit/command-line.js'
import { ConfirmButton } from '../kit/confirm.js'
import { Fact, Facts } from '../kit/facts.js'
import { Waiting } from '../kit/loaded.js'
import { Page } from '../kit/page.js'
import { Panel } from '../kit/panel.js'
import { ProblemState } from '../kit/problem-state.js'
import { RawText } from '../kit/raw-text.js'
import { RelativeTime } from '../kit/relative-time.js'
import { navigate } from '../router/location.js'
import { callTeam } from './call-team.js'
import type { OpenProject } from './open-projects.js'
import { useAct } from './use-act.js'
import { useTeam } from './use-team.js'

/** All of one proposal. It can't be accepted here: what runs on a machine is decided at that machine. */
export function ProposalPage({ me, id }: { me: OpenProject; id: string }) {
  const route = `/proposals/${encodeURIComponent(id)}`
  const { data, problem, reload } = useTeam<TeamProposal>(`GET ${route}`)
  const act = useAct()
  const withdraw = () =>
    act(async () => {
      await callTeam(`DELETE ${route}`)
      navigate('/proposals')
      return 'The proposal is withdrawn'
    })
  return (
    <Page
      title={data === undefined ? 'Proposal' : `${data.content.kind} ${data.content.name}`}
      above={<BackLink href="/proposals">Proposals</BackLink>}
      actions={
        data !== undefined &&
        mayWithdraw(me, data) && (
          <ConfirmButton
            label="Withdraw"
            question={`Withdraw ${data.content.kind} ${data.content.name}?`}
            consequence="It is no longer offered. Who has accepted it keeps what they have."
            onConfirm={() => void withdraw()}
          />
        )
      }
    >
      {problem !== undefined && <ProblemState problem={problem} onRetry={reload} />}
      {data === undefined && problem === undefined && <Waiting />}
      {data !== undefined && <Proposal proposal={data} />}
    </Page>
  )
}

/** As the server decides it. */
const mayWithdraw = ({ role, person }: OpenProject, proposal: TeamProposal): boolean =>
  role === 'owner' || (role === 'member' && person === proposal.person)

function Proposal({ proposal }: { proposal: TeamProposal }) {
  const { id, member, at, why, accepted, content } = proposal
  return (
    <div className="grid gap-5">
      <Panel title="All of it">
        <Facts>
          <Fact name="Proposed by">{member}</Fact>
          <Fact name="When">
            <RelativeTime at={at} />
          </Fact>
          {why !== '' && (
            <Fact name="Why">
              <span className="break-words">{why}</span>
            </Fact>
          )}
          <Fact name="Accepted by">{accepted === 1 ? '1 person' : `${accepted} people`}</Fact>
          {content.kind === 'check' && <CheckFacts check={content} />}
        </Facts>
        {content.kind !== 'check' && (
          <div className="mt-4">
            <RawText {...textOf(content)} />
          </div>
        )}
      </Panel>
      <Panel title="To accept it">
        <p className="mb-2 max-w-[64ch] text-soft">
          Each member decides on their own machine, in the folder of the project. The command shows
          all of it once more, and asks. Nothing of it runs or is written before that.
        </p>
        <CommandLine command={`reflect team accept ${id}`} />
      </Panel>
    </div>
  )
}

type Content<K extends TeamProposalContent['kind']> = Extract<TeamProposalContent, { kind: K }>

/** Each word of the command stands alone, so that none can pass for two. */
function CheckFacts({ check }: { check: Content<'check'> }) {
  const { command, shell, when, timeoutMs, env } = check
  return (
    <>
      <Fact name={shell ? 'Runs in a shell' : 'Runs'}>
        <span className="flex flex-wrap gap-1">
          {command.map((word, at) => (
            <code
              key={at}
              className="measured max-w-full rounded border border-line bg-sunken px-1.5 break-words whitespace-pre-wrap"
            >
              {word}
            </code>
          ))}
        </span>
      </Fact>
      <Fact name="For changes to">{when.length === 0 ? 'any file' : when.join(', ')}</Fact>
      <Fact name="Time limit">{Math.round(timeoutMs / 1000)} s</Fact>
      {env.length > 0 && <Fact name="With the variables">{env.join(', ')}</Fact>}
    </>
  )
}

const textOf = (content: Content<'skill' | 'setting'>): { text: string; label: string } =>
  content.kind === 'skill'
    ? { text: content.text, label: 'SKILL.md' }
    : { text: `${content.name}: ${JSON.stringify(content.value)}`, label: 'The setting' }
