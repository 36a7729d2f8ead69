import { sharedTopics } from '../closing/words.js'
import type { Gate, StopFacts } from '../gate.js'

const GOING_ON =
  /\b(?:continue|proceed|go ahead|go on|keep going|carry on|start|begin|move (?:on|forward)|finish|complete|do (?:this|that|it|so|these|those)|investigate|look into|fix|apply|implement|make (?:this|that|these|those|the) (?:change|edit|fix)|address|handle|tackle|run (?:it|them|the tests?)|the (?:rest|remaining)|next (?:step|phase|part))\b/i

const ASKS_FIRST =
  /\b(?:ask(?: me)? (?:first|before)|before (?:you )?(?:do|chang|mak|implement|proceed|start)\w*|confirm with me|check (?:in )?with me|wait for (?:my|me)|propose|suggest|let me (?:approve|decide|choose|pick)|get my (?:approval|ok|sign-off))\b/i

export const WANTS_NO_QUESTIONS =
  /\b(?:(?:don'?t|do not|without|no need to|never) (?:ask(?:ing)?|stop(?:ping)? to ask|check(?:ing)? (?:in )?with me|wait(?:ing)? for (?:me|my))|no questions|autonomous(?:ly)?|on your own|use your (?:own |best )?judge?ment|decide (?:for )?yourself|you (?:decide|choose|pick)|your (?:call|choice)|whatever you (?:think|prefer)|pick (?:one|any|whichever)|just do it)\b/i

/** The agent asks leave for what was already asked for and can be undone. */
export const asksPermission: Gate = {
  id: 'asks_permission',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { closing, asked, evidence } = facts
    const { ask } = closing
    if (ask === null || ASKS_FIRST.test(asked)) return null
    if (evidence.request.flags.planOnly !== null || evidence.request.flags.readOnly !== null)
      return null
    if (ask.kind === 'decision' && !WANTS_NO_QUESTIONS.test(asked)) return null
    if (ask.kind === 'leave' && !isAskedAlready(facts, ask.object)) return null
    return {
      fact: 'You stop to ask leave for what was already asked for',
      quote: ask.quote,
      severity: 'MEDIUM',
      missing: 'the work that leave is asked for',
      nextAction: 'Go on and do it; it can be undone.',
      requested: true,
    }
  },
}

/** By its own words there is more of the same to do. */
const MORE =
  /\b(?:the (?:rest|others?|remainder|remaining)|remaining|continue|finish|keep going|carry on)\b/i

/** The same topic as the request, or simply to go on while nothing shows that the work is done. */
function isAskedAlready({ asked, evidence, closing }: StopFacts, object: string): boolean {
  const goesOn = object === '' || GOING_ON.test(object)
  const isDone =
    evidence.edits.length > 0 && closing.left.length === 0 && closing.announced === null
  const settled =
    isDone && closing.outcomes.tests?.passed !== false && closing.outcomes.build?.passed !== false
  if (settled && !MORE.test(object)) return false
  return goesOn || sharedTopics(object, asked).length > 0
}
