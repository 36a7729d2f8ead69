import { rmSync } from 'node:fs'
import { findStatePlace } from '../../config/state-place.js'
import { heldOutSentences } from '../../read/prose/held-out.js'
import { ownWeightsFile, readerDir } from '../../read/prose/own-weights.js'
import { tryTuning } from '../../read/prose/tune-weights.js'
import type { Tuning } from '../../read/prose/tune-weights.js'
import { formatWeights, shippedWeights } from '../../read/prose/weights.js'
import { ReflectError } from '../../schema/error.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { readCorrections } from './wrong/corrections.js'
import { flag } from '../takes.js'
import { verb } from '../command.js'

/** Fewer say nothing. */
const MIN_CORRECTIONS = 30

export const command = verb({
  about: `
Makes a reader of your own from the sentences that \`reflect wrong\` kept, from ${MIN_CORRECTIONS} on. It is used only
if it is better on your corrections, each left out in turn, and no worse on sentences that it never saw.`,
  examples: `
  reflect train
  reflect train --discard`,
  takes: { discard: flag('discard your own reader and use the shipped one again') },
  person: true,
  async run({ discard }, context) {
    const folder = readerDir(findStatePlace(context).stateDir)
    const file = ownWeightsFile(folder)
    if (discard) {
      rmSync(file, { force: true })
      const left = 'the shipped one is used. Your corrections are still there.'
      return { json: { discarded: true }, text: `Your own reader is gone; ${left}` }
    }
    const rows = readCorrections(folder)
    const needed = MIN_CORRECTIONS
    if (rows.length < needed) {
      return {
        json: { corrections: rows.length, needed, used: false },
        text: `There are ${rows.length} corrections; ${needed} are needed. \`reflect wrong\` keeps them.`,
      }
    }
    const shipped = shippedWeights('acts')
    if (shipped === null) {
      throw new ReflectError('not-found', "The shipped reader's weights are missing", {
        remedy: 'Install the package again.',
      })
    }
    const { corrections, heldOut, isBetter, weights } = tryTuning(shipped, rows, heldOutSentences())
    if (isBetter) await writeAtomic(file, formatWeights(weights), { mode: 0o600 })
    const right = { corrections, held_out: heldOut }
    const text = [
      describe('Your corrections, each left out in turn', corrections),
      describe('Sentences that it never saw', heldOut),
      isBetter
        ? 'Your own reader is used from now on; `reflect train --discard` throws it away.'
        : 'No improvement: the shipped reader stays in use.',
    ].join('\n')
    return { json: { corrections: corrections.n, needed, used: isBetter, right }, text }
  },
})

const describe = (what: string, { n, shipped, tuned }: Tuning['corrections']): string =>
  `${what}: ${tuned} of ${n} right, ${shipped} with the shipped reader`
