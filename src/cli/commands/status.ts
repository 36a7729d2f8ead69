import path from 'node:path'
import { findMovedConfig } from '../../config/config-place.js'
import { PROJECT_FILE, stateHome } from '../../config/paths.js'
import { userFileReader } from '../../config/quick-mode.js'
import { reviewTrust } from '../../config/trust.js'
import { readWaits, waitText } from '../../digest/read-waits.js'
import { listWaiting } from '../../memory/waiting-lessons.js'
import { readTrackRecord } from '../../moments/stop/track-record.js'
import type { GateRecord } from '../../moments/stop/track-record.js'
import { AgentEvent } from '../../schema/agent-event.js'
import type { WaitingSession } from '../../schema/api/overview.js'
import { needsReview } from '../../schema/needs-review.js'
import { SessionOutcome } from '../../schema/session-outcome.js'
import { listSpooled } from '../../store/spooled-file.js'
import type { Store } from '../../store.js'
import { believedLogin } from '../../team/login-file.js'
import { countWaiting } from '../../team/proposals.js'
import { countFailures } from '../../team/want-delivery.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { shorten } from '../../util/shorten.js'
import { guardNotices, readTold } from '../../wiring/guard-notice.js'
import { listChangedCode } from '../../wiring/kept-code-file.js'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import { databaseFile, spoolDir } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { codeChanged } from '../doctor/check-folders.js'
import { shortId } from '../find-by-prefix.js'
import { findAgents } from '../install/find-agents.js'
import type { FoundAgent } from '../install/find-agents.js'
import { theRecords } from '../opens.js'
import type { OnStore } from '../opens.js'
import { atTime, minute, relativeTime } from '../relative-time.js'
import { table } from '../table.js'
import { waitingText } from './team/describe-proposal.js'

export const command = verb({
  examples: `
  reflect status          what is on in this project, and what was seen last
  reflect status --json   the same for programs`,
  opens: theRecords,
  async run(_, opened) {
    const status = await readStatus(opened)
    return { json: status, text: describe(status, opened) }
  },
})

interface Status {
  project: string
  mode: string
  modeFrom: string
  /** Why the guard does less here than you asked for. */
  guard: string[]
  paused: { session: string | null; until: string | null }[]
  trust: 'none' | 'trusted' | 'revoked-by-change'
  /** Whether the project brings anything that counts only when trusted. */
  needsTrust: boolean
  database: string | null
  /** Gates of the moment stop that have pushed, with how that turned out. */
  gates: GateRecord[]
  /** Of the team, which this person has neither accepted nor declined. */
  proposalsWaiting: number
  sessions: number
  runs: number
  needReview: number
  /** How sessions ended, as far as that is settled. */
  outcomes: OutcomeCounts
  /** Sessions whose last stop asks a person, or was let through red; newest first. */
  waits: WaitingSession[]
  /** What keeps going wrong across sessions. */
  openFindings: number
  lastEvent: { at: string; kind: string; agent: string; sessionId: string } | null
  /** Lessons that no other session is shown until a person pins them. */
  lessonsWaiting: number
  spooled: number
  /** The team that this project is logged in to on this machine. */
  team: TeamState | null
  agents: AgentStatus[]
}

const STATUSES = SessionOutcome.shape.status.options
type OutcomeCounts = Record<(typeof STATUSES)[number], number>

interface TeamState {
  url: string
  project: string
  role: string
  expiresAt: string
  /** Of deliveries, one after the other, up to now. */
  failures: number
}

interface AgentStatus extends Pick<FoundAgent, 'agent' | 'found' | 'installed' | 'problems'> {
  state: 'installed' | 'installed, off' | 'installed, paused' | 'not installed'
  /** When a session of it was last heard of in this project. */
  lastSeen: string | null
}

const MAX_ROWS = 10_000
const MAX_WAITS = 3
const WAIT_CHARS = 120
const DAY_MS = 86_400_000

