/** A person ordered a commit, a push, a pull request or a deployment, and nothing shows it since. */
import { stateDemand } from '../../evidence/demands/state-demand.js'
import { isOrderFor } from '../../evidence/demands/is-order-for.js'
import { saysYes } from '../../evidence/message/says-yes.js'
import { isQuestion } from '../../evidence/message/find-ask.js'
import { splitClauses } from '../../evidence/message/split-clauses.js'
import { splitMessage } from '../../evidence/message/split-message.js'
import { subjectsIn } from '../../evidence/message/subjects.js'
import type { Subject } from '../../evidence/message/subjects.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { Evidence } from '../../schema/evidence.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { isCurrent } from '../world.js'
import type { World } from '../world.js'

const SURE = 0.8
const DELIVERIES = ['pullRequest', 'deploy', 'push', 'commit'] as const
type Delivery = (typeof DELIVERIES)[number]

export function findUndelivered(world: World): Point[] {
  const { evidence } = world
  if (evidence.request.flags.planOnly !== null || hasOtherTools(evidence)) return []
  const ordered = world.demands.filter(
    (demand) =>
      demand.kind === 'deliver' &&
      demand.probability >= SURE &&
      isCurrent(demand, world) &&
      isTyped(demand, evidence),
  )
  const agreed = agreedDelivery(evidence)
  const open = [...ordered, ...agreed].flatMap((demand) => {
    const subjects: ReadonlySet<Subject> = subjectsIn(demand.sentence)
    const since = stepOf(demand, evidence)
    return DELIVERIES.filter(
      (what) =>
        subjects.has(what) &&
        (agreed.includes(demand) || clausesOf(demand).some((clause) => isOrderFor(clause, what))) &&
        !isDone(what, since, evidence),
    ).map((what) => pointOf(what, demand))
  })
  return open.slice(0, 1)
}

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

const clausesOf = ({ sentence }: StatedDemand): string[] => [
  sentence,
  ...splitClauses(sentence).map(({ text }) => text),
]

/** What is longer was pasted: a plan, a review, a log. */
const MAX_TYPED = 1_000

const isTyped = ({ message }: StatedDemand, { request }: Evidence): boolean =>
  (request.messages.find(({ number }) => number === message)?.text ?? '').length <= MAX_TYPED

const stepOf = ({ message }: StatedDemand, { request }: Evidence): number =>
  request.messages.find(({ number }) => number === message)?.step ?? 0

function isDone(
  what: Delivery,
  since: number,
  { delivery, repository, commands }: Evidence,
): boolean {
  const { pullRequest, lastPush, lastCommitStep, lastDeployStep } = delivery
  switch (what) {
    case 'pullRequest':
      return (
        pullRequest !== null || commands.some(({ kind, step }) => kind === 'gh' && step > since)
      )
    case 'push':
      return (
        (lastPush?.step ?? -1) > since ||
        commands.some(({ key, step }) => step > since && key.includes(' push'))
      )
    case 'deploy':
      return (
        lastDeployStep !== null ||
        commands.some(({ kind, step }) => step > since && kind !== 'git' && kind !== 'other')
      )
    case 'commit':
      // A tried commit that failed is a red point of its own; with nothing changed there is nothing to commit.
      return (
        (lastCommitStep ?? -1) > since ||
        commands.some(({ key, step }) => step > since && key.includes('commit')) ||
        repository === null ||
        repository.filesChanged.length === 0
      )
  }
}

/** A tool of the client's own may have done it where no command shows. */
const hasOtherTools = ({ recent }: Evidence): boolean =>
  recent.some(
    (item) => item.kind === 'call' && (item.toolKind === 'other' || item.toolKind === 'subagent'),
  )

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
