import { wordsOf } from './words.js'

/** "Yes please", "ja, mach": it begins with a yes and says no more than a line. */
export const saysYes = (text: string): boolean =>
  text.length <= 120 &&
  (YES.has(wordsOf(text)[0] ?? '') || DENSE.some((yes) => text.startsWith(yes)))

const YES = new Set(
  `yes yep yeah yup sure ok okay please do ja jo klar gerne bitte sí si claro dale oui ouais d'accord sim pode certo
  va да давай ага tak jasne`.split(/\s+/),
)
const DENSE = 'はい,お願い,好,是,可以,네,예,응'.split(',')
