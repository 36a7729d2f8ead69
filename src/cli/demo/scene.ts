import type { Stage } from './stage.js'

/** One scene of the demo: a small story that the real pipeline tells. */
export interface Scene {
  name: string
  title: string
  /** Sets up what has to be there before the first scene: a server reads its settings once. */
  prepare?(stage: Stage): void
  play(stage: Stage): Promise<void>
}
