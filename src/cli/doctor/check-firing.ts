/**
 * Whether installed hooks really fire: the last event of each client in this project and how it was
 * answered, by the log; for a client without one, what keeps hooks from firing.
 */
import path from 'node:path'
import type { AgentInstaller } from '../../agent.js'
import { dataDir } from '../../config/data-dir.js'
import type { LogEvent } from '../../schema/log-event.js'
import { loadAgent } from '../../wiring/agent-registry.js'
import { loadInstallers } from '../../wiring/client-signs.js'
import type { CliContext } from '../command.js'
import { lookAt, placeFor, SCOPES } from '../install/find-agents.js'
import { readReceipts } from '../install/receipts.js'
import type { Receipt } from '../install/receipts.js'
import { atTime } from '../relative-time.js'
import { askOpenStore } from './ask-store.js'
import { about } from './check.js'
import type { Check, CheckResult } from './check.js'
import { lastRun } from './last-run.js'

/** So many lines of the log are looked through for the last event of each client. */
const MAX_EVENTS = 2000

export const checkFiring: Check = async ({ context, workspace, mode }) => {
  const log = await askOpenStore(workspace, (store) =>
    store.readEvents({ limit: MAX_EVENTS, order: 'newest' }),
  )
  const receipts = readReceipts(dataDir(context.env, context.home, context.platform))
  const results: CheckResult[] = []
  for (const [id, installer] of await loadInstallers()) {
    const own = receipts.filter(({ agent }) => agent === id)
    results.push(...elsewhere(id, installer, own, context))
    const last = lastFired(id, log ?? [])
    const isInstalled = SCOPES.some(
      (scope) => lookAt(installer, placeFor(context, scope)).hooks.length > 0,
    )
    if (last !== null) {
      results.push(about(id).ok(`last fired ${atTime(last.at, context.now())}: ${last.what}`))
    }
    // With the mode off a hook leaves no trace, and whether it fired can't be told.
    else if (mode !== 'off' && isInstalled) {
      results.push(await neverFired(id, installer, own, context))
    }
  }
  return results
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
  const result = (reason ?? action?.reason ?? action?.kind ?? 'not answered').replaceAll('_', ' ')
  return { at: event.at, what: `${event.kind.slice('agent.'.length)}, ${result}` }
}

async function neverFired(
  id: string,
  { title, whenSilent }: AgentInstaller,
  receipts: readonly Receipt[],
  context: CliContext,
): Promise<CheckResult> {
  const { notice, broken } = about(id)
  const ran = await lastRun(await loadAgent(id), context, placeFor(context, 'project').projectRoot)
  if (ran !== null && receipts.every(({ at }) => ran.ms > Date.parse(at))) {
    const detail = `installed, and no hook has fired here, though ${title} has run here since`
    return broken(`${detail}: ${ran.file}`, whenSilent)
  }
  const start = `Start a session of ${title} here: it reads hooks when it starts.`
  return notice('installed, and no hook has fired here yet', start)
}

/** Hooks in a folder that the client, started from here, does not read. */
function elsewhere(
  agent: string,
  installer: AgentInstaller,
  receipts: readonly Receipt[],
  context: CliContext,
): CheckResult[] {
  const { title, whenSilent } = installer
  const place = placeFor(context, 'user')
  const read = installer.file(place)
  return receipts
    .filter(({ scope, file }) => scope === 'user' && file !== read)
    .filter(({ file }) => lookAt(installer, place, file, path.dirname(file)).hooks.length > 0)
    .map(({ file }) =>
      about(agent).broken(
        `our hooks are in ${file}, but ${title} reads ${read} when it is started from here`,
        `reflect install ${agent}, or unset the variable that points it there. ${whenSilent}`,
      ),
    )
}
