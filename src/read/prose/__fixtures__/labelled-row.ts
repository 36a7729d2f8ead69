import type { LabelledRow } from '../train-weights.js'

/** A labelled sentence in English. */
export const row = (text: string, label: string): LabelledRow => ({
  text,
  label,
  before: '',
  lang: 'en',
  author: 'x',
})
