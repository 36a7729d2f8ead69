import { isSure } from '../../../evidence/message/is-sure.js'
import { saysNo } from '../../../evidence/message/says-no.js'
import { subjectsIn } from '../../../evidence/message/subjects.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { Sentence } from '../../../schema/sentence.js'
import type { Gate, Objection, StopFacts } from '../gate.js'

/** A pull request, push, commit or deployment was demanded, and nothing shows that it happened. */
export const deliveryMissing: Gate = {
  id: 'delivery_missing',
  tier: 'note',
  yieldsToPerson: true,
  check({ evidence, closing }) {
    const { flags, total } = evidence.request
    const demands = [
      { flag: flags.prWanted, what: 'a pull request', done: hasPullRequest(evidence) },
      { flag: flags.commitWanted, what: 'a commit', done: hasCommitted(evidence) },
      { flag: flags.deployWanted, what: 'a deployment', done: hasDeployed(evidence) },
      { flag: flags.pushWanted, what: 'a push', done: evidence.delivery.lastPush !== null },
    ] as const
    const missed = demands.find(({ flag, done }) => flag !== null && !done)
    if (missed === undefined || hasOtherTools(evidence)) return null
    const isCurrent = missed.flag!.message === total && !isSpokenOf(missed.what, closing)
    // No agent is sent to deploy or to push: it may have had a reason not to.
    const requested = isCurrent && (missed.what === 'a commit' || missed.what === 'a pull request')
    return objection(missed.what, missed.flag!.quote, requested)
  },
}

const SUBJECTS = {
  'a pull request': 'pullRequest',
  'a deployment': 'deploy',
  'a push': 'push',
  'a commit': 'commit',
} as const

/** The message says what became of it, so the human knows; that it happened is a claim of its own. */
const isSpokenOf = (what: keyof typeof SUBJECTS, { sentences }: StopFacts['closing']): boolean =>
  sentences.some((sentence) => subjectsIn(sentence.text).has(SUBJECTS[what]) && !isClaim(sentence))

const isClaim = (sentence: Sentence): boolean =>
  sentence.act === 'delivered' && isSure(sentence, 'push') && !saysNo(sentence.text)

const hasPullRequest = ({ delivery }: Evidence): boolean => delivery.pullRequest !== null

const hasDeployed = ({ delivery, commands }: Evidence): boolean =>
  delivery.lastDeployStep !== null ||
  commands.some(
    ({ kind, command }) =>
      kind === 'deploy' || /deploy|publish|release|rollout|apply/i.test(command),
  )

const hasCommitted = ({ delivery, repository }: Evidence): boolean =>
  delivery.commits > 0 || (repository?.commitsSinceBase ?? 0) > 0

/** A tool of the client's own may have done it where no command shows. */
const hasOtherTools = ({ recent }: Evidence): boolean =>
  recent.some(
    (item) =>
      item.kind === 'call' &&
      (item.toolKind === 'other' || item.toolKind === 'subagent') &&
      /git|pull|commit|push|deploy|release|publish|agent|task/i.test(item.tool),
  )

const objection = (what: string, quote: string, requested: boolean): Objection => ({
  fact: `The request asks for ${what}, but nothing shows that it happened`,
  quote,
  severity: 'MEDIUM',
  missing: what,
  nextAction: `Deliver ${what}, and show the command's output.`,
  requested,
})
