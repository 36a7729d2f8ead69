import type { Gate } from '../gate.js'
import { baseName } from '../../../util/base-name.js'

/** A feature was asked for, and what was written for it is used by nothing. */
export const unwiredWrite: Gate = {
  id: 'unwired_write',
  tier: 'note',
  yieldsToPerson: false,
  check({ evidence, asked, basis }) {
    const { flags } = evidence.request
    if (flags.change === null || flags.readOnly !== null || basis !== 'recorded') return null
    // Asked to make just that file, it needs no one who uses it.
    const file = evidence.unwired.find((file) => !asked.includes(baseName(file)))
    if (file === undefined) return null
    return {
      fact: 'Nothing uses the code that you wrote for the feature',
      quote: file,
      severity: 'HIGH',
      missing: 'a caller that uses it',
      nextAction: 'Wire it in, and show it working from where a user would meet it.',
      requested: false,
    }
  },
}
