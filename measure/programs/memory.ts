import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import { wordsOf } from '../../src/memory/normalise-text.js'
import { searchEntries } from '../../src/memory/search-entries.js'
import { similarity, textVector } from '../../src/memory/text-vector.js'
import { reflectTurn } from '../../src/moments/turn/reflect-turn.js'
import { systemClock } from '../../src/moments/turn/turn-clock.js'
import { Config } from '../../src/schema/config.js'
import type { MemoryEntry } from '../../src/schema/memory-entry.js'
import { openMemoryStore } from '../../src/store/memory.js'
import type { MeasureProgram } from '../program.js'

const ENTRIES = 2000
const TOP = 3
/** What an agent says in one turn: about this many words. */
const TURN_WORDS = 60
const MIN_WORDS = 12
const TEXT_BAR = 0.95
const VECTOR_BAR = 20

/** Texts of real sessions, remembered turn by turn, then asked for by half of their words. */
export const program: MeasureProgram = {
  name: 'memory',
  summary: 'recall of 2,000 entries from real sessions, by full text and by vectors alone',
  async run({ dataDir, print }) {
    const random = seededRandom(1)
    const texts = shuffled(await readTurns(path.join(dataDir, 'transcripts')), random)
    if (texts.length < ENTRIES) {
      print(`Skipped: ${texts.length} turns in ${dataDir}/transcripts, ${ENTRIES} are needed.`)
      return
    }
    const store = await openMemoryStore()
    const entries = await remember(texts.slice(0, ENTRIES), store)
    const queries = entries.map(({ text }) => halfOf(text, random))
    let byText = 0
    let byVector = 0
    for (const [own, query] of queries.entries()) {
      const found = await searchEntries(store, { text: query.text, limit: TOP })
      if (found.some(({ entry }) => entry.id === entries[own]!.id)) byText += 1
      if (rankOf(own, query.vector, entries) < TOP) byVector += 1
    }
    await store.close()
    const [text, vector] = [byText / entries.length, byVector / entries.length]
    const chance = TOP / entries.length
    print(`${entries.length} entries, each asked for by half of its words; in the top ${TOP}:`)
    print(line('full text', percent(text), text >= TEXT_BAR, `at least ${percent(TEXT_BAR)}`))
    print(
      line(
        'vectors alone',
        `${percent(vector)}, ${Math.round(vector / chance)} × chance (${percent(chance)})`,
        vector >= VECTOR_BAR * chance,
        `at least ${VECTOR_BAR} × chance`,
      ),
    )
    if (text < TEXT_BAR || vector < VECTOR_BAR * chance) process.exitCode = 1
  },
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

const line = (what: string, seen: string, holds: boolean, bar: string): string =>
  `  ${holds ? 'pass' : 'MISS'}  ${what}: ${seen} (bar: ${bar})`

/** Distinct stretches of what was said and printed in the sessions, each as long as a turn. */
async function readTurns(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const turns = new Map<string, string>()
  for (const name of names.filter((name) => name.endsWith('.jsonl')).sort()) {
    for (const row of (await readFile(path.join(folder, name), 'utf8')).split('\n')) {
      for (const text of textsIn(parse(row), '')) {
        for (const turn of stretches(text)) turns.set(wordsOf(turn).join(' '), turn)
      }
    }
  }
  return [...turns.values()]
}

function parse(row: string): unknown {
  try {
    return JSON.parse(row)
  } catch {
    return null
  }
}

const TEXT_KEYS = new Set(['text', 'content', 'output', 'thinking', 'stdout'])

function* textsIn(value: unknown, key: string): Generator<string> {
  if (typeof value === 'string') {
    if (TEXT_KEYS.has(key)) yield value
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsIn(item, key)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* textsIn(item, name)
  }
}

function* stretches(text: string): Generator<string> {
  const words = text.split(/\s+/)
  for (let start = 0; start < words.length; start += TURN_WORDS) {
    const turn = words.slice(start, start + TURN_WORDS).join(' ')
    if (wordsOf(turn).length >= MIN_WORDS) yield turn
  }
}

async function remember(
  texts: readonly string[],
  store: Awaited<ReturnType<typeof openMemoryStore>>,
): Promise<MemoryEntry[]> {
  const config = Config.parse({ turn: { enabled: true } }).turn
  const entries: MemoryEntry[] = []
  for (const [turn, utter] of texts.entries()) {
    const clock = systemClock('2030-01-01T00:00:00.000Z')
    const bundle = { stateView: {}, plan: { reflection: true }, utter, snippets: [] }
    const ctx = { agent: 'measured', turn, clock }
    const { memoryEntries } = await reflectTurn({ ...bundle, ctx }, config, { store })
    entries.push(...memoryEntries)
  }
  return entries
}

function halfOf(text: string, random: () => number): { text: string; vector: number[] } {
  const words = shuffled(text.split(' '), random)
  const half = words.slice(0, Math.ceil(words.length / 2)).join(' ')
  return { text: half, vector: textVector(half) }
}

const rankOf = (own: number, query: readonly number[], entries: readonly MemoryEntry[]): number => {
  const scores = entries.map(({ vec_full }) => similarity(query, vec_full ?? []))
  return scores.filter((score, index) => index !== own && score >= scores[own]!).length
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items]
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
  }
  return copy
}
