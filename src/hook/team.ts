/**
 * `team.cjs`, which a hook starts after its answer in a project that takes part in a team: sends and
 * fetches, once more when that was asked for meanwhile, and ends. One at a time; no client waits for it.
 */
import { homedir, setPriority } from 'node:os'
import * as z from 'zod/mini'
import { findProject } from '../config/project.js'
import { committedSettings } from '../config/session-settings.js'
import { describeFailure, logFailure, writeHookLog } from '../wiring/hook-log.js'
import { asSender, syncWorkspace } from '../wiring/sync-workspace.js'
import { readLogin } from '../team/login-file.js'
import { beginDelivery, isDeliveryWanted, putOffDelivery } from '../team/want-delivery.js'
import { userName } from '../util/user-name.js'
import { openWorkspace } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'

z.config({ jitless: true })

const now = (): Date => new Date()
/** One delivery; and the whole process, whatever happens. */
const DELIVERY_MS = 60_000
const PROCESS_MS = 110_000
const MAX_ROUNDS = 3
const LOW_PRIORITY = 10

async function main(): Promise<void> {
  setTimeout(() => process.exit(0), PROCESS_MS).unref()
  giveWay()
  const { env, platform } = process
  const [home, cwd] = [homedir(), process.cwd()]
  const place = { env, home, platform, cwd }
  try {
    const settingsName = await committedSettings(findProject(cwd))
    const author = userName()
    const input = { ...place, author, settingsName, lenient: true, now: now() }
    const workspace = await openWorkspace(input)
    if (workspace.loaded.values.mode === 'off') return
    await asSender(workspace, { patienceMs: 0, now }, () => deliver(workspace))
  } catch (error) {
    logFailure(place, error, 'deliver to the team')
  }
}

async function deliver(workspace: Workspace): Promise<void> {
  const { stateDir } = workspace
  const login = readLogin(stateDir)
  if (login === null) return
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const failures = beginDelivery(stateDir)
    try {
      const signal = AbortSignal.timeout(DELIVERY_MS)
      const { env, platform } = process
      await syncWorkspace(workspace, { login, env, platform, now, signal })
    } catch (error) {
      putOffDelivery(stateDir, failures + 1, now())
      const { debug } = workspace.loaded.environment
      const line = describeFailure(error, 'deliver to the team', now().toISOString(), debug)
      return writeHookLog(workspace, line)
    }
    if (!isDeliveryWanted(stateDir)) return
  }
}

/** The agent's own work comes first. */
function giveWay(): void {
  try {
    setPriority(LOW_PRIORITY)
  } catch {
    // Where a system has no priorities.
  }
}

process.on('uncaughtException', () => process.exit(0))
void main().finally(() => process.exit(0))
