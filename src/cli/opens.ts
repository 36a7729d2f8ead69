/** What verbs work on: opened for one call, and closed again whatever comes of it. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { TeamLogin } from '../team/login-file.js'
import { neededLogin } from '../team/login-file.js'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { listImported } from '../wiring/list-projects.js'
import { openHost } from '../wiring/open-host.js'
import type { Host } from '../wiring/open-host.js'
import { lookForPerson } from '../wiring/person/look-for-person.js'
import { databaseFile, openExistingStore, openStore, openWorkspace } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import type { CliContext, Opener } from './command.js'

export interface InWorkspace extends CliContext {
  workspace: Workspace
}

export interface OnStore extends InWorkspace {
  store: Store
}

export interface OnRecords extends OnStore {
  /** False where the project has no database yet. */
  isThere: boolean
}

export interface OnHost extends OnStore {
  host: Host
  /** Gives up what runs. */
  abort(): void
  /** The folder of the database; null when it is no file. */
  watchDir: string | null
}

/** A project and its config. */
export const theWorkspace: Opener<InWorkspace> = async (context, use) =>
  use({ ...context, workspace: await workspaceOf(context) })

export const workspaceOf = (context: CliContext): Promise<Workspace> =>
  openWorkspace({ ...context, now: context.now() })

/** The project's store to read in; an empty one where none is yet, because looking makes no database. */
export const theRecords: Opener<OnRecords> = (context, use) =>
  theWorkspace(context, async (opened) => {
    const found = await openExistingStore(opened.workspace)
    const store = found ?? (await (await import('../store/memory.js')).openMemoryStore())
    return lend(store, () => use({ ...opened, store, isThere: found !== null }))
  })

/** The project's database, which has to be there; with all that waits to get into it. */
export const theDatabase: Opener<OnStore> = (context, use) =>
  theWorkspace(context, async (opened) => {
    const file = databaseFile(opened.workspace)
    if (file === null || !existsSync(file)) {
      throw new ReflectError('not-found', 'This project has no database yet', {
        remedy: 'The first session creates it; `reflect status` says whether the hooks are there.',
      })
    }
    const options = { busyTimeoutMs: 10_000, drainRows: Number.MAX_SAFE_INTEGER }
    const store = await openStore(opened.workspace, options)
    return lend(store, () => use({ ...opened, store }))
  })

/** The project's store to write in, which is made where there is none. */
export const theStore: Opener<OnStore> = (context, use) =>
  theWorkspace(context, async (opened) =>
    lend(await openStore(opened.workspace, { busyTimeoutMs: 10_000, drainRows: 0 }), (store) =>
      use({ ...opened, store }),
    ),
  )

export async function lend<T>(store: Store, use: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

export const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The project's recurring work. */
export const theHost: Opener<OnHost> = (context, use) =>
  theWorkspace(context, async (opened) => {
    const { workspace } = opened
    const { env, home, platform, now } = context
    const file = databaseFile(workspace)
    const watchDir = file === null ? null : path.dirname(file)
    const controller = new AbortController()
    const abort = () => controller.abort()
    const options = { busyTimeoutMs: 5000, drainRows: 10_000 }
    return lend(await openStore(workspace, options), async (store) => {
      // What runs has a process group of its own, which the terminal's Ctrl-C does not reach.
      for (const signal of SIGNALS) process.once(signal, abort)
      try {
        const { signal } = controller
        const host = openHost({ workspace, store, env, home, platform, now, signal })
        return await use({ ...opened, store, host, abort, watchDir })
      } finally {
        for (const signal of SIGNALS) process.off(signal, abort)
        abort()
      }
    })
  })

/** The team that the project is logged in to here. */
export const theTeam: Opener<InWorkspace & { login: TeamLogin }> = (context, use) =>
  theWorkspace(context, async (opened) =>
    use({ ...opened, login: neededLogin(opened.workspace.stateDir) }),
  )

/**
 * Lends a project's store, and then those of its sessions that were taken over from transcripts: an
 * agent is not shown what was never meant for it.
 */
export async function eachProjectStore(
  context: CliContext,
  workspace: Workspace,
  use: (store: Store) => Promise<void>,
): Promise<void> {
  for (const place of [workspace, ...(await importedOf(context, workspace))]) {
    const store = await openExistingStore(place)
    if (store !== null) await lend(store, use)
  }
}

async function importedOf(context: CliContext, workspace: Workspace): Promise<Workspace[]> {
  const dirs = listImported(path.dirname(workspace.stateDir), workspace.root)
  if (dirs.length === 0) return []
  const { kind } = await lookForPerson(context.machine, context)
  if (kind === 'agent' || kind === 'unknown') return []
  return dirs.map((stateDir) => ({ ...workspace, stateDir }))
}
