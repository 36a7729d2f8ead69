// `reflectory/turns`: what a turn leaves behind for later ones.
import { reflectTurn as reflect } from '../moments/turn/reflect-turn.js'
import { runTurns as run } from '../moments/turn/run-turns.js'
import type { RunTurnsInput, TurnsReport } from '../moments/turn/run-turns.js'
import type { TurnPorts } from '../moments/turn/turn-bundle.js'

/** Sums a turn up and keeps what is worth remembering; never throws. */
export const reflectTurn: typeof reflect = (bundle, config, ports) =>
  reflect(bundle, config, inCi(ports))

/** Plays the turns of one agent or many, logs each stage, and looks back on every turn. */
export const runTurns = <Observed>(input: RunTurnsInput<Observed>): Promise<TurnsReport> =>
  run({ ...input, ports: inCi(input.ports) })

/** Where a duration would make two runs differ, `CI=true` writes 0, as it does in the hooks. */
const inCi = <P extends Pick<TurnPorts, 'ci'>>(ports: P): P => ({
  ...ports,
  ci: ports.ci ?? process.env['CI'] === 'true',
})

export type { RunTurnsInput, TurnsReport } from '../moments/turn/run-turns.js'
export { systemClock } from '../moments/turn/turn-clock.js'
export type { TurnClock } from '../moments/turn/turn-clock.js'
export type {
  Summarise,
  TurnBundle,
  TurnPorts,
  TurnReflection,
} from '../moments/turn/turn-bundle.js'
export type { TurnContext, TurnOutcome, TurnStages } from '../moments/turn/turn-stages.js'
export { recall } from '../memory/search-entries.js'
export type { EntryQuery, Snippet } from '../memory/search-entries.js'
export { openRecordings } from '../wiring/open-model.js'
