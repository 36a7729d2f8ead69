import type { Sentence } from '../../../util/prose.js'

const GOES_ON =
  /^(?:(?:ok(?:ay)?|alright|great|good|perfect|now|next|so|first|then|but|and|also|after that|with that|to (?:fix|do|address|verify) (?:this|that|it))[,.!:]?\s+)*(?:I'?ll|I will|I am going to|I'm going to|I'm about to|I need to|I should|I have to|let me|let's|we'll|we need to|now (?:to|for)|next(?:,| up| is| comes)|(?:starting|beginning|moving|continuing|proceeding) (?:with|on|to|by)|time to|(?:fixing|running|adding|checking|updating|implementing|creating|writing|looking|investigating|working) )\b/i

const NOT_AN_ACT =
  /\b(?:let me know|let me explain|let me summari[sz]e|I'?ll (?:leave|wait|be (?:here|happy|glad)|stop|hold|pause|stay|defer|await)|I will (?:wait|leave|stop|hold|not)|I won't|wait for|standing by|happy to|feel free|if you|once you|when you|after you|as soon as|should you|whenever|I should (?:note|mention|point|add)|I need (?:you|your|the|an?|access|more)|I have to (?:say|admit)|let's (?:discuss|talk))\b/i

/** The message ends on what the agent is about to do: it stopped in the middle. */
export function findAnnounced(sentences: readonly Sentence[], text: string): string | null {
  const last = sentences.at(-1)
  if (last === undefined) return null
  const tail = clauseStart(last.text)
  if (GOES_ON.test(tail) && !NOT_AN_ACT.test(last.text)) return last.text
  // Cut off in a list's lead-in or with an ellipsis: "Now updating the router:"
  const cut = /(?:\.\.\.|…|:)\s*$/.test(text.trimEnd())
  if (cut && !NOT_AN_ACT.test(last.text) && !/\b(?:wait|await)\w*\b/i.test(last.text)) {
    return /\b(?:now|next|then|I'?ll|I will|let me|let's|going to|\w+ing)\b/i.test(last.text)
      ? last.text
      : null
  }
  return null
}

/** "The build failed. I'll fix it" stands in one sentence often enough: look behind the last comma. */
function clauseStart(text: string): string {
  const parts = text.split(/\s*(?:;|—| - |, (?:so|and|but)\b)\s*/)
  return (parts.at(-1) ?? text).trim()
}
