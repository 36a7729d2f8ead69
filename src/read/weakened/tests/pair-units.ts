import type { TestUnit } from '../code/test-unit.js'
import { bare, type TestFile } from './test-file.js'
import { likenessOf, wordsIn } from '../code/words-in.js'

export interface Pair {
  file: string
  /** It stood in another file. */
  isMoved: boolean
  before: TestUnit
  after: TestUnit
}

/** Each unit before with the unit that it is now. */
export function pairUnits(files: readonly TestFile[]): Pair[] {
  const pairs: Pair[] = []
  const olds: Placed[] = []
  const news: (Placed & { taken: boolean })[] = []
  for (const { file, before, after } of files) {
    const open = new Map<string, TestUnit[]>()
    for (const unit of after.units) push(open, fullName(unit), unit)
    for (const unit of before.units) {
      const same = open.get(fullName(unit))?.shift()
      if (same === undefined) olds.push({ file, unit })
      else pairs.push({ file, isMoved: false, before: unit, after: same })
    }
    for (const units of open.values()) {
      news.push(...units.map((unit) => ({ file, unit, taken: false })))
    }
  }
  const byName = new Map<string, typeof news>()
  for (const one of news) push(byName, `${one.unit.kind} ${bare(one.unit.name)}`, one)
  const left: typeof olds = []
  for (const old of olds) {
    const same = mostAlike(
      old.unit,
      byName
        .get(`${old.unit.kind} ${bare(old.unit.name)}`)
        ?.filter((one) => !one.taken && staysCollected(old.file, one.file)) ?? [],
    )
    if (same === undefined) left.push(old)
    else {
      same.taken = true
      pairs.push(toPair(old, same))
    }
  }
  return [...pairs, ...pairByWords(left, news)]
}

interface Placed {
  file: string
  unit: TestUnit
}

const toPair = (old: Placed, now: Placed): Pair => ({
  file: now.file,
  isMoved: old.file !== now.file,
  before: old.unit,
  after: now.unit,
})

/** Of several with the same name, such as a test and an empty one that overrides it. */
function mostAlike<T extends { unit: TestUnit }>(old: TestUnit, all: readonly T[]): T | undefined {
  if (all.length < 2) return all[0]
  const own = wordsIn(old.body)
  const rated = all.map((one) => ({ one, likeness: likenessOf(own, wordsIn(one.unit.body)) }))
  return rated.toSorted((a, b) => b.likeness - a.likeness)[0]!.one
}

const MAX_COMPARED = 40_000

/** A test under a new name has most of its words, or some of them and most of its name. */
function pairByWords(olds: readonly Placed[], news: (Placed & { taken: boolean })[]): Pair[] {
  const pairs: Pair[] = []
  const free = news.filter((one) => !one.taken && one.unit.kind === 'test')
  const words = new Map(free.map((one) => [one, wordsIn(one.unit.body)]))
  let compared = 0
  for (const { file, unit } of olds) {
    if (unit.kind !== 'test') continue
    const own = wordsIn(unit.body)
    let best: (typeof free)[number] | null = null
    let bestLikeness = 0.6
    for (const one of free) {
      if (one.taken || !staysCollected(file, one.file) || (compared += 1) > MAX_COMPARED) continue
      const likeness = likenessOf(own, words.get(one)!)
      if (likeness >= 0.2 && isRenamed(unit.name, one.unit.name)) {
        if (best === null) best = one
      }
      if (likeness > bestLikeness) [best, bestLikeness] = [one, likeness]
    }
    if (best === null) continue
    best.taken = true
    pairs.push(toPair({ file, unit }, best))
  }
  return pairs
}

/** "fails without a token" became "fails without a token after a retry". */
function isRenamed(before: string, after: string): boolean {
  const [old, now] = [nameWords(before), nameWords(after)]
  if (old.size < 2 || now.size < 2) return false
  const shared = [...old].filter((word) => now.has(word)).length
  return shared === Math.min(old.size, now.size) || shared / Math.max(old.size, now.size) >= 0.6
}

export const nameWords = (name: string): Set<string> =>
  new Set(
    (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => word !== 'test' && word !== 'should'),
  )

/** A runner that goes by names no longer takes a file that has lost its own. */
export const staysCollected = (from: string, to: string): boolean =>
  from === to || !BY_NAME.test(from) || BY_NAME.test(to)

const BY_NAME = /[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?$/

const fullName = ({ kind, path, name }: TestUnit): string => [kind, ...path, name].join('\n')

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
