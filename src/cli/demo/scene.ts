import type { Stage } from './stage.js'

/** One scene of the demo: a small story that the real pipeline tells. */
export interface Scene {
  name: string
  title: string
  play(stage: Stage): Promise<void>
}