async function readStatus({ workspace, store, ...context }: OnStore): Promise<Status> {
  const { loaded, stateDir } = workspace
  const now = context.now()
  const origin = loaded.origins['mode']
  const lessons = await openLessonStorage(workspace, { create: false })
  const waiting = await listWaiting(lessons.storage).finally(() => lessons.close())
  const sessions = await store.listSessions(MAX_ROWS)
  const runs = await store.list('run', { limit: MAX_ROWS })
  const lastRuns = new Map(runs.toReversed().map((run) => [run.record.session_id, run]))
  const login = believedLogin(stateDir)
  const lastSeen = seenByAgent(sessions)
  return {
    project: workspace.root,
    mode: loaded.values.mode,
    modeFrom: origin?.file ?? origin?.variable ?? origin?.source ?? 'default',
    guard: guardLines(workspace, context),
    paused: loaded.pauses,
    trust: loaded.trust,
    needsTrust: await needsTrust(workspace),
    database: databaseFile(workspace),
    gates: await readTrackRecord(store),
    proposalsWaiting: login === null ? 0 : await countWaiting(store, login, now),
    sessions: sessions.length,
    runs: runs.length,
    needReview: [...lastRuns.values()].filter(needsReview).length,
    outcomes: await countOutcomes(store),
    waits: await readWaits(store, { now, limit: MAX_WAITS }),
    openFindings: await store.count('finding', { state: 'open' }),
    lastEvent: await readLastEvent(store),
    lessonsWaiting: waiting.length,
    spooled: listSpooled(spoolDir(stateDir)).length,
    team: login === null ? null : teamOf(login, stateDir),
    agents: (await findAgents(context)).map(({ agent, found, installed, problems }) => ({
      agent,
      found,
      state: installed.length === 0 ? 'not installed' : installedState(loaded),
      installed,
      lastSeen: lastSeen.get(agent) ?? null,
      problems,
    })),
  }
}

const teamOf = (
  { url, project, role, expiresAt }: Omit<TeamState, 'failures'>,
  stateDir: string,
): TeamState => ({ url, project, role, expiresAt, failures: countFailures(stateDir) })

/** When an agent was last heard of. */
export function seenByAgent(
  sessions: Awaited<ReturnType<Store['listSessions']>>,
): ReadonlyMap<string, string> {
  const oldestFirst = sessions.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
  return new Map(oldestFirst.map(({ agent, updatedAt }) => [agent, updatedAt]))
}

const AGENT_EVENTS = AgentEvent.def.options.map(({ shape }) => `agent.${shape.kind.def.values[0]}`)

async function readLastEvent(store: Store): Promise<Status['lastEvent']> {
  const [last] = await store.readEvents({ kinds: AGENT_EVENTS, limit: 1, order: 'newest' })
  if (last === undefined) return null
  const { agent = 'unknown' } = (last.body ?? {}) as { agent?: string }
  const kind = last.kind.slice('agent.'.length)
  return { at: last.at, kind, agent, sessionId: last.sessionId ?? 'unknown' }
}

async function countOutcomes(store: Store): Promise<OutcomeCounts> {
  const counted: [string, number][] = []
  for (const state of STATUSES)
    counted.push([state, await store.count('session_outcome', { state })])
  return Object.fromEntries(counted) as OutcomeCounts
}

async function needsTrust({ loaded }: Workspace): Promise<boolean> {
  const { files, settings } = await reviewTrust(loaded.project)
  return settings.length > 0 || files.some((file) => file.path !== PROJECT_FILE)
}

export function installedState({ values, pauses }: Workspace['loaded']): AgentStatus['state'] {
  if (pauses.some(({ session }) => session === null)) return 'installed, paused'
  return values.mode === 'off' ? 'installed, off' : 'installed'
}

const AGENTS_ALLOWED =
  'Agents may do what needs a person: allowAgents is true in your own settings.'

/** What holds now, and what a session was told within a day. */
export function guardLines(
  { loaded, stateDir }: Workspace,
  context: Pick<CliContext, 'env' | 'home' | 'platform' | 'now'>,
): string[] {
  const { env, home, platform } = context
  const since = new Date(context.now().getTime() - DAY_MS).toISOString()
  const user = userFileReader(context)()
  const codeFolder = path.join(stateHome(env, home, platform), 'reflectory', 'code')
  const now = [
    ...guardNotices(loaded, { text: user.text, moved: findMovedConfig(context, user) }),
    ...listChangedCode(codeFolder).map(codeChanged),
    // No session is told: it would tell the agent.
    ...(loaded.values.allowAgents ? [AGENTS_ALLOWED] : []),
  ]
  // What is no longer so was told to a session of the last day.
  const before = readTold(stateDir)
    .filter(({ at, notice }) => at >= since && !now.includes(notice))
    .map(({ at, notice }) => `${notice} (told to a session at ${minute(at)})`)
  return [...now, ...new Set(before)]
}

