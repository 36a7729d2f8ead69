import type { Unit } from './read-units.js'

export interface Question {
  /** `direct` is put to the human; `open` is a question mark that may be rhetorical. */
  kind: 'direct' | 'open'
  quote: string
}

/** How far from the end a question may stand and still be what a message ends on. */
const TAIL = 9

const DIRECT = new RegExp(
  [
    String.raw`\b(?:would|do|did|can|could|will|have|are|should) you\b[^.]*\?`,
    String.raw`\b(?:shall|should|may|can|could|do|must) (?:I|we)\b[^.]*\?`,
    String.raw`\b(?:which|what|who|where|when|how)\b[^.]*\b(?:you|your|I|we|should|prefer\w*|need|want|use)\b[^.]*\?`,
    String.raw`\b(?:is|are|was|were) (?:this|that|it|there|these|those|any|you)\b[^.]*\?`,
    String.raw`\bshould (?:it|this|that|these|they|the [\w-]+|new [\w-]+|entries|users)\b[^.]*\?`,
    String.raw`\b(?:ok|okay|alright|fine|good|ready|safe) (?:to|if|with|for me)\b[^.]*\?`,
    String.raw`\bplease (?:let me know|confirm|clarify|choose|pick|decide|specify|provide|share|tell|advise|answer|send|approve|review and|reply|log ?in|sign in|enter|paste|set)\b`,
    String.raw`\b(?:let me know|tell me|say|advise|specify|confirm) (?:which|what|how|whether|if (?:I should|I may|I can|that'?s|this is|it'?s|you(?:'d| would) (?:like|prefer|rather))|your|the|when|where)\b`,
    String.raw`\b(?:wait(?:ing)?|await(?:ing)?|hold(?:ing)? (?:off|on)?|paus(?:e|ed|ing)|standing by)\b[^.]*\b(?:you|your|approval|confirmation|answer|reply|input|go-?ahead|decision|response|instructions?|permission)\b`,
    String.raw`\bI(?:'ll| will)? (?:still )?need (?:you|your|the (?:api|access|key|token|password|credentials?)|an? (?:api|access|key|token|password|decision)|credentials?|access|permission|approval|more (?:information|details?|context))\b`,
    String.raw`\b(?:your (?:call|choice|decision|preference|approval|confirmation)|up to you|over to you|requires? your|needs? your|only you can)\b`,
    String.raw`\b(?:once|after|as soon as|when|until|before) you(?:'ve| have)? (?:confirm|approve|decide|choose|pick|answer|reply|provide|grant|tell|let|log|sign|set|add|send|share|are ready|give)\w*`,
    String.raw`\b(?:type|reply|answer|say) ["'\x60]?(?:yes|y\b|no|ok|confirm|go)`,
    String.raw`[([](?:y|yes) ?\/ ?(?:n|no)[)\]]`,
  ].join('|'),
  'i',
)

/** Politeness: an answer is welcome, none is waited for. */
const OFFER =
  /\b(?:let me know|feel free|don't hesitate|reach out|just ask|happy to|glad to)\b(?=[^.]*\b(?:if|should|any|anything|more|further|help|questions?|else)\b)(?![^.]*\b(?:which|whether|I should|your preference))|\b(?:anything else|any (?:other )?questions|something else)\b[^.]*\?|\b(?:would you like|do you want|want|shall I|should I|can I)\b[^.]*\b(?:also|as well|too|more details?|further|elaborate|another|additionally|anything else)\b[^.]*\?/i

/** The question that a message ends on; null when it ends on none. */
export function findQuestion(units: readonly Unit[]): Question | null {
  for (const unit of units.slice(-TAIL).toReversed()) {
    if (OFFER.test(unit.text)) continue
    if (DIRECT.test(unit.text)) return { kind: 'direct', quote: unit.text }
    const isAsked = /\?["')\]]*$/.test(unit.text)
    // A list of questions is a questionnaire, whatever their words.
    if (isAsked && unit.item) return { kind: 'direct', quote: unit.text }
    if (isAsked) return { kind: 'open', quote: unit.text }
  }
  return null
}

export const findOffer = (units: readonly Unit[]): string | null =>
  units.slice(-3).find(({ text }) => OFFER.test(text))?.text ?? null
