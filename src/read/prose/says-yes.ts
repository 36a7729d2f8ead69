import { hasOtherScript, lexicon } from '../../data/lexicon.js'
import { lexiconSet, wordsOf } from './words.js'

/** "Yes please", "ja, mach": it begins with a yes and says no more than a line. */
export const saysYes = (text: string): boolean =>
  text.length <= 120 &&
  (YES.has(wordsOf(text)[0] ?? '') ||
    (hasOtherScript(text) && lexicon('yes.dense').some((yes) => text.startsWith(yes))))

const YES = lexiconSet(
  `yes yep yeah yup sure ok okay please do ja jo klar gerne bitte sí si claro dale oui ouais d'accord sim pode certo
  va tak jasne`,
  'yes',
)
