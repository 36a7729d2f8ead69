/** What an audit found, put together for one screen. Rows of files come in, figures and lists go out. Pure. */
import path from 'node:path'
import { PRICES_AS_OF } from '../data/prices.js'
import type { AgentSpent } from '../schema/agent-cost.js'
import type { FailingCheck } from '../schema/api/check.js'
import type { AuditEnd, AuditLoop, AuditStop, AuditWeakened } from '../schema/audit.js'
import type { Config } from '../schema/config.js'
import type { UsageRow } from '../schema/token-usage.js'
import { spentOf } from '../sums/agent-cost.js'
import { groupBy } from '../util/group-by.js'
import { failingChecks } from './failing-checks.js'
import type { Trouble } from './find-files.js'
import type { AuditRow } from './kept-rows.js'
import { isSession } from './run-audit.js'

interface AuditSession {
  id: string
  agent: string
  project: string
  file: string
  startedAt: string | null
  endedAt: string
  turns: number
  asked: string | null
  end: AuditEnd | null
  why: string
  spent: AgentSpent
}

/** Something that was found in a session, with where. */
export type Found<T> = T & { project: string; session: string; agent: string; transcript: string }

export interface AuditReport {
  days: number
  since: string
  until: string
  /** The folder that was named instead of the clients' own; null when none was. */
  from: string | null
  /** Its sessions were taken over. */
  isKept: boolean
  pricesAsOf: string
  clients: { agent: string; sessions: number }[]
  projects: { name: string; sessions: number; turns: number; spent: AgentSpent }[]
  models: { model: string; spent: AgentSpent }[]
  turns: number
  calls: number
  failedCalls: number
  spent: AgentSpent
  ends: Partial<Record<AuditEnd, number>>
  /** Stops that were judged. */
  stops: number
  /** Stops that would have been sent back, and the most telling of them. */
  openStops: number
  worth: Found<AuditStop>[]
  failing: FailingCheck[]
  loops: Found<AuditLoop & { spent: AgentSpent }>[]
  /** What sessions that ended with an open point used. */
  redEnds: AgentSpent
  weakened: Found<AuditWeakened>[]
  waits: AuditSession[]
  sessions: AuditSession[]
  /** Sessions without an account yet. */
  left: number
  files: number
  bytes: number
  troubles: Trouble[]
}

export interface SumUpInput {
  rows: readonly AuditRow[]
  troubles: readonly Trouble[]
  left: number
  days: number
  since: string
  until: string
  from: string | null
  isKept: boolean
  prices: Config['models']['prices']
}

const MAX_WORTH = 10
/** One bad day must not fill the list. */
const MAX_OF_SESSION = 2

export function sumUp(input: SumUpInput): AuditReport {
  const { rows, troubles, left, days, since, until, from, isKept, prices } = input
  const spend = spender(prices)
  const merged = mergeSessions(rows)
    .filter(({ scan }) => (scan.endedAt ?? '') >= since)
    .map((row) => ({ ...row, usage: row.usage.filter(({ day }) => isSince(day, since)) }))
  const usage = usageOf(merged)
  const own = merged.filter(({ scan }) => isSession(scan))
  const sessions = own.map((row) => toSession(row, spend)).sort(byTime)
  const found = foundIn(own)
  const stops = found('open')
  return {
    days,
    since,
    until,
    from,
    isKept,
    pricesAsOf: PRICES_AS_OF,
    clients: [...groupBy(own, ({ agent }) => agent)].map(([agent, { length }]) => ({
      agent,
      sessions: length,
    })),
    projects: [...groupBy(own, projectOf)]
      .map(([name, all]) => ({
        name,
        sessions: all.length,
        turns: sum(all, ({ scan }) => scan.turns),
        spent: spend(usageOf(all)),
      }))
      .sort((a, b) => b.spent.tokens - a.spent.tokens || b.sessions - a.sessions),
    models: [...groupBy(usage, ({ model }) => model ?? 'unknown')]
      .map(([model, all]) => ({ model, spent: spend(all) }))
      .sort((a, b) => b.spent.tokens - a.spent.tokens),
    turns: sum(own, ({ scan }) => scan.turns),
    calls: sum(own, ({ scan }) => scan.calls),
    failedCalls: sum(own, ({ scan }) => scan.failedCalls),
    spent: spend(usage),
    ends: countEnds(own),
    stops: sum(own, ({ account }) => account?.stops ?? 0),
    openStops: stops.length,
    worth: mostTelling(stops),
    failing: failingChecks(
      own.flatMap((row) =>
        (row.account?.red ?? []).map((red) => ({
          ...red,
          session: sessionOf(row),
          project: projectOf(row),
        })),
      ),
    ),
    loops: found('loops')
      .map((loop) => ({ ...loop, spent: spend(loop.usage) }))
      .sort((a, b) => b.spent.usd - a.spent.usd || b.times - a.times),
    redEnds: spend(usageOf(own.filter(({ account }) => account?.end === 'open'))),
    weakened: found('weakened'),
    waits: sessions.filter(({ end }) => end === 'waiting'),
    sessions,
    left,
    files: rows.length,
    bytes: sum(rows, ({ size }) => size),
    troubles: [...troubles],
  }
}

