/**
 * Where in a sentence the verb of a request can stand. These few patterns are run once a sentence
 * and the verbs at the places they find: a pattern of both together takes milliseconds to compile,
 * once for each list of verbs, in a process that reads one message.
 */
export interface RequestPlaces {
  /** At its beginning, behind what is said to be polite. */
  first: number[]
  /** There, or behind a comma, an "and", a "then". */
  anywhere: number[]
}

export function findRequests(sentence: string): RequestPlaces {
  const opening = skip(OPENING, sentence, 0)
  const wish = skip(WISH, sentence, opening)
  // "make sure to …" is a wish, and may be the request itself: both places count.
  const first = [skip(HASTE, sentence, opening)]
  if (wish !== opening) first.push(skip(HASTE, sentence, wish))
  const anywhere = [...first]
  JOINT.lastIndex = 0
  while (JOINT.test(sentence)) anywhere.push(JOINT.lastIndex)
  return { first, anywhere }
}

/** The end of what the sticky pattern takes from here; the same place when it takes nothing. */
function skip(pattern: RegExp, sentence: string, from: number): number {
  pattern.lastIndex = from
  return from + (pattern.exec(sentence)?.[0].length ?? 0)
}

const OPENING =
  /(?:(?:ok(?:ay)?|so|now|then|next|also|and|but|please|pls|thanks?|great|good|yes|first|finally|hey|hi)[,.!:]? +)*(?:(?:please|pls|kindly|just) +)?/iy
const WISH =
  /(?:(?:can|could|would|will) (?:you|u|we) +(?:please +|pls +|also +|now +)?|(?:i|we) (?:want|need|'d like|would like) (?:you |u )?to +|let'?s +|go ahead and +|you (?:should|must|need to|have to) +|we (?:should|must|need to) +|help me(?: to)? +|try to +|make sure (?:to|you) +|remember to +|don'?t forget to +)/iy
const HASTE = /(?:please|also|just|then|now|quickly) +/iy
const JOINT = /(?:,|;|\band\b|\bthen\b|&|\bto\b)(?: +(?:also|then|please|finally))* +/gi
