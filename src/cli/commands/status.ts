import path from 'node:path'
import { findMovedConfig } from '../../config/config-place.js'
import { PROJECT_FILE, stateHome } from '../../config/paths.js'
import { userFileReader } from '../../config/quick-mode.js'
import { reviewTrust } from '../../config/trust.js'
import { listWaiting } from '../../memory/waiting-lessons.js'
import { readTrackRecord } from '../../moments/stop/track-record.js'
import type { GateRecord } from '../../moments/stop/track-record.js'
import { guardNotices, readTold } from '../../wiring/guard-notice.js'
import { listChangedCode } from '../../wiring/kept-code-file.js'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import { readWaits, waitText } from '../../digest/read-waits.js'
import type { WaitingSession } from '../../schema/api/overview.js'
import { oneLine } from '../../util/one-line.js'
import { needsReview } from '../../schema/needs-review.js'
import { AgentEvent } from '../../schema/agent-event.js'
import type { RunRow } from '../../schema/run-record.js'
import { SessionOutcome } from '../../schema/session-outcome.js'
import { believedLogin } from '../../team/login-file.js'
import { countWaiting } from '../../team/proposals.js'
import { countFailures } from '../../team/want-delivery.js'
import { waitingText } from '../team/describe-proposal.js'
import type { Store } from '../../store.js'
import { listSpooled } from '../../store/spooled-file.js'
import { databaseFile, openExistingStore, openWorkspace, spoolDir } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { codeChanged } from '../doctor/check-folders.js'
import { count } from '../../util/count.js'
import { findAgents } from '../install/find-agents.js'
import type { FoundAgent } from '../install/find-agents.js'
import { atTime, relativeTime } from '../relative-time.js'
import { shorten } from '../../util/shorten.js'
import { table } from '../table.js'

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
  sessions: number
  runs: number
  needReview: number
  /** How sessions ended, as far as that is settled. */
  outcomes: OutcomeCounts
  lastEvent: { at: string; kind: string; agent: string; sessionId: string } | null
  spooled: number
  /** Sessions whose last stop asks a person, or was let through red; newest first. */
  waits: WaitingSession[]
  /** What keeps going wrong across sessions. */
  openFindings: number
  /** Lessons that no other session is shown until a person pins them. */
  lessonsWaiting: number
  /** The team that this project is logged in to on this machine. */
  team: {
    url: string
    project: string
    role: string
    expiresAt: string
    /** Of deliveries, one after the other, up to now. */
    failures: number
  } | null
  /** Of the team, which this person has neither accepted nor declined. */
  proposalsWaiting: number
  /** Gates of the moment stop that have pushed, with how that turned out. */
  gates: GateRecord[]
  agents: AgentStatus[]
}

type OutcomeCounts = Record<(typeof STATUSES)[number], number>
const STATUSES = SessionOutcome.shape.status.options

interface AgentStatus extends Pick<FoundAgent, 'agent' | 'found' | 'installed' | 'problems'> {
  state: 'installed' | 'installed, off' | 'installed, paused' | 'not installed'
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
    const status = await readStatus(workspace, await findAgents(context), context)
    context.print(context.json ? JSON.stringify(status, null, 2) : toText(status, context))
    return 0
  },
}

async function readStatus(
  workspace: Workspace,
  found: readonly FoundAgent[],
  context: CliContext,
): Promise<Status> {
  const { loaded } = workspace
  const now = context.now()
  const origin = loaded.origins['mode']
  const file = databaseFile(workspace)
  const { lastSeen, ...seen } = await readStore(workspace, now)
  const lessons = await openLessonStorage(workspace, { create: false })
  const waiting = await listWaiting(lessons.storage).finally(() => lessons.close())
  return {
    project: workspace.root,
    mode: loaded.values.mode,
    modeFrom: origin?.file ?? origin?.variable ?? origin?.source ?? 'default',
    guard: guardLines(workspace, context),
    paused: loaded.pauses,
    trust: loaded.trust,
    needsTrust: await needsTrust(workspace),
    database: file,
    ...seen,
    lessonsWaiting: waiting.length,
    spooled: listSpooled(spoolDir(workspace.stateDir)).length,
    team: teamOf(workspace),
    agents: found.map(({ agent, found, installed, problems }) => ({
      agent,
      found,
      state: installed.length === 0 ? 'not installed' : installedState(loaded),
      installed,
      lastSeen: lastSeen.get(agent) ?? null,
      problems,
    })),
  }
}

