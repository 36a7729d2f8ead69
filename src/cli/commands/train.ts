import { rmSync } from 'node:fs'
import { findStatePlace } from '../../config/state-place.js'
import { heldOutSentences } from '../../read/prose/held-out.js'
import { ownWeightsFile, readerDir } from '../../read/prose/own-weights.js'
import { tryTuning } from '../../read/prose/tune-weights.js'
import type { Tuning } from '../../read/prose/tune-weights.js'
import { formatWeights, shippedWeights } from '../../read/prose/weights.js'
import { ReflectError } from '../../schema/error.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { CliCommand } from '../command.js'
import { readCorrections } from '../reader/corrections.js'

/** Fewer say nothing. */
const MIN_CORRECTIONS = 30

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--discard', 'discard your own reader and use the shipped one again')
      .addHelpText(
        'after',
        `
Makes a reader of your own from the sentences that \`reflect wrong\` kept, from ${MIN_CORRECTIONS} on. It is used only
if it is better on your corrections, each left out in turn, and no worse on sentences that it never saw.

Examples:
  reflect train
  reflect train --discard`,
      ),

  async run(context, _positional, options) {
    const folder = readerDir(findStatePlace(context).stateDir)
    const file = ownWeightsFile(folder)
    if (options['discard'] === true) {
      rmSync(file, { force: true })
      context.print(
        context.json
          ? JSON.stringify({ discarded: true })
          : 'Your own reader is gone; the shipped one is used. Your corrections are still there.',
      )
      return 0
    }
    const rows = readCorrections(folder)
    if (rows.length < MIN_CORRECTIONS) {
      context.print(
        context.json
          ? JSON.stringify({ corrections: rows.length, needed: MIN_CORRECTIONS, used: false })
          : `There are ${rows.length} corrections; ${MIN_CORRECTIONS} are needed. \`reflect wrong\` keeps them.`,
      )
      return 0
    }
    const shipped = shippedWeights('acts')
    if (shipped === null) {
      throw new ReflectError('not-found', "The shipped reader's weights are missing", {
        remedy: 'Install the package again.',
      })
    }
    const tuning = tryTuning(shipped, rows, heldOutSentences())
    if (tuning.isBetter) {
      await writeAtomic(file, formatWeights(tuning.weights), { mode: 0o600 })
    }
    context.print(context.json ? JSON.stringify(toJson(tuning)) : toText(tuning))
    return 0
  },
}

const toJson = ({ corrections, heldOut, isBetter }: Tuning) => ({
  corrections: corrections.n,
  needed: MIN_CORRECTIONS,
  used: isBetter,
  right: { corrections, held_out: heldOut },
})

function toText({ corrections, heldOut, isBetter }: Tuning): string {
  return [
    line('Your corrections, each left out in turn', corrections),
    line('Sentences that it never saw', heldOut),
    isBetter
      ? 'Your own reader is used from now on; `reflect train --discard` throws it away.'
      : 'No improvement: the shipped reader stays in use.',
  ].join('\n')
}

const line = (what: string, { n, shipped, tuned }: Tuning['corrections']): string =>
  `${what}: ${tuned} of ${n} right, ${shipped} with the shipped reader`
