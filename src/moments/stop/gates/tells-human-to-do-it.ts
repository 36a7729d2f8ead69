import type { Evidence } from '../../../schema/evidence.js'
import type { Delegated } from '../closing/delegated.js'
import { sharedTopics } from '../closing/words.js'
import type { Gate, StopFacts } from '../gate.js'

/** The human is told to do what was asked of the agent. */
export const tellsHumanToDoIt: Gate = {
  id: 'tells_human_to_do_it',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { flags } = facts.evidence.request
    if (flags.readOnly !== null || flags.planOnly !== null || isHowTo(facts.asked)) return null
    const handedBack = facts.closing.delegated.find((delegated) => isHandedBack(delegated, facts))
    if (handedBack === undefined) return null
    return {
      fact: 'You tell the human to do what you were asked to do',
      quote: handedBack.quote,
      severity: 'MEDIUM',
      missing: 'the step that was handed back',
      nextAction: 'Do it yourself; hand back only what needs a person.',
      requested: handedBack.act !== 'other',
    }
  },
}

/** Asked how to do something, steps are the answer. */
const isHowTo = (asked: string): boolean =>
  /^\s*(?:how (?:do|can|should|would|to)\b|what (?:are|is) the (?:steps|command)|(?:write|give|show|explain|document|list|tell)\b[^.]*\b(?:steps|instructions|how to|guide|commands?|readme|runbook))/i.test(
    asked,
  )

function isHandedBack({ act, quote }: Delegated, { evidence, asked }: StopFacts): boolean {
  if (isOwed(quote, asked, evidence)) return true
  const { commands, edits, request, delivery } = evidence
  const ran = (...kinds: string[]) => commands.some(({ kind }) => kinds.includes(kind))
  switch (act) {
    case 'test':
      return (
        (request.flags.testsWanted !== null ||
          /\b(?:verif\w+|tests?|check\w*|make sure)\b/i.test(asked)) &&
        !ran('test')
      )
    case 'build':
      return /\b(?:build|compile|typecheck)\w*\b/i.test(asked) && !ran('build', 'typecheck')
    case 'deploy':
      return (
        (request.flags.deployWanted !== null ||
          /\b(?:deploy|release|publish|ship|roll out)\w*\b/i.test(asked)) &&
        !ran('deploy')
      )
    case 'commit':
      return (
        (request.flags.commitWanted !== null ||
          request.flags.pushWanted !== null ||
          request.flags.prWanted !== null) &&
        delivery.commits === 0 &&
        delivery.lastPush === null &&
        delivery.pullRequest === null
      )
    default:
      // Steps instead of deeds: nothing was edited and nothing was run.
      return (
        edits.length === 0 &&
        !commands.some(({ kind }) => kind !== 'git') &&
        isDeed(request.flags.change !== null, asked)
      )
  }
}

/** The human *has to* do something that the request names, and nothing that was run is about it. */
function isOwed(quote: string, asked: string, { commands }: Evidence): boolean {
  if (!HAS_TO.test(quote) && !TO_APPLY.test(quote)) return false
  const topics = sharedTopics(quote, asked)
  const done = commands.map(({ command }) => command).join('\n')
  return topics.length > 0 && sharedTopics(topics.join(' '), done).length === 0 && RUNS.test(quote)
}

const HAS_TO = /\b(?:need to|must|have to|should|please|don't forget|remember to|make sure)\b/i
/** "To apply it, run `…`", "Run `…` to fix what it reports": the last step is left to them. */
const TO_APPLY =
  /^to (?:apply|fix|finish|complete|migrate|run|execute|create|update|install|generate|convert|do)\b[^.]*\brun\b|^run `[^`]+`[^.]*\bto (?:apply|fix|finish|complete|migrate|create|update|generate|convert|clean)\b/i

const RUNS = /\b(?:run|execute|apply|deploy|publish|install|start|restart|migrate)\b/i

const isDeed = (change: boolean, asked: string): boolean =>
  change ||
  /^\s*(?:please\s+)?(?:set ?up|install|configure|start|stop|restart|connect|fetch|download|upload|clean|move|copy|provision|enable|disable|deploy|run|execute|publish|migrate)\b/i.test(
    asked,
  )
