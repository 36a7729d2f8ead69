import type { Sentence } from '../../../util/prose.js'

export interface Asked {
  /** Leave to do something, or an answer that the agent has to have. */
  kind: 'leave' | 'decision'
  quote: string
  /** What leave is asked for. */
  object: string
}

/** The question that a message ends on; null when it ends on none. Politeness is no question. */
export function findAsk(sentences: readonly Sentence[]): Asked | null {
  const tail = sentences.slice(-8).toReversed()
  const decision = tail.find((sentence, fromEnd) => isDecision(sentence, fromEnd))
  for (const [fromEnd, sentence] of tail.entries()) {
    const leave = readLeave(sentence.text)
    if (leave === null) continue
    if (GOES_AHEAD.test(leave.object) && isHarmful(tail.slice(fromEnd + 1, fromEnd + 3))) {
      return { kind: 'decision', quote: sentence.text, object: leave.object }
    }
    // "Which one? Let me know and I'll go on" waits for the answer, not for leave.
    if (decision !== undefined && leave.general) break
    return { kind: leave.kind, quote: sentence.text, object: leave.object }
  }
  if (decision === undefined) return null
  return { kind: 'decision', quote: decision.text, object: '' }
}

const LEAVE =
  /\b(?:(?:would|do) you (?:like|want) me to|(?:shall|should|may|can|could) I|want me to|(?:is it|are you) (?:ok(?:ay)?|fine|happy) (?:for me to|if I|with me)|(?:ok|okay|ready|happy|good) (?:for me )?to (?:proceed|continue|go ahead|start)|let me know (?:if|whether|when) (?:you(?:'d| would) like me to|you want me to|I (?:should|can|may)|it'?s ok(?:ay)? to)|tell me (?:if|whether|when) (?:I (?:should|can|may)|you want me to)|(?:please )?confirm (?:that |if |whether )?(?:I (?:should|can|may)|and I'?ll|before I|so I can|you want)|just say the word|give me the (?:go-ahead|green light)|awaiting (?:your )?(?:approval|confirmation|go-ahead)|waiting for (?:your )?(?:approval|confirmation|go-ahead|permission))\b(.*)/i

/** Words of a question whose "yes" can't be taken back. */
const IRREVERSIBLE =
  /\b(?:delet\w*|drop\w*|wip(?:e|ing)|eras\w*|remov\w* (?:the |all |your )?(?:data\w*|records?|backups?|users?|accounts?|tables?|bucket)|truncat\w*|purg\w*|overwrit\w*|force[- ]push\w*|rewrit\w* (?:the )?history|reset --hard|production|prod\b|publish\w*|releas\w*|charg\w*|refund\w*|pay\w*|purchas\w*|buy\w*|send\w* (?:the |an? |these |those )?(?:e-?mails?|messages?|invoices?|newsletter)|e-?mail\w* (?:the |all |every)|terminat\w*|destroy\w*|irreversibl\w*|cannot be undone|can't be undone|break(?:ing)? (?:the )?(?:public )?API)\b/i

const isIrreversible = (text: string): boolean => IRREVERSIBLE.test(text)

const GOES_AHEAD = /^(?:$|to )?(?:go ahead|proceed|continue|do (?:it|this|that|so))\b/i

/** What leave is asked for stands in the sentences before, and can't be taken back. */
const isHarmful = (before: readonly Sentence[]): boolean =>
  before.some(({ text }) =>
    /\b(?:permanent(?:ly)?|irreversibl\w*|can(?:not|'t) be undone|delet\w*|drop\w*|wip\w*|eras\w*|overwrit\w*|lose|lost|destroy\w*|force[- ]push\w*)\b/i.test(
      text,
    ),
  )

const EXTRA =
  /\b(?:also|additionally|as well|anything else|something else|any (?:other|further|more)|further|else|more detail|elaborate|walk you through|explain|expand on|help with|adjust|tweak|different)\b/i

function readLeave(text: string): { kind: Asked['kind']; object: string; general: boolean } | null {
  const match = LEAVE.exec(text)
  if (match === null) return null
  const object = (match[1] ?? '').replace(/[?.!]+$/, '').trim()
  if (EXTRA.test(object)) return null
  // An offer that stands before "if": "Let me know if …" with nothing behind is politeness.
  if (object === '' && /let me know/i.test(match[0])) return null
  const either = /\bor\b/i.test(object) && /\?/.test(text) && !/\bor not\b/i.test(object)
  if (isIrreversible(text) || either) return { kind: 'decision', object, general: false }
  return { kind: 'leave', object, general: /^(?:$|and |once |then )/.test(object) }
}

const CHOICE =
  /\b(?:which\b[^.]*\?|which (?:of (?:these|those|them|the)|one|option|approach) (?:do|would|should|shall) (?:you|I|we)|what (?:should|would you|do you|is the|are the|'s the|value|name)\b[^.]*\?|how (?:should|would you|do you want)\b[^.]*\?|who should\b|when should\b[^.]*\?|where (?:should|do you|would you)\b[^.]*\?|do you prefer|would you prefer|would you rather|your (?:preference|call|decision|choice)|(?:are|is) (?:you|this|that) (?:really )?(?:sure|certain|intended|intentional|what you (?:want|meant|intended))|did you mean|please (?:choose|pick|decide|clarify|specify|confirm which)|(?:need|want) (?:you|your (?:input|decision|guidance)) (?:to (?:choose|decide|pick)|on)|can you (?:clarify|specify|confirm)|could you (?:clarify|specify|confirm))/i

const RHETORICAL = /\b(?:why|what) (?:does|did|happened|changed|caused|is this|was)\b/i

function isDecision({ text }: Sentence, fromEnd: number): boolean {
  if (RHETORICAL.test(text) && !/\byou\b/i.test(text)) return false
  if (CHOICE.test(text)) return true
  // "Postgres or SQLite?" at the very end; further up it is the agent thinking aloud.
  return fromEnd <= 1 && /\?\s*$/.test(text) && /\b\w+ or \w+/i.test(text) && !LEAVE.test(text)
}
