import { existsSync } from 'node:fs'
import { listSpooled } from '../../store/spooled-file.js'
import { databaseFile, openStore, openWorkspace, spoolDir } from '../../workspace.js'
import type { Workspace } from '../../workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { findAgents } from '../install/find-agents.js'
import type { FoundAgent } from '../install/find-agents.js'
import { readTrackRecord } from '../../moments/stop/track-record.js'
import type { GateRecord } from '../../moments/stop/track-record.js'
import { shorten } from '../shorten.js'
import { table } from '../table.js'

interface Status {
  project: string
  mode: string
  modeFrom: string
  paused: { session: string | null; until: string | null }[]
  trust: string
  database: string | null
  sessions: number
  runs: number
  needReview: number
  lastEvent: { at: string; kind: string; agent: string; sessionId: string } | null
  spooled: number
  /** Gates of the moment stop that have pushed, with how that turned out. */
  gates: GateRecord[]
  agents: AgentStatus[]
}

interface AgentStatus extends Pick<FoundAgent, 'agent' | 'found' | 'installed' | 'problems'> {
  state: 'installed' | 'installed, off' | 'not installed'
  /** When a session of it was last heard of in this project. */
  lastSeen: string | null
}

export const command: CliCommand = {
  configure: (command) =>
    command.addHelpText(
      'after',
      `
Examples:
  reflect status          what is on in this project, and what was seen last
  reflect status --json   the same for programs`,
    ),

  async run(context) {
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const status = await readStatus(workspace, await findAgents(context))
    context.print(context.json ? JSON.stringify(status, null, 2) : toText(status, context))
    return 0
  },
}

async function readStatus(workspace: Workspace, found: readonly FoundAgent[]): Promise<Status> {
  const { loaded } = workspace
  const origin = loaded.origins['mode']
  const file = databaseFile(workspace)
  // Looking must not make a database where there was none.
  const { lastSeen, ...seen } =
    file !== null && existsSync(file) ? await readStore(workspace) : NOTHING_SEEN
  return {
    project: workspace.root,
    mode: loaded.values.mode,
    modeFrom: origin?.file ?? origin?.variable ?? origin?.source ?? 'default',
    paused: loaded.pauses,
    trust: loaded.trust,
    database: file,
    ...seen,
    spooled: listSpooled(spoolDir(workspace.stateDir)).length,
    agents: found.map(({ agent, found, installed, problems }) => ({
      agent,
      found,
      state: installed.length === 0 ? 'not installed' : installedState(loaded.values.mode),
      installed,
      lastSeen: lastSeen.get(agent) ?? null,
      problems,
    })),
  }
}

const installedState = (mode: string): AgentStatus['state'] =>
  mode === 'off' ? 'installed, off' : 'installed'

interface Seen extends Pick<Status, 'sessions' | 'runs' | 'needReview' | 'lastEvent' | 'gates'> {
  /** By agent. */
  lastSeen: ReadonlyMap<string, string>
}

const NOTHING_SEEN: Seen = {
  sessions: 0,
  runs: 0,
  needReview: 0,
  lastEvent: null,
  lastSeen: new Map(),
  gates: [],
}

async function readStore(workspace: Workspace): Promise<Seen> {
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    const sessions = await store.listSessions(10_000)
    const runs = await store.list('run', { limit: 10_000 })
    const newest = await store.readEvents({ limit: 50, order: 'newest' })
    const last = newest.find((event) => event.kind.startsWith('agent.'))
    const body = last?.body as { agent: string } | undefined
    const oldestFirst = sessions.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
    return {
      gates: await readTrackRecord(store),
      lastSeen: new Map(oldestFirst.map(({ agent, updatedAt }) => [agent, updatedAt])),
      sessions: sessions.length,
      runs: runs.length,
      needReview: runs.filter((row) => row.record.risk.needs_review).length,
      lastEvent:
        last === undefined
          ? null
          : {
              at: last.at,
              kind: last.kind.slice('agent.'.length),
              agent: body?.agent ?? 'unknown',
              sessionId: last.sessionId ?? 'unknown',
            },
    }
  } finally {
    await store.close()
  }
}

function toText(status: Status, { home }: CliContext): string {
  const { lastEvent } = status
  const rows = [
    ['project', shorten(status.project, home)],
    ['mode', `${status.mode} (${shorten(status.modeFrom, home)})`],
    ...status.paused.map((pause) => [
      'paused',
      `${pause.session ?? 'the whole project'} until ${pause.until ?? '`reflect resume`'}`,
    ]),
    ['project files', status.trust === 'none' ? 'not trusted' : status.trust],
    [
      'seen',
      `${status.sessions} sessions, ${status.runs} runs, ${status.needReview} of them need review`,
    ],
    [
      'last event',
      lastEvent === null
        ? 'none yet'
        : `${lastEvent.kind} of ${lastEvent.agent} ${lastEvent.sessionId}, ${lastEvent.at}`,
    ],
    ['database', status.database === null ? 'in memory' : shorten(status.database, home)],
    ...status.gates.map((record) => ['gate', describeGate(record)]),
    ...(status.spooled === 0 ? [] : [['waiting in the spool', `${status.spooled} files`]]),
  ]
  return [table(rows), '', table(status.agents.map(agentRow))].join('\n')
}

function describeGate({ gate, pushes, against, demoted }: GateRecord): string {
  const record = `${gate}: ${pushes - against} of its last ${pushes} pushes right`
  return demoted ? `${record}; demoted to a note` : record
}

function agentRow({ agent, state, installed, lastSeen, problems }: AgentStatus): string[] {
  const where = installed.map(({ scope, version }) => `${scope} ${version}`).join(', ')
  const words = where === '' ? state : `${state} (${where})`
  const seen = lastSeen === null ? 'not seen here yet' : `last seen ${lastSeen}`
  return [agent, words, problems.length === 0 ? seen : `${seen}; see \`reflect doctor\``]
}
