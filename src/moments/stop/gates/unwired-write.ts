import type { Gate } from '../gate.js'

const FEATURE =
  /\b(?:add|implement|integrate|support|introduce|build|create|wire|hook|expose|enable)\b/i
/** Asked to make just that file, it needs no one who uses it. */
const UNUSED_SAID =
  /\b(?:not (?:yet )?(?:used|wired|imported|called|connected|registered|hooked up|referenced)|never (?:used|called|imported)|unused|(?:isn't|is not|aren't) (?:yet )?(?:used|wired|imported|called|connected|registered|hooked up) (?:anywhere|yet|up|in)|nothing (?:calls|uses|imports))\b/i

/** A feature was asked for, and what was written for it is used by nothing. */
export const unwiredWrite: Gate = {
  id: 'unwired_write',
  tier: 'note',
  yieldsToPerson: false,
  check({ evidence, closing, asked, basis }) {
    if (!FEATURE.test(asked) || evidence.request.flags.readOnly !== null) return null
    const said = closing.sentences.find(({ text }) => UNUSED_SAID.test(text))?.text
    const file =
      basis === 'recorded'
        ? evidence.unwired.find((file) => !asked.includes(baseName(file)))
        : undefined
    if (said === undefined && file === undefined) return null
    return {
      fact: 'What was written for the feature is used by nothing',
      quote: said ?? file!,
      severity: 'HIGH',
      missing: 'the place that uses what was written',
      nextAction: 'Wire it in, and show it working from where a user would meet it.',
      requested: false,
    }
  },
}

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
