/**
 * The lines of the self-model in the store. Each day on which a line says something else has its own
 * version, made of what was known by the end of that day: whatever has been built before, the same rows
 * make the same lines. What a person corrected or deleted stays as they left it.
 */
import type { SelfLine } from '../schema/self-line.js'
import type { Store } from '../store.js'
import { compareText } from '../util/compare-text.js'
import { shortHash } from '../util/loose-json.js'
import { buildLines } from './build-lines.js'
import type { BuiltLine } from './build-lines.js'
import { DAY_MS, WINDOW_DAYS } from './self-facts.js'
import type { SelfFacts } from './self-facts.js'

export interface UpdateTerms {
  facts: SelfFacts
  now: Date
  high: number
  /** Rebuild all versions, of the days whose rows are kept. @default only what is new */
  fromScratch?: boolean
}

const MAX_LINES = 100_000

/** Brings the lines up to date; returns those that hold now. */
export async function updateSelfLines(store: Store, terms: UpdateTerms): Promise<SelfLine[]> {
  const kept = await listLines(store)
  const rebuilt = replay(kept, terms)
  const known = new Map(kept.map((one) => [one.id, JSON.stringify(one)]))
  const changed = rebuilt.filter((one) => known.get(one.id) !== JSON.stringify(one))
  if (changed.length > 0) await store.add(changed.map((record) => ({ kind: 'self_line', record })))
  const wanted = new Set(rebuilt.map(({ id }) => id))
  for (const { id } of kept) {
    if (!wanted.has(id)) await store.remove('self_line', id, terms.now.toISOString())
  }
  return currentLines(rebuilt)
}

/** Our own, oldest first. */
export async function listLines(store: Pick<Store, 'list'>): Promise<SelfLine[]> {
  const all = await store.list('self_line', { limit: MAX_LINES, order: 'oldest' })
  return all.filter(({ state }) => state !== 'received' && state !== 'contradicted')
}

/** All versions, as they are after every day up to now was looked at. */
function replay(
  kept: readonly SelfLine[],
  { facts, now, high, fromScratch = false }: UpdateTerms,
): SelfLine[] {
  const words = kept.filter(isPersonsWord)
  const settled = new Set(words.map(lineId))
  const pinned = new Set(kept.filter((one) => one.pinned).map(lineId))
  const rows = new Map<string, SelfLine>(
    (fromScratch ? words : kept).map((one) => [one.id, one] as const),
  )
  const newest = new Map<string, SelfLine>()
  for (const one of rows.values()) if (one.state === 'current') newest.set(lineId(one), one)
  for (const day of daysOf([...rows.values()], facts, now)) {
    const built = buildLines(facts, { until: dayAfter(day), high })
    const said = new Map(built.map((one) => [lineId(one), one]))
    for (const [id, one] of said) {
      const last = newest.get(id)
      if (settled.has(id) || (last !== undefined && saysTheSame(last, one))) continue
      if (last !== undefined && last.madeAt < day)
        rows.set(last.id, { ...last, state: 'replaced', pinned: false })
      const row = toRow(one, day, pinned.has(id))
      rows.set(row.id, row)
      newest.set(id, row)
    }
    for (const [id, last] of newest) {
      if (said.has(id) || settled.has(id)) continue
      rows.set(last.id, { ...last, state: 'replaced' })
      newest.delete(id)
    }
  }
  return [...rows.values()].sort(
    (a, b) => compareText(a.madeAt, b.madeAt) || compareText(a.id, b.id),
  )
}

/** The day that was looked at last is looked at again: it was not over then. */
function daysOf(
  rows: readonly SelfLine[],
  { sessions, people, claims, checks, tasks, findings }: SelfFacts,
  now: Date,
): string[] {
  const today = startOfDay(now.toISOString())
  const oldest = startOfDay(new Date(now.getTime() - WINDOW_DAYS * DAY_MS).toISOString())
  const made = rows.filter((one) => !isPersonsWord(one)).map(({ madeAt }) => madeAt)
  const happened = [sessions, people, claims, checks, tasks, findings].flatMap((facts) =>
    facts.map(({ at }) => startOfDay(at)),
  )
  const first = made.length > 0 ? made.reduce(later) : happened.reduce(earlier, today)
  const days: string[] = []
  for (let day = later(first, oldest); day <= today; day = dayAfter(day)) days.push(day)
  return days
}

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)
const startOfDay = (at: string): string => `${at.slice(0, 10)}T00:00:00.000Z`
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString()

function toRow(built: BuiltLine, day: string, pinned: boolean): SelfLine {
  const id = `${lineId(built)}@${day.slice(0, 10)}`
  return { id, ...built, state: 'current', pinned, correction: null, madeAt: day }
}

const saysTheSame = (row: SelfLine, built: BuiltLine): boolean =>
  row.statement === built.statement && row.n === built.n && row.since === built.since

/** One name for a line in all of its versions. */
export const lineId = ({
  about,
  agent,
  interactive,
  model,
}: Pick<SelfLine, 'about' | 'agent' | 'interactive' | 'model'>): string =>
  `self-${shortHash(JSON.stringify([about, agent, interactive, model]))}`

export const isPersonsWord = ({ state }: SelfLine): boolean =>
  state === 'corrected' || state === 'deleted'

/** What holds now: a person's words first, then by name. */
export const currentLines = (rows: readonly SelfLine[]): SelfLine[] =>
  rows
    .filter(({ state }) => state === 'current' || state === 'corrected')
    .sort(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) ||
        compareText(a.about, b.about) ||
        compareText(lineId(a), lineId(b)),
    )

/** What a line says: a person's correction in place of what was measured. */
export const textOf = ({ statement, correction }: SelfLine): string => correction ?? statement

export const listCurrent = async (store: Pick<Store, 'list'>): Promise<SelfLine[]> =>
  currentLines(await listLines(store))
