import { isSure } from '../../src/read/prose/is-sure.js'
import { readMessage } from '../../src/read/prose/read-message.js'
import { shippedWeights } from '../../src/read/prose/weights.js'
import type { MeasureProgram } from '../program.js'
import { readStops, withoutCommand } from '../stops/read-stops.js'

/** The acts whose words may push by themselves. */
const PUSHING = new Set(['left', 'announce', 'permission'])

/**
 * An announced step counts at the very end only, as in the stop's own rule. Every line that is printed
 * is checked by hand: an agent that announces what it then does is read rightly.
 */
export const program: MeasureProgram = {
  name: 'alarms',
  summary:
    'sentences of real closing messages of resolved stops that are read as an act that pushes',
  async run({ dataDir, print }) {
    const weights = shippedWeights('acts')
    const stops = (await readStops(dataDir)).filter(({ resolved }) => resolved)
    let [sentences, alarms] = [0, 0]
    for (const { final, instance_id: id } of stops) {
      const read = readMessage(withoutCommand(final[2] ?? ''), weights)
      sentences += read.length
      for (const [at, sentence] of read.entries()) {
        const { act, probability, text } = sentence
        if (!PUSHING.has(act) || !isSure(sentence, 'push')) continue
        if (act === 'announce' && at < read.length - 1) continue
        alarms++
        print(`  ${id} ${act} ${probability.toFixed(2)}: ${text}`)
      }
    }
    const rate = ((alarms / sentences) * 1000).toFixed(1)
    print(`${alarms} of ${sentences} sentences are read as an act that pushes: ${rate} per 1,000`)
  },
}