const AGENTS_ALLOWED =
  'Agents may do what needs a person: allowAgents is true in your own settings.'

const DAY_MS = 86_400_000
const MAX_WAITS = 3
const WAIT_CHARS = 120
/** Enough to name it. */
const SESSION_CHARS = 13

/** What holds now, and what a session was told within a day. */
export function guardLines(
  { loaded, stateDir }: Workspace,
  context: Pick<CliContext, 'env' | 'home' | 'platform' | 'now'>,
): string[] {
  const since = new Date(context.now().getTime() - DAY_MS).toISOString()
  const told = readTold(stateDir).filter(({ at }) => at >= since)
  const user = userFileReader(context)()
  const now = [
    ...guardNotices(loaded, { text: user.text, moved: findMovedConfig(context, user) }),
    ...listChangedCode(codeFolder(context)).map(codeChanged),
    // No session is told: it would tell the agent.
    ...(loaded.values.allowAgents ? [AGENTS_ALLOWED] : []),
  ]
  // What is no longer so was told to a session of the last day.
  const before = told
    .filter(({ notice }) => !now.includes(notice))
    .map(
      ({ at, notice }) => `${notice} (told to a session at ${at.slice(0, 16).replace('T', ' ')})`,
    )
  return [...now, ...new Set(before)]
}

const codeFolder = ({ env, home, platform }: Pick<CliContext, 'env' | 'home' | 'platform'>) =>
  path.join(stateHome(env, home, platform), 'reflectory', 'code')

async function needsTrust({ loaded }: Workspace): Promise<boolean> {
  const { files, settings } = await reviewTrust(loaded.project)
  return settings.length > 0 || files.some((file) => file.path !== PROJECT_FILE)
}

export function installedState({ values, pauses }: Workspace['loaded']): AgentStatus['state'] {
  if (pauses.some(({ session }) => session === null)) return 'installed, paused'
  return values.mode === 'off' ? 'installed, off' : 'installed'
}

interface Seen extends Pick<
  Status,
  | 'sessions'
  | 'runs'
  | 'needReview'
  | 'outcomes'
  | 'waits'
  | 'openFindings'
  | 'lastEvent'
  | 'gates'
  | 'proposalsWaiting'
> {
  /** By agent. */
  lastSeen: ReadonlyMap<string, string>
}

const NOTHING_SEEN: Seen = {
  sessions: 0,
  runs: 0,
  needReview: 0,
  outcomes: { completed: 0, failed: 0, waiting: 0, aborted: 0, unknown: 0 },
  waits: [],
  openFindings: 0,
  lastEvent: null,
  lastSeen: new Map(),
  gates: [],
  proposalsWaiting: 0,
}

