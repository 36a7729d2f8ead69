/**
 * Whether installed hooks really fire: the last event of each client in this project and how it was
 * answered, by the log; for a client without one, what keeps hooks from firing.
 */
import path from 'node:path'
import type { Agent, AgentInstaller } from '../../agent.js'
import { dataDir } from '../../config/data-dir.js'
import type { LogEvent } from '../../schema/log-event.js'
import { loadAgent } from '../../wiring/agent-registry.js'
import { loadInstallers } from '../../wiring/client-signs.js'
import { openExistingStore } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'
import { placeFor, readSafely, SCOPES } from '../install/find-agents.js'
import { readReceipts } from '../install/receipts.js'
import type { Receipt } from '../install/receipts.js'
import { atTime } from '../relative-time.js'
import { broken, notice, ok } from './check.js'
import type { Check, CheckResult } from './check.js'
import { lastRun } from './last-run.js'

/** So many lines of the log are looked through for the last event of each client. */
const MAX_EVENTS = 2000

export const checkFiring: Check = async ({ context, workspace, mode }) => {
  const log = await readLog(workspace)
  const receipts = readReceipts(dataDir(context.env, context.home, context.platform))
  const results: CheckResult[] = []
  for (const [id, installer] of await loadInstallers()) {
    results.push(...elsewhere(id, installer, receipts, context))
    const last = lastFired(id, log)
    if (last !== null)
      results.push(ok(id, `last fired ${atTime(last.at, context.now())}: ${last.what}`))
    // With the mode off a hook leaves no trace, and whether it fired can't be told.
    else if (mode !== 'off' && isInstalled(installer, context)) {
      results.push(await neverFired(installer, await loadAgent(id), receipts, context))
    }
  }
  return results
}

async function readLog(workspace: Workspace): Promise<LogEvent[]> {
  const store = await openExistingStore(workspace).catch(() => null)
  if (store === null) return []
  try {
    return await store.readEvents({ limit: MAX_EVENTS, order: 'newest' })
  } finally {
    await store.close()
  }
}

/** What an event's line, and the line that settles it, have that is asked for here. */
interface Body {
  id?: string
  agent?: string
  eventId?: string
  reason?: string
  action?: { kind: string; reason?: string }
}

const bodyOf = ({ body }: LogEvent): Body => (body ?? {}) as Body

function lastFired(
  agent: string,
  newestFirst: readonly LogEvent[],
): { at: string; what: string } | null {
  const event = newestFirst.find(
    (line) => line.kind.startsWith('agent.') && bodyOf(line).agent === agent,
  )
  if (event === undefined) return null
  const { id } = bodyOf(event)
  const answer = newestFirst.find((line) => id !== undefined && bodyOf(line).eventId === id)
  const { reason, action } = answer === undefined ? {} : bodyOf(answer)
  const result = reason ?? action?.reason ?? action?.kind ?? 'not answered'
  return {
    at: event.at,
    what: `${event.kind.slice('agent.'.length)}, ${result.replaceAll('_', ' ')}`,
  }
}

function isInstalled(installer: AgentInstaller, context: CliContext): boolean {
  return SCOPES.some((scope) => {
    const place = placeFor(context, scope)
    const root = scope === 'user' ? place.home : place.projectRoot
    return installer.files(place).some((file) => hasHooks(installer, file, root))
  })
}

function hasHooks(installer: AgentInstaller, file: string, root: string): boolean {
  const found = installer.inspect(readSafely(file, root).text, file)
  return found.ok && found.hooks.length > 0
}

async function neverFired(
  installer: AgentInstaller,
  agent: Agent,
  receipts: readonly Receipt[],
  context: CliContext,
): Promise<CheckResult> {
  const since = receipts.filter((receipt) => receipt.agent === agent.id).map(({ at }) => at)
  const ran = await lastRun(agent, context, placeFor(context, 'project').projectRoot)
  const hasRun = ran !== null && since.every((at) => ran.ms > Date.parse(at))
  if (!hasRun) {
    const start = `Start a session of ${installer.title} here: it reads hooks when it starts.`
    return notice(agent.id, 'installed, and no hook has fired here yet', start)
  }
  const detail = `installed, and no hook has fired here, though ${installer.title} has run here since: ${ran.file}`
  return broken(agent.id, detail, installer.whenSilent)
}

/** Hooks in a folder that the client, started from here, does not read. */
function elsewhere(
  agent: string,
  installer: AgentInstaller,
  receipts: readonly Receipt[],
  context: CliContext,
): CheckResult[] {
  const read = installer.files(placeFor(context, 'user'))
  return receipts
    .filter(
      ({ agent: owner, scope, file }) =>
        owner === agent && scope === 'user' && !read.includes(file),
    )
    .filter(({ file }) => hasHooks(installer, file, path.dirname(file)))
    .map(({ file }) =>
      broken(
        agent,
        `our hooks are in ${file}, but ${installer.title} reads ${read[0]} when it is started from here`,
        `reflect install ${agent}, or unset the variable that points it there. ${installer.whenSilent}`,
      ),
    )
}
