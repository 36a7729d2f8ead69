import type { Env } from '../../config/paths.js'
import type { SettingsName } from '../../config/session-settings.js'
import type { Store } from '../../store.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { describeFailure, writeHookLog } from '../../wiring/hook-log.js'
import { hookMode } from '../hook-mode.js'
import { openAnyStore } from '../open-any-store.js'

/** The project that a resident hook stands in. */
export interface ProjectPlace {
  cwd: string
  env: Env
  home: string
  /** Who works here. @default not known */
  author?: string | null
  platform: NodeJS.Platform
  /** Where the hook's files lie. @default not known: nothing is started from there */
  folder?: string | undefined
  /** The project's settings that count here, as they stood when the client began. */
  settingsName?: SettingsName | undefined
  now(): Date
}

export interface OpenedProject {
  workspace: Workspace
  store: Store
  /** The store can't be seen: it says that nothing is planned, whatever is. */
  isBlind(): boolean
  /** Something could be written neither to the store nor to the spool. */
  isLost(): boolean
  mode: 'solo' | 'orchestrated'
  report(error: unknown, where: string): void
}

/** Longer than a hook waits, because no client waits here. */
const BUSY_TIMEOUT_MS = 1000

/**
 * Opens the project for one piece of work and closes it again: a mode that was switched off, another
 * store or a purge count from the next piece on. False when the mode is off, and then nothing was
 * opened or written.
 */
export async function withProject(
  place: ProjectPlace,
  work: (project: OpenedProject) => Promise<void>,
): Promise<boolean> {
  const { now } = place
  const workspace = await openWorkspace({ ...place, lenient: true, now: now() })
  const mode = hookMode(workspace.loaded)
  if (mode === 'off') return false
  const report = (error: unknown, where: string): void => {
    const { debug } = workspace.loaded.environment
    writeHookLog(workspace, describeFailure(error, where, now().toISOString(), debug))
  }
  let [isBlind, isLost] = [false, false]
  const store = await openAnyStore(workspace, {
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    now,
    report,
    onBlind: () => {
      isBlind = true
    },
    onLost: () => {
      isLost = true
    },
  })
  try {
    await work({ workspace, store, isBlind: () => isBlind, isLost: () => isLost, mode, report })
  } finally {
    await store.close()
  }
  return true
}
