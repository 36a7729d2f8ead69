/**
 * `npm run train -- acts|requests|replies`: trains the reader's weights on the project's corpus and
 * writes them where the package has them. The same corpus gives the same file, byte for byte.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { HELD_OUT } from '../src/read/prose/held-out.js'
import { trainWeights } from '../src/read/prose/train-weights.js'
import type { LabelledRow } from '../src/read/prose/train-weights.js'
import { formatWeights } from '../src/read/prose/weights.js'
import { CORPORA, readCorpus } from './corpus.js'

const names = process.argv.slice(2)
const unknown = names.find((name) => !(CORPORA as readonly string[]).includes(name))
if (names.length === 0 || unknown !== undefined) {
  console.error(`Usage: npm run train -- ${CORPORA.join('|')}`)
  process.exit(2)
}
/** One row in fifty, by its text: the same ones whatever else is in the corpus. */
const isHeldOut = ({ text }: LabelledRow): boolean =>
  createHash('sha256').update(text).digest().readUInt16BE(0) % 50 === 0

const toLine = ({ text, before, label, lang }: LabelledRow): string =>
  `${JSON.stringify({ text, before, label, lang })}\n`

const folder = 'src/read/prose/weights'
mkdirSync(folder, { recursive: true })
for (const name of CORPORA.filter((name) => names.includes(name))) {
  const { rows, hash } = readCorpus(name)
  // A reader of a user's own is measured on sentences that the shipped one has not seen either.
  const heldOut = name === 'acts' ? rows.filter(isHeldOut) : []
  if (name === 'acts') writeFileSync(`${folder}/${HELD_OUT}`, heldOut.map(toLine).join(''))
  const weights = trainWeights(
    rows.filter((row) => !heldOut.includes(row)),
    { corpusHash: hash },
  )
  const file = `${folder}/${name}.bin`
  const bytes = formatWeights(weights)
  writeFileSync(file, bytes)
  console.log(
    `${file}: ${rows.length} rows, ${weights.labels.length} labels, ${bytes.length} bytes`,
  )
}
