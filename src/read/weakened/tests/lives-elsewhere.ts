/**
 * Why a test that a change removes is not lost: it lives on in a file that the change leaves alone, or what
 * it is about went before it. Asked of git, since the change shows neither.
 */
import type { FileChange, Shape } from '../changes/file-change.js'
import { type CopyGrounds, filesWith } from '../changes/copy-grounds.js'
import { fileRole } from '../changes/file-role.js'
import { unitsIn } from '../code/units-in.js'
import { languageOf } from '../code/languages.js'
import { nameWords } from './pair-units.js'
import { isLive } from './test-file.js'
import type { TestUnit } from '../code/test-unit.js'
import { wordsIn } from '../code/words-in.js'

/** null when it is found nowhere. `copies`: files that hold one of its names. */
export async function whyNotLost(
  { file, names }: Shape,
  changes: readonly FileChange[],
  copies: readonly FileChange[],
  grounds: CopyGrounds,
): Promise<string | null> {
  const named = names.filter((name) => isTelling(name) && copies.some(hasTest(name)))
  if (isMost(named.length, names.length)) return 'tests of that name stand elsewhere'
  const units = unitsIn(file, changes.find((one) => one.file === file)?.before ?? null)
    .filter(({ kind, name }) => kind === 'test' && names.includes(name))
    .slice(0, MAX_UNITS)
  const orphans = await findOrphans(units, changes, grounds)
  if (isMost(orphans.length, units.length)) return 'what they are about is not there either'
  let alike = 0
  for (const unit of units) if (await isWrittenElsewhere(unit, changes, grounds)) alike += 1
  return isMost(alike, units.length) ? 'their words stand in other tests' : null
}

const isMost = (count: number, of: number): boolean => of > 0 && count >= of / 2

const MAX_UNITS = 4

const holds =
  (name: string) =>
  ({ after }: FileChange): boolean =>
    after?.includes(name) ?? false

/** Where a project has its tests among its code, the name alone tells. */
const hasTest =
  (name: string) =>
  (one: FileChange): boolean =>
    holds(name)(one) &&
    (fileRole(one.file) !== 'test' ||
      unitsIn(one.file, one.after).some((unit) => unit.name === name && isLive(unit)))

/** Made of several words: a single one stands everywhere. */
const isTelling = (name: string): boolean => name.length >= 8 && /[a-z\d][A-Z]|_|\s/.test(name)

/** Those that name something, in their title too, that no code has any more. */
async function findOrphans(
  units: readonly TestUnit[],
  changes: readonly FileChange[],
  { git, head }: CopyGrounds,
): Promise<TestUnit[]> {
  const wanted = new Map(
    units.map((unit) => [
      unit,
      [...wordsIn(unit.body)]
        .filter((word) => isTelling(word) && shared(word, [...unit.path, unit.name].join(' ')) >= 2)
        .filter((word) => !changes.some(holds(word)))
        .slice(0, MAX_WORDS),
    ]),
  )
  const words = [...new Set([...wanted.values()].flat())]
  if (words.length === 0) return []
  const answer = await git([
    'grep',
    '-ozwIF',
    '--no-color',
    ...words.flatMap((word) => ['-e', word]),
    ...(head === null ? [] : [head]),
  ])
  if (!answer.ok && answer.failure !== 'failed') return []
  const found = new Set(
    answer.stdout
      .toString('utf8')
      .split('\n')
      .map((line) => line.split('\0'))
      .filter(([file]) => languageOf(file!) !== null)
      .map(([, word]) => word),
  )
  return units.filter((unit) => wanted.get(unit)!.some((word) => !found.has(word)))
}

const MAX_WORDS = 8

const shared = (word: string, name: string): number => {
  const known = nameWords(name)
  return [...nameWords(word)].filter((part) => known.has(part)).length
}

/** Most of its words stand in one live test of a file that the change leaves alone. */
async function isWrittenElsewhere(
  unit: TestUnit,
  changes: readonly FileChange[],
  grounds: CopyGrounds,
): Promise<boolean> {
  // Where a test is a call, its name stands in its body.
  const own = [...wordsIn(unit.body.replace(unit.name, ''))]
  const rare = own
    .filter((word) => word.length >= 5)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, RARE)
  if (rare.length < RARE) return false
  const changed = new Set(changes.map(({ file }) => file))
  const files = ((await filesWith(rare, grounds, '-w', '--all-match')) ?? [])
    .filter((file) => !changed.has(file) && fileRole(file) === 'test')
    .slice(0, MAX_FILES)
  if (files.length === 0) return false
  return (await grounds.read(files)).some(({ file, after }) =>
    unitsIn(file, after)
      .filter(isLive)
      .some(({ name, rows, body }) => {
        const words = wordsIn(`${name} ${rows.join(' ')} ${body}`)
        return own.filter((word) => words.has(word)).length / own.length >= ALIKE
      }),
  )
}

const RARE = 4
const MAX_FILES = 5
const ALIKE = 0.75
