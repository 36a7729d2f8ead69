/**
 * A project of realistic size to look at: 200 sessions with about 2,000 stops, 300 lessons, 40
 * tasks, 12 skills, findings, model calls, a git history and a board. The same seed and instant give
 * the same records, all of them through the real guard and the real contracts.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { settleNow } from '../../../src/wiring/settle-sessions.js'
import type { Store } from '../../../src/store.js'
import { updateSelfModel } from '../../../src/wiring/update-self-model.js'
import { writeChecks } from '../../../src/config/checks-file.js'
import { noteProject } from '../../../src/config/project-note.js'
import type { Check } from '../../../src/schema/check.js'
import type { RunRow } from '../../../src/schema/run-record.js'
import { databaseFile, openStore, openWorkspace } from '../../../src/wiring/workspace.js'
import type { Workspace } from '../../../src/wiring/workspace.js'
import { Draw } from './draw.js'
import { playSessions } from './play-sessions.js'
import { seedHistory } from './seed-history.js'
import { seedLesson } from './seed-lessons.js'
import { SeedLog } from './seed-log.js'
import { seedSession } from './seed-sessions.js'
import type { SessionPlan, Step } from './seed-sessions.js'
import { seedSkills } from './seed-skills.js'
import { seedCalls, seedOutcome, seedSkillChanges, seedTask } from './seed-work.js'

export interface SeedOptions {
  /** An empty folder, or one that will be made: the project and a home come into it. */
  folder: string
  now: Date
  seed?: number
  /** The project's folder; several may share a home. @default 'shop' */
  name?: string
  size?: typeof SIZE
  /** How many further sessions the real hook sees, each some tenths of a second. @default 0 */
  played?: number
}

export interface SeededProject {
  root: string
  home: string
  stateDir: string
  database: string
}

const DAY_MS = 86_400_000
const DAYS = 60
const SIZE = { sessions: 200, lessons: 300, tasks: 40 }

export async function seedProject(options: SeedOptions): Promise<SeededProject> {
  const { folder, now, seed = 7, name = 'shop', size = SIZE, played = 0 } = options
  const [root, home] = [path.join(folder, name), path.join(folder, 'home')]
  for (const dir of [root, home]) mkdirSync(dir, { recursive: true })
  const env = seedEnv(home, now)
  const draw = new Draw(seed)
  seedHistory(draw, root, now.getTime(), env)
  const workspace = await openWorkspace({ cwd: root, env, home, platform: process.platform, now })
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 0 })
  try {
    await store.importRows(seedRecords(draw, now, size).rows())
    if (played > 0) {
      await playSessions(
        { root, home, env },
        { count: played, end: now.getTime(), addCheck: () => addOwnCheck(workspace, store, env) },
      )
    }
    await settleAll(workspace, store, now)
  } finally {
    await store.close()
  }
  await noteProject(workspace.stateDir, workspace.root)
  await seedSkills({ dir: path.join(workspace.stateDir, 'skills'), env })
  const { stateDir } = workspace
  return { root, home, stateDir, database: databaseFile(workspace)! }
}

/** The user's own check, where the hook finds it. */
async function addOwnCheck(
  { home, stateDir, root }: Workspace,
  store: Store,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const at = new Date().toISOString()
  const check: Check = {
    id: 'parses',
    name: 'parses',
    command: ['node', '--check', 'scripts/smoke.mjs'],
    shell: false,
    when: [],
    timeoutMs: 60_000,
    env: [],
    source: 'user',
    state: 'accepted',
    createdAt: at,
    settledAt: at,
  }
  await writeChecks({ env, home, stateDir, platform: process.platform }, root, [check])
  await store.add([{ kind: 'check', record: check }])
}

/** How the sessions ended and what that adds up to, by the code that says so for users. */
async function settleAll(workspace: Workspace, store: Store, now: Date): Promise<void> {
  const settle = () => settleNow(workspace, store, { now, current: null })
  for (let settled = await settle(); settled.length > 0;) settled = await settle()
  await updateSelfModel(workspace, store, { now })
}

/** Only what git and our own programs need: the seed is the same on every machine. */
const seedEnv = (home: string, now: Date): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_DATE: now.toISOString(),
  GIT_COMMITTER_DATE: now.toISOString(),
})

export function seedRecords(draw: Draw, now: Date, size = SIZE): SeedLog {
  const end = now.getTime()
  const begin = end - DAYS * DAY_MS
  const when = () => begin + Math.floor(draw.unit() ** 0.8 * (end - begin - 3_600_000))
  const sessions = Array.from({ length: size.sessions }, (_, number): SessionPlan => ({
    id: `session-${String(number).padStart(3, '0')}`,
    start: when(),
  })).sort((a, b) => a.start - b.start)
  const steps = [
    ...sessions.flatMap((session) => seedSession(draw, session, end)),
    ...many(size.lessons, (number) => seedLesson(draw, number, sessions)),
    ...many(size.tasks, (number) => seedTask(draw, number, end)),
    ...seedSkillChanges(draw, end),
    ...seedCalls(draw, sessions, end),
  ].sort((a, b) => a.at - b.at)
  const log = new SeedLog()
  for (const step of steps) step.play(log)
  for (const row of log.lastRuns()) {
    if (draw.chance(0.65)) log.write({ kind: 'outcome', record: seedOutcome(draw, toEnded(row)) })
  }
  return log
}

const many = (count: number, make: (number: number) => Step[]): Step[] =>
  Array.from({ length: count }, (_, number) => make(number)).flat()

const toEnded = ({ record }: RunRow) => ({
  id: record.session_id,
  score: record.risk.score,
  confidence: record.confidence,
  at: record.timestamp,
})