function describe(status: Status, { home, ...context }: CliContext): string {
  const now = context.now()
  const { lastEvent, openFindings, lessonsWaiting, proposalsWaiting, spooled, team } = status
  const rows = [
    ['project', shorten(status.project, home)],
    ['mode', `${status.mode} (${shorten(status.modeFrom, home)})`],
    ...status.guard.map((line) => ['guard', line]),
    ...status.paused.map(({ session, until }) => [
      'paused',
      `${session === null ? 'the whole project' : `session ${session}`} until ${pauseEnd(until, now)}`,
    ]),
    ['project files', trustWords(status)],
    ['seen', seenWords(status)],
    ['outcomes', outcomeWords(status.outcomes)],
    ...status.waits.map((one, place) => [
      place === 0 ? 'waits for you' : '',
      `${oneLine(waitText(one), WAIT_CHARS)} (${shortId(one.sessionId)}, ${relativeTime(one.at, now)})`,
    ]),
    ...where(
      openFindings > 0,
      'findings',
      () => `${openFindings} open: what keeps going wrong (\`reflect cycle\`)`,
    ),
    [
      'last event',
      lastEvent === null
        ? 'none yet'
        : `${lastEvent.kind} of ${lastEvent.agent} ${lastEvent.sessionId}, ${atTime(lastEvent.at, now)}`,
    ],
    ['database', status.database === null ? 'in memory' : shorten(status.database, home)],
    ...where(
      lessonsWaiting > 0,
      'waiting',
      () => `${count(lessonsWaiting, 'lesson')} (\`reflect lessons review\`)`,
    ),
    ...where(team !== null, 'team', () => teamWords(team!)),
    ...where(proposalsWaiting > 0, '', () => waitingText(proposalsWaiting)),
    ...status.gates.map((record) => ['gate', describeGate(record)]),
    ...where(spooled > 0, 'waiting in the spool', () => count(spooled, 'file')),
  ]
  return [table(rows), '', table(status.agents.map((agent) => agentRow(agent, now)))].join('\n')
}

/** A row that is there where there is something to say. */
const where = (isThere: boolean, name: string, words: () => string): string[][] =>
  isThere ? [[name, words()]] : []

function describeGate({ gate, pushes, against, reasons, demoted }: GateRecord): string {
  const counted = Object.entries(reasons)
    .map(([reason, times]) => `${times} ${reason.replaceAll('_', ' ')}`)
    .join(', ')
  const pushed = count(pushes, 'push', 'pushes')
  const record =
    against === 0
      ? `${gate}: ${pushed}, none counts against it`
      : `${gate}: ${against} of its last ${pushed} counted against it (${counted})`
  return demoted ? `${record}; demoted to a note` : record
}

function teamWords({ url, project, role, expiresAt, failures }: TeamState): string {
  const login = `logged in to ${project} at ${url} as ${role}, until ${expiresAt.slice(0, 10)}`
  if (failures === 0) return login
  const failed = failures === 1 ? 'the last delivery' : `the last ${failures} deliveries`
  return `${login}; ${failed} failed: \`reflect sync\` says why`
}

const pauseEnd = (until: string | null, now: Date): string =>
  until === null ? '`reflect resume`' : `${atTime(until, now)}, or \`reflect resume\``

function trustWords({ trust, needsTrust }: Status): string {
  if (trust === 'trusted') return 'trusted'
  if (trust === 'none') return needsTrust ? 'not trusted; see `reflect trust`' : 'none'
  return 'no longer trusted, because they changed; see `reflect trust`'
}

function seenWords({ sessions, runs, needReview }: Status): string {
  const seen = `${count(sessions, 'session')}, ${count(runs, 'run')}`
  return needReview === 0 ? seen : `${seen}, ${needReview} of them to review (\`reflect runs\`)`
}

function outcomeWords(outcomes: OutcomeCounts): string {
  const known = STATUSES.filter((status) => outcomes[status] > 0)
  if (known.length === 0) return 'none settled yet; `reflect outcomes` settles those that ended'
  return `${known.map((status) => `${outcomes[status]} ${status}`).join(', ')} (\`reflect outcomes\`)`
}

function agentRow(
  { agent, state, installed, lastSeen, problems }: AgentStatus,
  now: Date,
): string[] {
  const where = installed.map(({ scope, version }) => `${scope} ${version}`).join(', ')
  const words = where === '' ? state : `${state} (${where})`
  const seen = lastSeen === null ? 'not seen here yet' : `last seen ${atTime(lastSeen, now)}`
  return [agent, words, problems.length === 0 ? seen : `${seen}; see \`reflect doctor\``]
}
