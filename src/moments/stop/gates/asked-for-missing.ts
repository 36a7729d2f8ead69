import { describeMissing } from '../../../evidence/demands/weigh-demands.js'
import type { StatedDemand, Wanted } from '../../../schema/demand.js'
import type { Gate, StopFacts } from '../gate.js'

/** A file, a symbol or a command that a demand names was looked for and is not there. */
export const askedForMissing: Gate = {
  id: 'asked_for_missing',
  tier: 'push',
  yieldsToPerson: true,
  check(facts) {
    const { flags } = facts.evidence.request
    if (facts.basis !== 'recorded' || flags.readOnly !== null || flags.planOnly !== null)
      return null
    // An agent that only talked, asks or was blocked has forgotten nothing.
    if (facts.evidence.totals.toolCalls === 0 || facts.closing.ask !== null) return null
    for (const demand of facts.demands) {
      if (!isStanding(demand, facts)) continue
      const missing = demand.wants.filter((one) => one.found === false && !isSpokenOf(one, facts))
      if (missing.length > 0) return objection(demand, missing)
    }
    return null
  },
}

/** Below this the reader guesses what was asked. */
const SURE = 0.8

const isStanding = (demand: StatedDemand, { evidence, asked }: StopFacts): boolean =>
  demand.source === 'human' &&
  demand.state === 'asked' &&
  demand.probability >= SURE &&
  (demand.message === evidence.request.total || asked.includes(demand.sentence))

/** The message says what became of it, other than that it is done: then the human knows. */
const isSpokenOf = ({ what }: Wanted, { closing }: StopFacts): boolean =>
  closing.sentences.some(({ act, text }) => !CLAIMS.has(act) && text.includes(what))

const CLAIMS: ReadonlySet<string> = new Set(['done', 'passed', 'delivered', 'left'])

const objection = ({ sentence }: StatedDemand, missing: readonly Wanted[]) => ({
  fact: `The request names it, and ${missing.map(describeMissing).join(', ')}`,
  quote: sentence,
  severity: 'HIGH' as const,
  missing: missing.map(({ what }) => what).join(', '),
  nextAction: [...new Set(missing.map(({ want, what }) => NEXT[want](what)))].join(' '),
  requested: true,
})

/** File names and symbols are plain words; a command is quoted with the request. */
const NEXT: Record<Wanted['want'], (what: string) => string> = {
  exists: (what) => `Add ${what}.`,
  gone: (what) => `Remove ${what} from its old place.`,
  symbol: (what) => `Add ${what} where the request wants it.`,
  run: () => 'Run the command that the request names, and report what it prints.',
}
