import type { Config } from '../schema/config.js'
import type { Environment } from './environment.js'
import type { ConfigProblem } from './problem.js'
import type { Project } from './project.js'
import type { Pause } from './read-pauses.js'

/** Where an effective value came from. */
export interface Origin {
  /** `pause` is the quick off switch; it touches `mode` alone. */
  source: 'pause' | 'environment' | 'user' | 'project' | 'default'
  file?: string
  line?: number
  /** Set for `environment`. */
  variable?: string
}

/** The effective values, or what is wrong between keys that are each right. */
export type Merged =
  | { values: Config; origins: Record<string, Origin>; problems: null }
  | { problems: ConfigProblem[] }

/** A setting that was read and has no effect, and why. */
export interface IgnoredSetting {
  file: string
  line: number
  key: string
  /** As shown to people: secrets are masked. */
  value: string
  reason: string
}

/** A name of an earlier design that stood for today's key. */
export interface UsedAlias {
  file: string
  line: number
  alias: string
  key: string
}

/** The effective configuration and how it came about. */
export interface LoadedConfig {
  values: Config
  /** By dotted key; things under names of the user's choosing count as one key each. */
  origins: Record<string, Origin>
  ignored: IgnoredSetting[]
  aliases: UsedAlias[]
  /** What was wrong and did no harm: a broken project file, an unknown variable. */
  problems: ConfigProblem[]
  /** What is wrong in the user's own settings and was left out; a person's command refuses instead. */
  faults: ConfigProblem[]
  /** The project's file has a problem: of it only what turns something off counts. */
  isProjectFileIgnored: boolean
  /** What the environment says beside the settings. */
  environment: Environment
  project: Project
  /** This project's folder in the user's state directory. It may not exist yet. */
  stateDir: string
  /** Pauses in force; a pause of the whole project has already turned `values.mode` off. */
  pauses: Pause[]
  /** Whether the project's files were read as trusted. */
  trust: 'none' | 'trusted' | 'revoked-by-change'
}
