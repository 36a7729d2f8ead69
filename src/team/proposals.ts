/**
 * What others of the team propose, as this machine sees it. The content is fetched whenever a person
 * looks or decides; the store keeps only how many wait, and what the person said of each.
 */
import { TeamProposal, TeamProposals } from '../schema/api/team.js'
import type { Store } from '../store.js'
import { oneLine } from '../util/one-line.js'
import { parseJson } from '../util/parse-json.js'
import { askTeam } from './ask-team.js'
import type { TeamLogin } from './login-file.js'
import { teamOf } from './places.js'
import { whyNoProposal } from './why-no-proposal.js'

export type Decision = 'accepted' | 'declined'

/** Those that fit; whatever else a server hands out is passed over. */
export async function fetchProposals(
  login: TeamLogin,
  signal?: AbortSignal,
): Promise<TeamProposal[]> {
  const address = signal === undefined ? login : { ...login, signal }
  const { proposals } = await askTeam(address, 'GET /proposals', TeamProposals)
  return proposals.flatMap((one) => {
    const read = TeamProposal.safeParse(one)
    if (!read.success || whyNoProposal(read.data.content) !== null) return []
    // A line more would look like a line of ours.
    return [{ ...read.data, member: oneLine(read.data.member, 100) }]
  })
}

/** Notes which there are, and returns how many of them wait for this person. */
export async function keepProposals(
  store: Store,
  login: TeamLogin,
  proposals: readonly TeamProposal[],
  now: Date,
): Promise<number> {
  const others = proposals.filter(({ person }) => person !== login.person).map(({ id }) => id)
  await store.writeCache(listKey(login), JSON.stringify(others), NEVER)
  return countWaiting(store, login, now)
}

/** As the last sync left it. */
export async function countWaiting(store: Store, login: TeamLogin, now: Date): Promise<number> {
  const ids = parseJson((await store.readCache(listKey(login), now.toISOString())) ?? '[]')
  let waiting = 0
  for (const id of Array.isArray(ids) ? ids : []) {
    if ((await readDecision(store, String(id), now)) === null) waiting += 1
  }
  return waiting
}

export const keepDecision = (store: Store, id: string, decision: Decision): Promise<void> =>
  store.writeCache(decisionKey(id), decision, NEVER)

export const readDecision = (store: Store, id: string, now: Date): Promise<string | null> =>
  store.readCache(decisionKey(id), now.toISOString())

const NEVER = '9999-12-31T23:59:59.999Z'
const listKey = (login: TeamLogin): string => `team-proposals-${teamOf(login)}`
const decisionKey = (id: string): string => `team-proposal-${id}`
