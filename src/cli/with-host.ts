import path from 'node:path'
import { openHost } from '../wiring/open-host.js'
import type { Host } from '../wiring/open-host.js'
import { databaseFile, openStore, openWorkspace } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import type { CliContext } from './command.js'

export interface OpenedHost {
  host: Host
  workspace: Workspace
  /** Gives up what runs. */
  abort(): void
  /** The folder of the database; null when it is no file. */
  watchDir: string | null
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Opens the project's recurring work for one command, and closes it again. */
export async function withHost<T>(
  context: Pick<CliContext, 'cwd' | 'env' | 'home' | 'platform' | 'now'>,
  work: (opened: OpenedHost) => Promise<T>,
): Promise<T> {
  const { env, home, platform, now } = context
  const workspace = await openWorkspace({ ...context, now: now() })
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 10_000 })
  const controller = new AbortController()
  const file = databaseFile(workspace)
  // What runs has a process group of its own, which the terminal's Ctrl-C does not reach.
  const giveUp = () => controller.abort()
  for (const signal of SIGNALS) process.once(signal, giveUp)
  try {
    const host = openHost({
      workspace,
      store,
      env,
      home,
      platform,
      now,
      signal: controller.signal,
    })
    return await work({
      host,
      workspace,
      abort: () => controller.abort(),
      watchDir: file === null ? null : path.dirname(file),
    })
  } finally {
    for (const signal of SIGNALS) process.off(signal, giveUp)
    controller.abort()
    await store.close()
  }
}