async function readStore(workspace: Workspace, now: Date): Promise<Seen> {
  const store = await openExistingStore(workspace)
  if (store === null) return NOTHING_SEEN
  try {
    const sessions = await store.listSessions(10_000)
    const runs = await store.list('run', { limit: 10_000 })
    const [last] = await store.readEvents({ kinds: AGENT_EVENTS, limit: 1, order: 'newest' })
    const body = last?.body as { agent: string } | undefined
    const oldestFirst = sessions.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
    return {
      gates: await readTrackRecord(store),
      proposalsWaiting: await countProposals(workspace, store, now),
      lastSeen: new Map(oldestFirst.map(({ agent, updatedAt }) => [agent, updatedAt])),
      sessions: sessions.length,
      runs: runs.length,
      needReview: lastOfEach(runs).filter(needsReview).length,
      outcomes: await countOutcomes(store),
      waits: await readWaits(store, { now, limit: MAX_WAITS }),
      openFindings: await store.count('finding', { state: 'open' }),
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

/** A session waits for a review by its last run; the newest come first. */
const lastOfEach = (newestFirst: readonly RunRow[]): RunRow[] => [
  ...new Map(newestFirst.toReversed().map((run) => [run.record.session_id, run])).values(),
]

const AGENT_EVENTS = AgentEvent.def.options.map(({ shape }) => `agent.${shape.kind.def.values[0]}`)

async function countProposals(workspace: Workspace, store: Store, now: Date): Promise<number> {
  const login = believedLogin(workspace.stateDir)
  return login === null ? 0 : countWaiting(store, login, now)
}

function teamOf(workspace: Workspace): Status['team'] {
  const login = believedLogin(workspace.stateDir)
  if (login === null) return null
  const { url, project, role, expiresAt } = login
  return { url, project, role, expiresAt, failures: countFailures(workspace.stateDir) }
}

async function countOutcomes(store: Store): Promise<OutcomeCounts> {
  const counted = { ...NOTHING_SEEN.outcomes }
  for (const state of STATUSES) counted[state] = await store.count('session_outcome', { state })
  return counted
}

function toText(status: Status, context: CliContext): string {
  const { home } = context
  const now = context.now()
  const { lastEvent } = status
  const rows = [
    ['project', shorten(status.project, home)],
    ['mode', `${status.mode} (${shorten(status.modeFrom, home)})`],
    ...status.guard.map((line) => ['guard', line]),
    ...status.paused.map((pause) => [
      'paused',
      `${pause.session === null ? 'the whole project' : `session ${pause.session}`} until ${pauseEnd(pause.until, now)}`,
    ]),
    ['project files', trustWords(status)],
    ['seen', seenWords(status)],
    ['outcomes', outcomeWords(status.outcomes)],
    ...status.waits.map((one, place) => [
      place === 0 ? 'waits for you' : '',
      `${oneLine(waitText(one), WAIT_CHARS)} (${one.sessionId.slice(0, SESSION_CHARS)}, ${relativeTime(one.at, now)})`,
    ]),
    ...(status.openFindings === 0
      ? []
      : [['findings', `${status.openFindings} open: what keeps going wrong (\`reflect cycle\`)`]]),
    [
      'last event',
      lastEvent === null
        ? 'none yet'
        : `${lastEvent.kind} of ${lastEvent.agent} ${lastEvent.sessionId}, ${atTime(lastEvent.at, now)}`,
    ],
    ['database', status.database === null ? 'in memory' : shorten(status.database, home)],
    ...(status.lessonsWaiting === 0
      ? []
      : [['waiting', `${count(status.lessonsWaiting, 'lesson')} (\`reflect lessons review\`)`]]),
    ...(status.team === null ? [] : [['team', teamWords(status.team)]]),
    ...(status.proposalsWaiting === 0 ? [] : [['', waitingText(status.proposalsWaiting)]]),
    ...status.gates.map((record) => ['gate', describeGate(record)]),
    ...(status.spooled === 0 ? [] : [['waiting in the spool', count(status.spooled, 'file')]]),
  ]
  return [table(rows), '', table(status.agents.map((agent) => agentRow(agent, now)))].join('\n')
}

function describeGate({ gate, pushes, against, reasons, demoted }: GateRecord): string {
  const counted = Object.entries(reasons)
    .map(([reason, times]) => `${times} ${reason.replaceAll('_', ' ')}`)
    .join(', ')
  const record =
    against === 0
      ? `${gate}: ${count(pushes, 'push', 'pushes')}, none counts against it`
      : `${gate}: ${against} of its last ${count(pushes, 'push', 'pushes')} counted against it (${counted})`
  return demoted ? `${record}; demoted to a note` : record
}

function teamWords(team: NonNullable<Status['team']>): string {
  const { url, project, role, expiresAt, failures } = team
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
