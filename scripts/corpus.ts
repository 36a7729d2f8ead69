import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { LabelledRow } from '../src/read/prose/train-weights.js'
import type { CorpusName } from '../src/read/prose/weights.js'
import { withoutQuotes } from '../src/read/prose/without-quotes.js'

export const CORPORA: readonly CorpusName[] = ['acts', 'requests', 'replies']

/** The authors on whom the reader is scored, each left out in turn; the others only train. */
export const SCORED_AUTHORS: Record<CorpusName, readonly string[]> = {
  acts: ['0', 'a', 'b', 'c', 'd', 'e'],
  requests: ['f', 'g'],
  replies: ['g', 'h'],
}

export interface Corpus {
  rows: LabelledRow[]
  /** Of all its files: weights name the corpus that they were trained on. */
  hash: string
}

/** Every file of a corpus, in order of name. A bad line is refused with its place. */
export function readCorpus(name: CorpusName, folder = 'corpus'): Corpus {
  const files = readdirSync(path.join(folder, name)).filter((file) => file.endsWith('.jsonl'))
  const hash = createHash('sha256')
  const rows = files.sort().flatMap((file) => {
    const text = readFileSync(path.join(folder, name, file), 'utf8')
    hash.update(`${file}\0${text}\0`)
    return readRows(text, file, name)
  })
  return { rows, hash: hash.digest('hex').slice(0, 16) }
}

/** One row a line: `text`, `act` or `label`, `lang`, `before`; an agent's sentence as the reader gets it. */
export function readRows(text: string, file: string, name: CorpusName): LabelledRow[] {
  const own = name === 'acts' ? withoutQuotes : (said: string): string => said
  const author = /^author-([^-.]+)/.exec(path.basename(file))?.[1] ?? path.basename(file)
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const row = JSON.parse(line) as Record<string, unknown>
    const label = row['act'] ?? row['label']
    if (typeof row['text'] !== 'string' || typeof label !== 'string') {
      throw new TypeError(`${file}:${index + 1} has no text or no label`)
    }
    const lang = typeof row['lang'] === 'string' ? row['lang'] : 'en'
    const before = typeof row['before'] === 'string' ? row['before'] : ''
    return [{ text: own(row['text']), label, lang, before: own(before), author }]
  })
}
