/**
 * Tests before and after, file by file and over all files. A test that is found again, under its
 * name, in its words or folded into another, was moved; one that is found nowhere is gone.
 */
import { oneLine } from '../../util/one-line.js'
import { fileRole } from './file-role.js'
import { type FileChange, shape, type Shape } from './file-change.js'
import { type FileTests, findTests, isTrivial } from './find-tests.js'
import type { Language } from './language.js'
import { languageOf } from './languages.js'
import { type TestUnit, unitOf } from './test-unit.js'

interface Side extends FileTests {
  file: string
  text: string
}

interface TestFile {
  file: string
  language: Language
  before: Side
  after: Side
}

const NOTHING: FileTests = { units: [], skip: null }

/** `same`: files that were not changed, where a test may stand as well. */
export function compareTests(
  changes: readonly FileChange[],
  same: readonly FileChange[] = [],
): Shape[] {
  const files = changes.flatMap(toTestFile)
  if (files.length === 0) return []
  const pairs = pairUnits(files)
  const copies = [...files, ...same.flatMap(toTestFile)].flatMap(({ file, after }) =>
    after.units.filter(isLive).map((unit) => ({ file, unit })),
  )
  const lost = findLost(files, pairs, { changes, copies })
  return [...files.flatMap((file) => compareFiles(file, pairs)), ...lost, ...lostRows(pairs)]
}

function toTestFile({ file, before, after }: FileChange): TestFile[] {
  const language = languageOf(file)
  const role = fileRole(file)
  if (language === null || !language.testFiles.test(file)) return []
  if (role !== 'test' && role !== 'source') return []
  const read = (text: string | null): Side => ({
    file,
    text: text ?? '',
    // Old editors end lines with a carriage return alone.
    ...(text === null ? NOTHING : findTests(text.replaceAll(/\r(?!\n)/g, '\n'), language)),
  })
  return [{ file, language, before: read(before), after: read(after) }]
}

interface Placed {
  file: string
  unit: TestUnit
}

interface Pair {
  file: string
  before: TestUnit
  after: TestUnit
}

/** Each unit before with the unit that it is now. */
function pairUnits(files: readonly TestFile[]): Pair[] {
  const pairs: Pair[] = []
  const olds: { file: string; unit: TestUnit }[] = []
  const news: { file: string; unit: TestUnit; taken: boolean }[] = []
  for (const { file, before, after } of files) {
    const open = new Map<string, TestUnit[]>()
    for (const unit of after.units) push(open, fullName(unit), unit)
    for (const unit of before.units) {
      const same = open.get(fullName(unit))?.shift()
      if (same === undefined) olds.push({ file, unit })
      else pairs.push({ file, before: unit, after: same })
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
      pairs.push({ file: same.file, before: old.unit, after: same.unit })
    }
  }
  return [...pairs, ...pairByWords(left, news)]
}

/** Of several with the same name, such as a test and an empty one that overrides it. */
function mostAlike<T extends { unit: TestUnit }>(old: TestUnit, all: readonly T[]): T | undefined {
  if (all.length < 2) return all[0]
  const own = wordsIn(old.body)
  const rated = all.map((one) => ({ one, likeness: likenessOf(own, wordsIn(one.unit.body)) }))
  return rated.toSorted((a, b) => b.likeness - a.likeness)[0]!.one
}

const MAX_COMPARED = 40_000

