import type { Env } from '../config/paths.js'

/** Where a command, a tool or a server runs, and for whom. */
export interface Surroundings {
  cwd: string
  env: Env
  home: string
  /** Who works here. @default not known */
  author?: string | null
  platform: NodeJS.Platform
  now(): Date
}
