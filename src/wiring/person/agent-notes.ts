/**
 * What hooks note of the agents that they answer: a file for each agent's process, touched by each of its
 * hooks. Later it tells which processes an agent can have started, also when the agent has ended.
 */
import { lstatSync, lutimesSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listOurs, makeOurFolder } from '../../util/our-folder.js'
import { readOurText } from '../../util/read-bounded.js'
import { SHELLS } from '../../data/terminals.js'
import { readNamespaces, readService } from '../../util/process-place.js'

export interface AgentNote {
  agent: string
  pid: number
  /** In milliseconds since 1970, like all that follows. */
  startedAt: number
  seenAt: number
  /** The group that a service manager put it in, and its namespaces; null where the system has none. */
  service: string | null
  namespaces: string | null
}

const NAME = /^([a-z-]{1,40})-(\d{1,10})-(\d{1,16})$/
const MAX_NOTES = 500
const KEPT_MS = 7 * 86_400_000

export const notesDir = (stateHome: string): string =>
  path.join(stateHome, 'reflectory', 'agents-seen')

/** Notes the agent above this hook. Costs a look at two processes, and on most systems nothing more. */
export function noteAgent(dir: string, agent: string, now: Date): void {
  const found = agentProcess(process.ppid)
  // Where the system does not say when it started: now, which is later than that.
  const startedAt = found.startedAt ?? Math.round(now.getTime())
  const known = found.startedAt === null ? knownNote(dir, agent, found.pid) : null
  const file = path.join(dir, known ?? `${agent}-${found.pid}-${startedAt}`)
  makeOurFolder(dir)
  try {
    lutimesSync(file, now, now)
  } catch {
    writeFileSync(file, placeOf(found.pid), { mode: 0o600, flag: 'wx' })
    lutimesSync(file, now, now)
    forgetOld(dir, now)
  }
}

/** All notes that a folder has; one that can't be read has none. */
export function readNotes(dir: string): AgentNote[] {
  return listOurs(dir, NAME)
    .slice(0, MAX_NOTES)
    .flatMap((name) => {
      const [, agent, pid, startedAt] = NAME.exec(name) ?? []
      const stat = lstatSync(path.join(dir, name), { throwIfNoEntry: false })
      if (agent === undefined || stat === undefined) return []
      const [namespaces, service] = readPlace(path.join(dir, name))
      const times = { startedAt: Number(startedAt), seenAt: stat.mtimeMs }
      return { agent, pid: Number(pid), ...times, service, namespaces }
    })
}

/** Its namespaces and its service, a line each. */
const placeOf = (pid: number): string =>
  `${readNamespaces() ?? ''}\n${readService(String(pid)) ?? ''}\n`

const MAX_PLACE = 4096

function readPlace(file: string): [namespaces: string | null, service: string | null] {
  const [namespaces, service] = readOurText(file, MAX_PLACE)?.split('\n') ?? []
  return [namespaces || null, service || null]
}

/** The first process above that is no shell: clients call their hooks through one. */
function agentProcess(pid: number): { pid: number; startedAt: number | null } {
  if (process.platform !== 'linux') return { pid, startedAt: null }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const parent = Number(fields[1])
    if (SHELLS.has(name) && parent > 1) return agentProcess(parent)
    const bootedAt = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
    const startedAt = bootedAt * 1000 + Number(fields[19]) * 10
    return { pid, startedAt: Number.isFinite(startedAt) ? startedAt : null }
  } catch {
    return { pid, startedAt: null }
  }
}

const knownNote = (dir: string, agent: string, pid: number): string | null =>
  listOurs(dir, NAME).find((name) => name.startsWith(`${agent}-${pid}-`)) ?? null

function forgetOld(dir: string, now: Date): void {
  for (const name of listOurs(dir, NAME)) {
    const file = path.join(dir, name)
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat !== undefined && now.getTime() - stat.mtimeMs > KEPT_MS) rmSync(file, { force: true })
  }
}
