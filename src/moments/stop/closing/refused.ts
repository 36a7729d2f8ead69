import type { Sentence } from '../../../util/prose.js'

const CANNOT =
  /\b(?:I(?:'m| am)?|we) (?:can(?:'t|not)|could(?: not|n't)|was(?: not|n't) able to|(?:(?:am|was|were) |'m )?(?:unable|not able) to|do(?: not|n't) (?:know how|have (?:enough|the)|think I can|see how)|(?:am |'m )?not sure how|(?:have |'ve )?(?:gave|given) up|won't be able|failed to|struggled|got stuck|am stuck|'m stuck|did(?: not|n't) manage)\b|\b(?:without more (?:context|information|details?)|not (?:possible|feasible) (?:for me|to \w+)|beyond my (?:abilities|capabilities)|outside my (?:abilities|capabilities|scope))\b/i

const OVERCOME =
  /\b(?:so (?:I (?!could|can|was|am|have)|instead)|instead,? I|I (?:then|therefore)|but (?:I|it|the|then)|fixed|worked around|now (?:it )?(?:works|passes)|reproduce (?:it|the (?:bug|issue|error|problem)) any ?more)\b/i

/** The agent says that it could not do it; null when it doesn't. */
export function findRefused(sentences: readonly Sentence[]): string | null {
  return sentences.find(({ text }) => CANNOT.test(text) && !OVERCOME.test(text))?.text ?? null
}