/** Each session once, with what its subagents used. */
export const sessionsSince = (rows: readonly AuditRow[], since: string): AuditRow[] =>
  mergeSessions(rows)
    .filter(({ scan }) => (scan.endedAt ?? '') >= since && isSession(scan))
    .map(({ usage, ...row }) => ({ ...row, scan: { ...row.scan, usage } }))

/** A session with what its subagents used. */
interface Session extends AuditRow {
  usage: UsageRow[]
}

/** Files of one session are one: of copies the longest, with the tokens of its subagents' files. */
function mergeSessions(rows: readonly AuditRow[]): Session[] {
  const bySession = groupBy(rows, ({ agent, scan, from, file }) =>
    [agent, scan.sessionId ?? file, from ?? ''].join('\n'),
  )
  return [...bySession.values()].map((all) => {
    const own = all.filter(({ scan }) => !scan.isSubagent)
    const [main] = (own.length > 0 ? own : all).toSorted((a, b) => b.size - a.size)
    const others = all.filter((row) => row !== main && row.scan.isSubagent)
    return { ...main!, usage: [main!, ...others].flatMap(({ scan }) => scan.usage) }
  })
}

const isSince = (day: string | null, since: string): boolean =>
  day === null || day >= since.slice(0, 10)

function toSession(
  { agent, scan, file, from, account, usage }: Session,
  spend: (rows: readonly UsageRow[]) => AgentSpent,
): AuditSession {
  return {
    id: sessionOf({ scan, file }),
    agent,
    project: projectOf({ from, scan }),
    file,
    startedAt: scan.startedAt,
    endedAt: scan.endedAt!,
    turns: scan.turns,
    asked: scan.asked,
    end: account?.end ?? null,
    why: account?.why ?? '',
    spent: spend(usage),
  }
}

/** What a person named with `--from` is a project of its own, whatever its sessions say. */
export const projectOf = ({ from, scan }: Pick<AuditRow, 'from' | 'scan'>): string =>
  from ?? scan.cwd ?? 'unknown'

/** A file without an id stands for its session. */
const sessionOf = ({ scan, file }: Pick<AuditRow, 'scan' | 'file'>): string =>
  scan.sessionId ?? path.basename(file)

const byTime = (a: AuditSession, b: AuditSession): number => (a.endedAt < b.endedAt ? 1 : -1)

function foundIn(sessions: readonly Session[]) {
  return <K extends 'open' | 'loops' | 'weakened'>(
    kind: K,
  ): Found<NonNullable<AuditRow['account']>[K][number]>[] =>
    sessions.flatMap((row) =>
      (row.account?.[kind] ?? []).map((one) => ({
        ...one,
        project: projectOf(row),
        session: sessionOf(row),
        agent: row.agent,
        transcript: row.file,
      })),
    )
}

const SEVERITIES = ['BLOCKER', 'HIGH', 'MEDIUM', 'LOW', 'NONE']

/** The most severe first, then the latest. */
function mostTelling(stops: readonly Found<AuditStop>[]): Found<AuditStop>[] {
  const taken = new Map<string, number>()
  return stops
    .toSorted(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        ((a.at ?? '') < (b.at ?? '') ? 1 : -1),
    )
    .filter(({ session }) => {
      const times = (taken.get(session) ?? 0) + 1
      taken.set(session, times)
      return times <= MAX_OF_SESSION
    })
    .slice(0, MAX_WORTH)
}

function countEnds(sessions: readonly Session[]): AuditReport['ends'] {
  const ends: AuditReport['ends'] = {}
  for (const { account } of sessions) {
    if (account !== null) ends[account.end] = (ends[account.end] ?? 0) + 1
  }
  return ends
}

/** Adds up usage and prices each row by its model. */
const spender =
  (prices: Config['models']['prices']) =>
  (rows: readonly UsageRow[]): AgentSpent => ({
    ...spentOf(rows, prices),
    cacheWriteHour: sum(rows, ({ cacheWriteHour = 0 }) => cacheWriteHour),
  })

const usageOf = (sessions: readonly Session[]): UsageRow[] => sessions.flatMap(({ usage }) => usage)

const sum = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((total, item) => total + value(item), 0)
