import { Config } from '../../../schema/config.js'
import type { ConfigInput } from '../../../schema/config.js'
import type { TurnBundle } from '../turn-bundle.js'
import { manualClock } from './manual-clock.js'

/** The config block with the step switched on. */
export const turnConfig = (fields: ConfigInput['turn'] = {}): Config['turn'] =>
  Config.parse({ turn: { enabled: true, ...fields } }).turn

export function makeBundle(
  fields: Partial<Omit<TurnBundle, 'ctx'>> & { ctx?: Partial<TurnBundle['ctx']> } = {},
): TurnBundle {
  return {
    stateView: {},
    plan: { reflection: true },
    utter: 'The Key is under the mat.',
    snippets: [],
    ...fields,
    ctx: { agent: 'ada', turn: 3, clock: manualClock(), ...fields.ctx },
  }
}
