/** Whether a test that is not found under its name lives on in others, or in none because its code went. */
import { fileRole } from '../changes/file-role.js'
import type { FileChange } from '../changes/file-change.js'
import type { Language } from '../code/language.js'
import { languageOf } from '../code/languages.js'
import { nameWords, type Pair } from './pair-units.js'
import { bare, isInside, isLive, type TestFile } from './test-file.js'
import type { TestUnit } from '../code/test-unit.js'
import { callsIn, likenessOf, loose, wordsIn } from '../code/words-in.js'

/** A test that is new, or has grown: all its words, and those that are new. */
export interface Grown {
  file: string
  words: ReadonlySet<string>
  fresh: ReadonlySet<string>
}

export function findGrown(
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

/** What it checked is checked by something new: its own words stand there, in one or in several. */
export function isFolded(unit: TestUnit, grown: readonly Grown[]): boolean {
  const own = [...wordsIn(unit.body)]
  if (own.length === 0) return true
  const share = (words: ReadonlySet<string>): number =>
    own.filter((word) => words.has(word)).length / own.length
  const holds = grown.some(({ words, fresh }) => {
    const missing = own.filter((word) => fresh.has(word) || !words.has(word))
    const added = missing.filter((word) => fresh.has(word)).length
    return share(words) >= 0.7 && added >= 2 && added / missing.length >= 0.6
  })
  return holds || share(new Set(grown.flatMap(({ fresh }) => [...fresh]))) >= 0.9
}

/** Another test got a name for both, and asserts as much as both did. */
export const isMerged = (unit: TestUnit, pairs: readonly Pair[]): boolean =>
  pairs.some(
    ({ before, after }) =>
      isLive(after) &&
      bare(before.name) !== bare(after.name) &&
      after.assertions.length >= before.assertions.length + unit.assertions.length &&
      isNameFor(after.name, unit.name) &&
      isNameFor(after.name, before.name) &&
      likenessOf(wordsIn(unit.body), wordsIn(after.body)) >= 0.2,
  )

/** All its words are in the other name. */
const isNameFor = (name: string, other: string): boolean => {
  const words = [...nameWords(name)]
  return words.length >= 2 && words.every((word) => nameWords(other).has(word))
}

/** What it tested was removed with it. */
export const isOrphaned = (unit: TestUnit, removed: ReadonlySet<string>): boolean =>
  removed.size > 0 &&
  [...unit.body.matchAll(/[A-Za-z_$][\w$]{2,}[?!]?/g)].some(
    ([word]) => removed.has(word) || (word.length >= LONG && removed.has(plainName(word))),
  )

/** A long name is meant however it is written: `maxHandles`, `max_handles`. */
const LONG = 8
export const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** Names that source files declared before, and none declares now. */
export function removedNames(changes: readonly FileChange[]): Set<string> {
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

/** It only calls another test, which stays. */
export const isWrapper = ({ body, assertions }: TestUnit, units: readonly TestUnit[]): boolean =>
  assertions.length === 0 && callsIn(body).some((call) => units.some(({ name }) => name === call))

/** The same name over most of the same words, or the same words under another name. */
export const isCopy = (copy: TestUnit, unit: TestUnit): boolean =>
  (bare(copy.name) === bare(unit.name) &&
    likenessOf(wordsIn(copy.body), wordsIn(unit.body)) >= 0.6) ||
  plainBody(copy) === plainBody(unit)

/** Where a test is a call, its name stands among the words. */
const plainBody = ({ body, name }: TestUnit): string => loose(body.replace(name, ''))

/** A subtest goes with its test, which is told. In Python a function inside of a test is a helper. */
export const isInnerOf = (unit: TestUnit, units: readonly TestUnit[]): boolean =>
  units.some((one) => one !== unit && one.kind === 'test' && isInside(unit, one))
