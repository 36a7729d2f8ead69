import type { Command } from 'commander'
import * as z from 'zod/mini'
import type { TeamProposal } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import { askTeam } from '../../team/ask-team.js'
import type { TeamLogin } from '../../team/login-file.js'
import { fetchProposals, keepDecision, keepProposals, readDecision } from '../../team/proposals.js'
import type { CliContext, CliNoun } from '../command.js'
import { table } from '../table.js'
import { acceptProposal } from './accept-proposal.js'
import { describeProposal, proposalHash } from './describe-proposal.js'
import { withStore } from '../with-store.js'
import { day, loggedIn } from './logged-in.js'
import { makeProposal } from './make-proposal.js'

const ofProposal = (command: Command): Command =>
  command.argument('<id>', 'the proposal, as `reflect team proposals` names it')

/** What members propose to each other; each decides for the machine that they sit at. */
export const proposalVerbs: CliNoun['verbs'] = {
  propose: {
    summary: 'propose a check, a skill or a setting of yours to the others',
    configure: (command) =>
      void command
        .argument('<kind>', 'check, skill or setting')
        .argument('<name>', 'the check, the skill, or the key of the setting')
        .argument('[value]', 'of a setting, as in YAML: 3, true, [a, b]')
        .option('--why <text>', 'what the others should know', ''),
    run: (context, words, { why }) =>
      loggedIn(context, async (login) => {
        const proposal = await makeProposal(context, words, String(why))
        const route = 'POST /proposals'
        const answer = await askTeam(login, route, z.object({ id: z.string() }), proposal)
        const text = `Proposed as ${answer.id}. Each member decides; \`reflect team withdraw ${answer.id}\` takes it back.`
        return { answer, text }
      }),
  },
  proposals: {
    summary: 'what members propose, newest first',
    run: (context) =>
      loggedIn(context, async (login, workspace) => {
        const now = context.now()
        const found = await fetchProposals(login)
        const states = await withStore(workspace, async (store) => {
          await keepProposals(store, login, found, now)
          return Promise.all(found.map(({ id }) => readDecision(store, id, now)))
        })
        const proposals = found.map((one, at) => ({
          ...one,
          state: one.person === login.person ? 'yours' : (states[at] ?? 'waits'),
        }))
        const lines = proposals.map(({ id, content, member, at, accepted, state }) => [
          id,
          `${content.kind} ${content.name}`,
          member,
          day(at),
          String(accepted),
          state,
        ])
        const text =
          lines.length === 0
            ? 'Nothing is proposed.'
            : table([['id', 'what', 'who', 'when', 'accepted', 'state'], ...lines])
        return { answer: { proposals }, text }
      }),
  },
  show: {
    summary: 'all of a proposal',
    configure: ofProposal,
    run: (context, [id = '']) =>
      loggedIn(context, async (login) => {
        const answer = await findProposal(login, id)
        const hash = proposalHash(answer.content)
        return { answer: { ...answer, hash }, text: describeProposal(answer) }
      }),
  },
  accept: {
    summary: 'take over what is proposed: shows all of it, and asks',
    configure: (command) =>
      void ofProposal(command)
        .option('--project', "a setting into the project's file")
        .option('--hash <hash>', 'of what `show` printed; `--yes` needs it'),
    run: (context, [id = ''], options) =>
      loggedIn(context, async (login, workspace) => {
        const proposal = await findProposal(login, id)
        const isAgreed = options['yes'] === true
        refuseUnseen(proposal, options['hash'], isAgreed)
        if (!isAgreed || !context.json) context.note(`${describeProposal(proposal)}\n`)
        const done = await acceptProposal(context, proposal, {
          agreed: async (question) => isAgreed || (await context.confirm(question, false)),
          forProject: options['project'] === true,
        })
        if (done !== null) {
          await withStore(workspace, (store) => keepDecision(store, proposal.id, 'accepted'))
          await tellAccepted(context, login, proposal.id)
        }
        const answer = { accepted: done !== null, proposal }
        return { answer, text: done ?? 'Nothing was changed.' }
      }),
  },
  decline: {
    summary: 'leave what is proposed; it is not mentioned again',
    configure: ofProposal,
    run: (context, [id = '']) =>
      loggedIn(context, async (login, workspace) => {
        const proposal = await findProposal(login, id)
        await withStore(workspace, (store) => keepDecision(store, proposal.id, 'declined'))
        const { kind, name } = proposal.content
        return { answer: { declined: proposal.id }, text: `Declined ${kind} ${name}.` }
      }),
  },
  withdraw: {
    summary: 'take back a proposal of yours; owners can take back any',
    configure: ofProposal,
    run: (context, [id = '']) =>
      loggedIn(context, async (login) => {
        const route = `DELETE /proposals/${encodeURIComponent(id)}`
        const answer = await askTeam(login, route, z.object({}))
        return { answer, text: `${id} is withdrawn. Who has accepted it keeps what they have.` }
      }),
  },
}

/** What is accepted is, whether the server counts it or not. */
async function tellAccepted(context: CliContext, login: TeamLogin, id: string): Promise<void> {
  try {
    await askTeam(login, `POST /proposals/${encodeURIComponent(id)}/accepted`, z.object({}), {})
  } catch (error) {
    context.note(`The team's server did not count it: ${(error as Error).message}`)
  }
}

/** Who agrees beforehand says what they saw: the server may hand out another thing by now. */
function refuseUnseen({ id, content }: TeamProposal, hash: unknown, isAgreed: boolean): void {
  if (hash === undefined ? !isAgreed : hash === proposalHash(content)) return
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
