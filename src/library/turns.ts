// `reflectory/turns`: what a turn leaves behind for later ones.
export { reflectTurn } from '../moments/turn/reflect-turn.js'
export { runTurns } from '../moments/turn/run-turns.js'
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
