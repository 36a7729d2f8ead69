import * as z from 'zod/mini'
import type { TeamProposal } from '../../../schema/api/team.js'
import { ReflectError } from '../../../schema/error.js'
import { askTeam } from '../../../team/ask-team.js'
import type { TeamLogin } from '../../../team/login-file.js'
import {
  fetchProposals,
  keepDecision,
  keepProposals,
  readDecision,
} from '../../../team/proposals.js'
import { isAgreed } from '../../ask.js'
import { theStore, theTeam } from '../../opens.js'
import { listed } from '../../table.js'
import { argument, flag, optional, text } from '../../takes.js'
import { verb } from '../../command.js'
import type { CliNoun } from '../../command.js'
import { acceptProposal } from './accept-proposal.js'
import { describeProposal, proposalHash } from './describe-proposal.js'
import { makeProposal } from './make-proposal.js'

const id = argument('the proposal, as `reflect team proposals` names it')

/** What members propose to each other; each decides for the machine that they sit at. */
export const proposalVerbs: CliNoun['verbs'] = {
  propose: verb({
    summary: 'propose a check, a skill or a setting of yours to the others',
    takes: {
      kind: argument('check, skill or setting'),
      name: argument('the check, the skill, or the key of the setting'),
      value: optional('of a setting, as in YAML: 3, true, [a, b]'),
      why: text('<text>', 'what the others should know', ''),
    },
    person: true,
    opens: theTeam,
    async run(typed, { login, ...context }) {
      const proposal = await makeProposal(context, typed)
      const made = await askTeam(login, 'POST /proposals', z.object({ id: z.string() }), proposal)
      const text = `Proposed as ${made.id}. Each member decides; \`reflect team withdraw ${made.id}\` takes it back.`
      return { json: made, text }
    },
  }),
  proposals: verb({
    summary: 'what members propose, newest first',
    opens: theTeam,
    async run(_, { login, ...context }) {
      const now = context.now()
      const found = await fetchProposals(login)
      const states = await theStore(context, async ({ store }) => {
        await keepProposals(store, login, found, now)
        return Promise.all(found.map(({ id }) => readDecision(store, id, now)))
      })
      const proposals = found.map((one, at) => ({
        ...one,
        state: one.person === login.person ? 'yours' : (states[at] ?? 'waits'),
      }))
      const text = listed(
        proposals,
        {
          id: ({ id }) => id,
          what: ({ content }) => `${content.kind} ${content.name}`,
          who: ({ member }) => member,
          when: ({ at }) => at.slice(0, 10),
          accepted: ({ accepted }) => String(accepted),
          state: ({ state }) => state,
        },
        { none: 'Nothing is proposed.' },
      )
      return { json: { proposals }, text }
    },
  }),
  show: verb({
    summary: 'all of a proposal',
    takes: { id },
    opens: theTeam,
    async run({ id }, { login }) {
      const found = await findProposal(login, id)
      const hash = proposalHash(found.content)
      return { json: { ...found, hash }, text: describeProposal(found) }
    },
  }),
  accept: verb({
    summary: 'take over what is proposed: shows all of it, and asks',
    takes: {
      id,
      project: flag("a setting into the project's file"),
      hash: text('<hash>', 'of what `show` printed; `--yes` needs it'),
    },
    person: true,
    opens: theTeam,
    async run({ id, project, hash }, { login, ...context }) {
      const proposal = await findProposal(login, id)
      refuseUnseen(proposal, hash, context.yes === true)
      if (!context.yes || !context.json) context.note(`${describeProposal(proposal)}\n`)
      const done = await acceptProposal(context, proposal, {
        agreed: (question) => isAgreed(context, question),
        forProject: project,
      })
      if (done !== null) {
        await theStore(context, ({ store }) => keepDecision(store, proposal.id, 'accepted'))
        // What is accepted is, whether the server counts it or not.
        await askTeam(login, `${routeOf('POST', id)}/accepted`, z.object({}), {}).catch(
          ({ message }: Error) => context.note(`The team's server did not count it: ${message}`),
        )
      }
      return { json: { accepted: done !== null, proposal }, text: done ?? 'Nothing was changed.' }
    },
  }),
  decline: verb({
    summary: 'leave what is proposed; it is not mentioned again',
    takes: { id },
    person: true,
    opens: theTeam,
    async run({ id }, { login, ...context }) {
      const { id: declined, content } = await findProposal(login, id)
      await theStore(context, ({ store }) => keepDecision(store, declined, 'declined'))
      return { json: { declined }, text: `Declined ${content.kind} ${content.name}.` }
    },
  }),
  withdraw: verb({
    summary: 'take back a proposal of yours; owners can take back any',
    takes: { id },
    person: true,
    opens: theTeam,
    async run({ id }, { login }) {
      const answer = await askTeam(login, routeOf('DELETE', id), z.object({}))
      const text = `${id} is withdrawn. Who has accepted it keeps what they have.`
      return { json: answer, text }
    },
  }),
}

const routeOf = (method: string, id: string): string =>
  `${method} /proposals/${encodeURIComponent(id)}`

/** Who agrees beforehand says what they saw: the server may hand out another thing by now. */
function refuseUnseen(
  { id, content }: TeamProposal,
  hash: string | undefined,
  isSure: boolean,
): void {
  if (hash === undefined ? !isSure : hash === proposalHash(content)) return
  const problem = hash === undefined ? '--yes needs --hash' : 'That is not what you were shown'
  throw new ReflectError('usage', problem, {
    remedy: `\`reflect team show ${id}\` shows all of it, and its hash.`,
  })
}

async function findProposal(login: TeamLogin, id: string): Promise<TeamProposal> {
  const found = (await fetchProposals(login)).find((one) => one.id === id)
  if (found !== undefined) return found
  throw new ReflectError('not-found', `There is no proposal "${id.slice(0, 64)}"`, {
    remedy: '`reflect team proposals` lists what there is; a withdrawn one is gone.',
  })
}
