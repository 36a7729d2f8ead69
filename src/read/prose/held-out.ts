import { asRecord } from '../../util/loose-json.js'
import { parseJson } from '../../util/parse-json.js'
import { readShippedFile } from '../../util/shipped-file.js'
import type { LabelledRow } from './train-weights.js'

/** Sentences of the corpus that the shipped weights were not trained on; empty when they are missing. */
export function heldOutSentences(): LabelledRow[] {
  const text = readShippedFile('weights', HELD_OUT)?.toString('utf8') ?? ''
  return text.split('\n').flatMap((line) => {
    const { text, before, label, lang } = asRecord(parseJson(line))
    if (typeof text !== 'string' || typeof label !== 'string') return []
    return [{ text, label, before: String(before ?? ''), lang: String(lang ?? ''), author: '' }]
  })
}

export const HELD_OUT = 'held-out.jsonl'