/** A test under a new name has most of its words, or some of them and most of its name. */
function pairByWords(
  olds: readonly { file: string; unit: TestUnit }[],
  news: { file: string; unit: TestUnit; taken: boolean }[],
): Pair[] {
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
    pairs.push({ file: best.file, before: unit, after: best.unit })
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

const nameWords = (name: string): Set<string> =>
  new Set(
    (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => word !== 'test' && word !== 'should'),
  )

/** A runner that goes by names no longer takes a file that has lost its own. */
const staysCollected = (from: string, to: string): boolean =>
  from === to || !BY_NAME.test(from) || BY_NAME.test(to)

const BY_NAME = /[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?$/

/** What a pair says of the file that it is in now. */
function compareFiles({ file, before, after }: TestFile, pairs: readonly Pair[]): Shape[] {
  const own = pairs.filter((pair) => pair.file === file)
  const shapes: Shape[] = []
  if (after.skip !== null && before.skip === null && before.units.length > 0) {
    const names = namesOf(before.units)
    const { words, conditional } = after.skip
    shapes.push(shape({ kind: 'skipped', file, names, detail: words, conditional }))
  }
  const covered = new Set<TestUnit>()
  for (const { before: old, after: now } of own) {
    if (
      now.skip !== null &&
      (old.skip === null || (old.skip.conditional && !now.skip.conditional))
    ) {
      if (now.kind === 'suite') {
        after.units.filter((one) => isInside(one, now)).forEach((one) => covered.add(one))
      }
    }
  }
  const skipped = own.filter(
    ({ before: old, after: now }) =>
      now.skip !== null &&
      !covered.has(now) &&
      !checksNothing(old) &&
      (old.skip === null || (old.skip.conditional && !now.skip.conditional)),
  )
  for (const { after: now } of skipped) {
    const inside = now.kind === 'suite' ? after.units.filter((one) => isInside(one, now)) : []
    const { words, conditional } = now.skip!
    shapes.push(
      shape({
        kind: 'skipped',
        file,
        names: namesOf([now, ...inside]),
        detail: words,
        conditional,
      }),
    )
  }
  // Suites that are new and off take the tests in them along.
  const fresh = after.units.filter(
    (one) => one.kind === 'suite' && one.skip !== null && !own.some((pair) => pair.after === one),
  )
  for (const suite of fresh) {
    const inside = own.filter(({ after: now }) => isInside(now, suite)).map((pair) => pair.after)
    if (inside.length === 0) continue
    const { words, conditional } = suite.skip!
    const names = namesOf([suite, ...inside])
    shapes.push(shape({ kind: 'skipped', file, names, detail: words, conditional }))
  }
  const focused = after.units.filter((unit) => unit.focused)
  if (focused.length > before.units.filter((unit) => unit.focused).length) {
    // What is not named by it no longer runs.
    const others = before.units.filter((unit) => !focused.some((one) => one.name === unit.name))
    if (others.length > 0) {
      shapes.push(
        shape({
          kind: 'focused',
          file,
          names: namesOf(others),
          detail: `only ${focused.map(({ name }) => name).join(', ')}`,
        }),
      )
    }
  }
  return [...shapes, ...own.flatMap((pair) => compareBodies(file, pair))]
}

/** A test that is empty, or asserts what is always true, can be left out: nothing less is checked. */
const checksNothing = ({ kind, body, assertions }: TestUnit): boolean =>
  kind === 'test' &&
  (wordsIn(body).size === 0 || (assertions.length > 0 && assertions.every(isTrivial)))

const isInside = (unit: TestUnit, suite: TestUnit): boolean =>
  unit !== suite && unit.start > suite.start && unit.end <= suite.end

function compareBodies(file: string, { before, after }: Pair): Shape[] {
  if (before.kind === 'suite' || before.body === after.body || after.skip !== null) return []
  const names = namesOf([after])
  const telling = before.assertions.filter((one) => !isTrivial(one))
  const left = after.assertions.filter((one) => !isTrivial(one))
  const isHollowed = after.hollow !== null && sortOf(after.hollow) !== sortOf(before.hollow)
  if (telling.length > 0 && (isHollowed || (left.length === 0 && !callsHelper(before, after)))) {
    const detail = after.hollow ?? `none of ${telling.length} assertions is left`
    return [shape({ kind: 'emptied', file, names, detail })]
  }
  const gone = without(telling, left)
  if (gone.length === 0) return []
  if (left.length < telling.length) {
    const detail = `${telling.length} assertions before, ${left.length} now; gone: ${oneLine(gone[0]!, 100)}`
    return [shape({ kind: 'assertions', file, names, detail })]
  }
  const now = without(left, telling)[0] ?? ''
  const detail = `${oneLine(gone[0]!, 100)} → ${oneLine(now, 100)}`
  return [shape({ kind: 'expectations', file, names, detail })]
}

const sortOf = (hollow: string | null): string | undefined => hollow?.split(' ')[0]

/** A body that calls something new may check there: a helper that was pulled out. */
function callsHelper(before: TestUnit, after: TestUnit): boolean {
  const known = new Set(callsIn(before.body))
  return callsIn(after.body).some((call) => !known.has(call))
}

const callsIn = (body: string): string[] =>
  [...body.matchAll(/([A-Za-z_]\w{3,})\s*[({]/g)].map(([, name]) => name!)

/** Tests that are found nowhere. */
function findLost(
  files: readonly TestFile[],
  pairs: readonly Pair[],
  { changes, copies }: { changes: readonly FileChange[]; copies: readonly Placed[] },
): Shape[] {
  const kept = new Set(pairs.map(({ before }) => before))
  const paired = new Set(pairs.map(({ after }) => after))
  const lost = files.map(({ file, before, language }) => ({
    file,
    language,
    before,
    units: before.units.filter(
      (unit) => unit.kind === 'test' && !kept.has(unit) && unit.skip === null,
    ),
  }))
  if (lost.every(({ units }) => units.length === 0)) return []
  const allGrown = findGrown(files, paired, pairs)
  const removed = removedNames(changes)
  const removedUnits = new Set([...removed].map(plainName))
  return lost.flatMap(({ file, language, before, units }) => {
    const grown = allGrown.filter((one) => staysCollected(file, one.file))
    const after = changes.find((one) => one.file === file)?.after ?? null
    if (after === null && removedUnits.has(plainName(unitOf(file)))) return []
    const gone = units.filter(
      (unit) =>
        !isFolded(unit, grown) &&
        !isOrphaned(unit, removed) &&
        !isInnerOf(unit, language.id === 'python' ? before.units : units) &&
        !checksNothing(unit) &&
        !copies.some((copy) => staysCollected(file, copy.file) && isCopy(copy.unit, unit)),
    )
    if (gone.length === 0) return []
    const what = after === null ? 'the file is gone' : describeLoss(gone, after, language)
    const count = gone.length === 1 ? '1 test' : `${gone.length} tests`
    return [shape({ kind: 'deleted', file, names: namesOf(gone), detail: `${count}: ${what}` })]
  })
}

/** The same name over most of the same words; a name alone may be anybody's. */
const isCopy = (copy: TestUnit, unit: TestUnit): boolean =>
  bare(copy.name) === bare(unit.name) && likenessOf(wordsIn(copy.body), wordsIn(unit.body)) >= 0.6

/** A subtest goes with its test, which is told. In Python a function inside of a test is a helper. */
const isInnerOf = (unit: TestUnit, units: readonly TestUnit[]): boolean =>
  units.some((one) => one !== unit && one.kind === 'test' && isInside(unit, one))

function describeLoss(gone: readonly TestUnit[], after: string, { notation }: Language): string {
  const [first] = gone
  const mark = notation.lineComments[0]!
  const isCommented = after
    .split('\n')
    .some((line) => line.trimStart().startsWith(mark) && line.includes(first!.name))
  return isCommented ? 'commented out' : 'not found any more'
}

/** A test that is new, or has grown: all its words, and those that are new. */
interface Grown {
  file: string
  words: ReadonlySet<string>
  fresh: ReadonlySet<string>
}

function findGrown(
  files: readonly TestFile[],
  paired: ReadonlySet<TestUnit>,
  pairs: readonly Pair[],
): Grown[] {
  const fresh = files.flatMap(({ file, after }) =>
    after.units
      .filter((unit) => isLive(unit) && !paired.has(unit))
      .map(allWords)
      .map((words) => ({ file, words, fresh: words })),
  )
  const grown = pairs
    .filter(({ after }) => isLive(after))
    .map(({ file, before, after }) => {
      const known = allWords(before)
      const words = allWords(after)
      return { file, words, fresh: new Set([...words].filter((word) => !known.has(word))) }
    })
    .filter((one) => one.fresh.size > 0)
  return [...fresh, ...grown]
}

const allWords = (unit: TestUnit): Set<string> =>
  wordsIn(`${unit.name} ${unit.rows.join(' ')} ${unit.body}`)

const isLive = (unit: TestUnit): boolean => unit.kind === 'test' && unit.skip === null

/** What it checked is checked by something new: its own words stand there, in one or in several. */
function isFolded(unit: TestUnit, grown: readonly Grown[]): boolean {
  const own = [...wordsIn(unit.body)]
  if (own.length === 0) return true
  const share = (words: ReadonlySet<string>): number =>
    own.filter((word) => words.has(word)).length / own.length
  const holds = grown.some(({ words, fresh }) => {
    const missing = own.filter((word) => fresh.has(word) || !words.has(word))
    const added = missing.filter((word) => fresh.has(word)).length
    return share(words) >= 0.7 && added >= 2 && added / missing.length >= 0.6
  })
  if (holds) return true
  const fresh = new Set(grown.flatMap((one) => [...one.fresh]))
  if (fresh.size === 0) return false
  return share(fresh) >= 0.9 || (share(fresh) >= 0.5 && hasLiterals(unit, fresh))
}

/** Its own texts and numbers all stand in what is new: a case that became a row. */
function hasLiterals(unit: TestUnit, fresh: ReadonlySet<string>): boolean {
  const texts = [...unit.body.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , text]) => text!,
  )
  const words = [...wordsIn(texts.join(' '))].filter((word) => word.length >= 3)
  return words.length >= 3 && words.every((word) => fresh.has(word))
}

/** What it tested was removed with it. */
const isOrphaned = (unit: TestUnit, removed: ReadonlySet<string>): boolean =>
  removed.size > 0 &&
  [...unit.body.matchAll(/[A-Za-z_$][\w$]{2,}[?!]?/g)].some(
    ([word]) => removed.has(word) || (word.length >= LONG && removed.has(plainName(word))),
  )

/** A long name is meant however it is written: `maxHandles`, `max_handles`. */
const LONG = 8
const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** Names that source files declared before, and none declares now. */
function removedNames(changes: readonly FileChange[]): Set<string> {
  const before = new Set<string>()
  const after = new Set<string>()
  for (const change of changes) {
    const language = languageOf(change.file)
    if (language === null || fileRole(change.file) !== 'source') continue
    for (const name of declaredIn(change.before, language)) before.add(name)
    for (const name of declaredIn(change.after, language)) after.add(name)
  }
  const removed = [...before].filter((name) => !after.has(name))
  return new Set([...removed, ...removed.filter((name) => name.length >= LONG).map(plainName)])
}

const declaredIn = (text: string | null, { declares }: Language): string[] =>
  text === null
    ? []
    : [...text.matchAll(declares)].flatMap((match) =>
        match.slice(1).filter((one) => one !== undefined),
      )

/** Rows of a table that are gone while their test stays. */
function lostRows(pairs: readonly Pair[]): Shape[] {
  return pairs.flatMap(({ file, before, after }) => {
    if (
      before.rows.length < 2 ||
      after.rows.length >= before.rows.length ||
      after.rows.length === 0
    )
      return []
    const gone = without(before.rows.map(plain), after.rows.map(plain))
    // With more or fewer values in each row they are rows of another table.
    if (gone.length === 0 || sizeOf(before.rows) !== sizeOf(after.rows)) return []
    const detail = `${before.rows.length - after.rows.length} of ${before.rows.length} cases: ${oneLine(gone[0]!, 120)}`
    return [shape({ kind: 'deleted', file, names: namesOf([after]), detail })]
  })
}

const sizeOf = (rows: readonly string[]): number =>
  Math.max(...rows.map((row) => row.split(',').length))

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** What is in the first list and not in the second, each as often as it is missing. */
function without(all: readonly string[], taken: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const one of taken) left.set(loose(one), (left.get(loose(one)) ?? 0) + 1)
  return all.filter((one) => {
    const count = left.get(loose(one)) ?? 0
    if (count > 0) left.set(loose(one), count - 1)
    return count === 0
  })
}

/** Quotes, blanks and commas are a formatter's business. */
const loose = (text: string): string => text.replaceAll(/[\s,;'"`]+/g, '')

const namesOf = (units: readonly TestUnit[]): string[] => [
  ...new Set(units.map(({ name }) => name)),
]
const fullName = ({ kind, path, name }: TestUnit): string => [kind, ...path, name].join('\n')
const bare = (name: string): string => name.replaceAll(/\s+/g, ' ').toLowerCase()

const MAX_WORDS = 600

/** The words and numbers of a body; what every test has says nothing. */
function wordsIn(text: string): Set<string> {
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*|\d+(?:\.\d+)?/g)) {
    if (!COMMON.has(word)) words.add(word)
    if (words.size === MAX_WORDS) break
  }
  return words
}

const COMMON = new Set(
  `const let var return async await function func def self this t it test expect assert toBe toEqual if else for
  in of new the a to is not and or fn void public mut ref err nil null None True False true false do end then
  Assert assertEquals assertEqual Equal import from with as string int err_ ok require assertThat fun val`.split(
    /\s+/,
  ),
)

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared / Math.max(a.size, b.size)
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
