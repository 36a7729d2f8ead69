/** A person ordered a commit, a push, a pull request or a deployment, and nothing shows it since. */
import { callsOf } from '../../read/ledger/calls.js'
import { stateDemand } from '../../read/demands/state-demand.js'
import { isOrderFor } from '../../read/demands/is-order-for.js'
import { saysYes } from '../../read/prose/says-yes.js'
import { isQuestion } from '../../read/prose/find-ask.js'
import { splitClauses } from '../../read/prose/split-clauses.js'
import { splitMessage } from '../../read/prose/split-message.js'
import { subjectsIn } from '../../read/prose/subjects.js'
import type { Subject } from '../../read/prose/subjects.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { Evidence } from '../../schema/evidence.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { ordersOf } from '../world.js'
import type { World } from '../world.js'

const DELIVERIES = ['pullRequest', 'deploy', 'push', 'commit'] as const
type Delivery = (typeof DELIVERIES)[number]

export function findUndelivered(world: World): Point[] {
  const { evidence } = world
  if (evidence.request.flags.planOnly !== null || hasOtherTools(evidence)) return []
  const orders = [
    ...ordersOf(world)
      .filter(({ kind }) => kind === 'deliver')
      .map((demand) => ({ ...demand, whats: orderedIn(demand, evidence) })),
    ...agreedDelivery(evidence).map((demand) => ({ ...demand, whats: namedIn(demand.sentence) })),
  ]
  return orders
    .flatMap((demand) => {
      const since = messageOf(demand, evidence)?.step ?? 0
      const open = demand.whats.find((what) => !isDone(what, since, evidence))
      return open === undefined ? [] : [pointOf(open, demand)]
    })
    .slice(0, 1)
}

const namedIn = (text: string): Delivery[] => {
  const subjects: ReadonlySet<Subject> = subjectsIn(text)
  return DELIVERIES.filter((what) => subjects.has(what))
}

/** What a clause of it orders. What is longer was pasted: a plan, a review, a log. */
function orderedIn(demand: StatedDemand, evidence: Evidence): Delivery[] {
  const { sentence } = demand
  if ((messageOf(demand, evidence)?.text ?? '').length > MAX_TYPED) return []
  const clauses = [sentence, ...splitClauses(sentence).map(({ text }) => text)]
  return namedIn(sentence).filter((what) => clauses.some((clause) => isOrderFor(clause, what)))
}

const MAX_TYPED = 1_000

const messageOf = ({ message }: StatedDemand, { request }: Evidence) =>
  request.messages.find(({ number }) => number === message)

/** "Shall I commit it?" — "yes please": the question is the order. */
function agreedDelivery({ request, recent }: Evidence): StatedDemand[] {
  const last = request.messages.at(-1)
  const at = recent.findLastIndex((item) => item.kind === 'human')
  const before = recent.slice(0, Math.max(at, 0)).findLast((item) => item.kind === 'message')
  if (last === undefined || before?.kind !== 'message' || !saysYes(last.text)) return []
  const question = splitMessage(before.text).at(-1)?.text ?? ''
  if (!isQuestion(question)) return []
  return [stateDemand(request.total, 'deliver', question)]
}

/** It was done, or a command that may have done it was tried: one that failed is a red point of its own. */
function isDone(what: Delivery, since: number, evidence: Evidence): boolean {
  const { pullRequest, lastDeployStep, lastCommitStep } = evidence.delivery
  const later = evidence.commands.filter(({ step }) => step > since)
  const isTried = later.some(({ kind, key }) => {
    if (what === 'pullRequest') return kind === 'gh'
    if (what === 'deploy') return kind !== 'git' && kind !== 'other'
    return key.includes(what === 'push' ? ' push' : 'commit')
  })
  if (isTried || (what === 'pullRequest' && pullRequest !== null)) return true
  if (what === 'deploy') return lastDeployStep !== null
  // With nothing changed there is nothing to commit.
  const isClean = (evidence.repository?.filesChanged.length ?? 0) === 0
  return what === 'commit' && ((lastCommitStep ?? -1) > since || isClean)
}

/** A tool of the client's own may have done it where no command shows. */
const hasOtherTools = (evidence: Evidence): boolean =>
  callsOf(evidence).some(({ toolKind }) => toolKind === 'other' || toolKind === 'subagent')

const pointOf = (what: Delivery, { sentence }: StatedDemand): Point =>
  toPoint({
    kind: 'undelivered',
    fact: `The request asks for ${WORDS[what]}, and nothing shows that it happened`,
    quote: sentence,
    missing: WORDS[what],
    settle: `Deliver ${WORDS[what]}, and show the command's output.`,
    severity: 'MEDIUM',
    about: { subjects: [what] },
    isOrder: true,
  })

const WORDS: Record<Delivery, string> = {
  pullRequest: 'a pull request',
  deploy: 'a deployment',
  push: 'a push',
  commit: 'a commit',
}
