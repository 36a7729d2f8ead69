import type { Stage } from './stage.js'

/** One scene of the demo: a small story with a scripted agent. */
export interface Scene {
  name: string
  title: string
  /** Events reach the store through the hook as a process; else the scene calls the code directly. */
  isThroughHook: boolean
  /** Sets up what has to be there before the first scene: a server reads its settings once. */
  prepare?(stage: Stage): void
  play(stage: Stage): Promise<void>
}
