import { correctionsFile } from '../../../read/prose/own-weights.js'
import type { LabelledRow } from '../../../read/prose/train-weights.js'
import { withoutQuotes } from '../../../read/prose/without-quotes.js'
import { redactText } from '../../../safety/redact.js'
import { Act } from '../../../schema/sentence.js'
import { appendLines } from '../../../util/append-lines.js'
import { asRecord } from '../../../util/loose-json.js'
import { makeFolders } from '../../../util/make-folders.js'
import { ourLines } from '../../../util/read-bounded.js'
import { parseJson } from '../../../util/parse-json.js'

/** A sentence that the reader took for something else than it was. */
export interface Correction {
  text: string
  before: string
  /** What it does in truth. */
  act: Act
  /** What the reader took it for. */
  was: Act
}

/** Adds one to the user's own corpus, redacted. */
export async function keepCorrection(folder: string, correction: Correction): Promise<void> {
  makeFolders(folder)
  const { text, before } = correction
  const row = { ...correction, text: redactText(text), before: redactText(before) }
  await appendLines(correctionsFile(folder), [JSON.stringify(row)])
}

/** Takes one back: a line that says so, since the file is only ever added to. */
export const dropCorrection = (folder: string, text: string): Promise<void> =>
  appendLines(correctionsFile(folder), [JSON.stringify({ text: redactText(text), dropped: true })])

const MAX_BYTES = 64 * 1024 * 1024

/** A line that is none of ours is passed over; the same sentence counts once, as it was said last. */
export function readCorrections(folder: string): LabelledRow[] {
  const rows = new Map<string, LabelledRow>()
  for (const line of ourLines(correctionsFile(folder), MAX_BYTES)) {
    const { text, before, act, dropped } = asRecord(parseJson(line))
    if (typeof text === 'string' && dropped === true) rows.delete(text)
    const label = Act.safeParse(act)
    if (typeof text !== 'string' || !label.success) continue
    rows.set(text, {
      text: withoutQuotes(text),
      before: withoutQuotes(typeof before === 'string' ? before : ''),
      label: label.data,
      lang: 'en',
      author: 'own',
    })
  }
  return [...rows.values()]
}
