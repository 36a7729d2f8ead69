import type { Readable } from 'node:stream'
import type { Agent } from '../agent.js'
import type { Env } from '../config/paths.js'
import type { SettingsText } from '../config/read-settings.js'
import type { ToldCall } from './read-told-call.js'
import type { Budget } from './start-budget.js'

/** One call of a hook, and the world that it is called in. */
export interface HookInput {
  agent: Agent
  /** The event named on the command line, for clients whose payload has none. */
  eventName: string | null
  /** Opened when asked: Node's streams are slow to load, and a call was read without them. */
  stdin(): Readable
  env: Env
  home: string
  /** Who works here. @default not known */
  author?: string | null
  platform: NodeJS.Platform
  cwd: string
  /** Where the hook's files lie. @default not known: nothing is started from there */
  folder?: string | undefined
  /** What is made of settings is kept for later processes of this build. @default it is not kept */
  build?: string | undefined
  now(): Date
  budget: Budget
  readUserFile?: (() => SettingsText) | undefined
  /** A failed call that was read already. */
  told?: ToldCall | null
}
