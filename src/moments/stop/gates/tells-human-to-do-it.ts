import { subjectsIn } from '../../../evidence/message/subjects.js'
import type { Subject } from '../../../evidence/message/subjects.js'
import { sharedTopics, topicWords } from '../../../evidence/message/topics.js'
import type { Gate, StopFacts } from '../gate.js'
import { isWork } from '../../../evidence/demands/is-work.js'
import { clausesOf } from '../../../evidence/message/read-request.js'

/** The human is told to do what was asked of the agent. */
export const tellsHumanToDoIt: Gate = {
  id: 'tells_human_to_do_it',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { flags } = facts.evidence.request
    if (flags.readOnly !== null || flags.planOnly !== null) return null
    const handedBack = facts.closing.handedBack.find(({ text }) => isHandedBack(text, facts))
    if (handedBack === undefined) return null
    return {
      fact: 'You tell the human to do what you were asked to do',
      quote: handedBack.text,
      read: handedBack,
      severity: 'MEDIUM',
      missing: 'the step that was handed back',
      nextAction: 'Do it yourself; hand back only what needs a person.',
      requested: false,
    }
  },
}

function isHandedBack(text: string, { evidence, asked, request }: StopFacts): boolean {
  const { commands, edits, delivery } = evidence
  const ran = (...kinds: string[]) => commands.some(({ kind }) => kinds.includes(kind))
  const [told, wanted] = [subjectsIn(text), subjectsIn(asked)]
  const both = (subject: Subject): boolean => told.has(subject) && wanted.has(subject)
  if (both('tests')) return !ran('test')
  if (both('build') || both('types')) return !ran('build', 'typecheck')
  if (both('lint')) return !ran('lint')
  if (both('deploy')) return !ran('deploy')
  const isDelivered =
    delivery.commits > 0 || delivery.lastPush !== null || delivery.pullRequest !== null
  if (both('pullRequest')) return delivery.pullRequest === null
  if (both('push')) return delivery.lastPush === null
  if (both('commit')) return !isDelivered
  // Steps instead of deeds: nothing was edited and nothing was run.
  const isIdle = edits.length === 0 && !commands.some(({ kind }) => kind !== 'git')
  if (isIdle && request.some(({ label }) => isWork(label))) return true
  return isOwed(text, { evidence, request })
}

/** Something that was to be run or handed over is passed on, and nothing that was run is about it. */
function isOwed(
  text: string,
  { evidence, request }: Pick<StopFacts, 'evidence' | 'request'>,
): boolean {
  const done = evidence.commands.map(({ command }) => command).join('\n')
  return clausesOf(request)
    .filter(({ label }) => label === 'check' || label === 'deliver')
    .some((wish) => sharedTopics(text, wish.text).some((topic) => !topicWords(done).has(topic)))
}
