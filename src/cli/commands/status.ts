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
import type { AgentStatus } from '../../schema/api/settings.js'
import { needsReview } from '../../schema/needs-review.js'
import { SessionOutcome } from '../../schema/session-outcome.js'
import type { SessionState } from '../../schema/session-state.js'
import { listSpooled } from '../../store/spooled-file.js'
import type { Store } from '../../store.js'
import { believedLogin } from '../../team/login-file.js'
import type { TeamLogin } from '../../team/login-file.js'
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

type Status = Awaited<ReturnType<typeof readStatus>>

const STATUSES = SessionOutcome.shape.status.options
type OutcomeCounts = Record<(typeof STATUSES)[number], number>

const MAX_ROWS = 10_000
const MAX_WAITS = 3
const WAIT_CHARS = 120
const DAY_MS = 86_400_000

/** What `--json` prints. */
async function readStatus({ workspace, store, ...context }: OnStore) {
  const { loaded, stateDir } = workspace
  const now = context.now()
  const origin = loaded.origins['mode']
  const lessons = await openLessonStorage(workspace, { create: false })
  const waiting = await listWaiting(lessons.storage).finally(() => lessons.close())
  const sessions = await store.listSessions(MAX_ROWS)
  const runs = await store.list('run', { limit: MAX_ROWS })
  const lastRuns = new Map(runs.toReversed().map((run) => [run.record.session_id, run]))
  const login = believedLogin(stateDir)
  return {
    project: workspace.root,
    mode: loaded.values.mode,
    modeFrom: origin?.file ?? origin?.variable ?? origin?.source ?? 'default',
    /** Why the guard does less here than you asked for. */
    guard: guardLines(workspace, context),
    paused: loaded.pauses,
    trust: loaded.trust,
    /** Whether the project brings anything that counts only when trusted. */
    needsTrust: await needsTrust(workspace),
    database: databaseFile(workspace),
    /** Gates of the moment stop that have pushed, with how that turned out. */
    gates: await readTrackRecord(store),
    /** Of the team, which this person has neither accepted nor declined. */
    proposalsWaiting: login === null ? 0 : await countWaiting(store, login, now),
    sessions: sessions.length,
    runs: runs.length,
    needReview: [...lastRuns.values()].filter(needsReview).length,
    outcomes: await countOutcomes(store),
    waits: await readWaits(store, { now, limit: MAX_WAITS }),
    openFindings: await store.count('finding', { state: 'open' }),
    lastEvent: await readLastEvent(store),
    /** No other session is shown them until a person pins them. */
    lessonsWaiting: waiting.length,
    spooled: listSpooled(spoolDir(stateDir)).length,
    team: login === null ? null : teamOf(login, stateDir),
    agents: (await agentsHere(context, loaded, sessions)).map(
      ({ title: _title, clientVersion: _version, ...agent }) => agent,
    ),
  }
}

const teamOf = ({ url, project, role, expiresAt }: TeamLogin, stateDir: string) => ({
  url,
  project,
  role,
  expiresAt,
  /** Of deliveries, one after the other, up to now. */
  failures: countFailures(stateDir),
})

/** The clients that can be installed for, each with what its hooks do here and when it was last heard of. */
export async function agentsHere(
  context: CliContext,
  { values, pauses }: Workspace['loaded'],
  sessions: readonly SessionState[],
): Promise<AgentStatus[]> {
  const oldestFirst = sessions.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
  const lastSeen = new Map(oldestFirst.map(({ agent, updatedAt }) => [agent, updatedAt]))
  const isPaused = pauses.some(({ session }) => session === null)
  const off = values.mode === 'off' ? 'installed, off' : 'installed'
  const hooks = isPaused ? 'installed, paused' : off
  return (await findAgents(context)).map((found) => ({
    ...found,
    state: found.installed.length === 0 ? 'not installed' : hooks,
    lastSeen: lastSeen.get(found.agent) ?? null,
  }))
}

const AGENT_EVENTS = AgentEvent.def.options.map(({ shape }) => `agent.${shape.kind.def.values[0]}`)

async function readLastEvent(store: Store) {
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

function teamWords({ url, project, role, expiresAt, failures }: ReturnType<typeof teamOf>): string {
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
  if (needReview === 0) return seen
  return `${seen}; ${count(needReview, 'session')} to review (\`reflect runs --review\`)`
}

function outcomeWords(outcomes: OutcomeCounts): string {
  const known = STATUSES.filter((status) => outcomes[status] > 0)
  if (known.length === 0) return 'none settled yet; `reflect outcomes` settles those that ended'
  return `${known.map((status) => `${outcomes[status]} ${status}`).join(', ')} (\`reflect outcomes\`)`
}

function agentRow(
  { agent, state, installed, lastSeen, problems }: Status['agents'][number],
  now: Date,
): string[] {
  const where = installed.map(({ scope, version }) => `${scope} ${version}`).join(', ')
  const words = where === '' ? state : `${state} (${where})`
  const seen = lastSeen === null ? 'not seen here yet' : `last seen ${atTime(lastSeen, now)}`
  return [agent, words, problems.length === 0 ? seen : `${seen}; see \`reflect doctor\``]
}
