/**
 * Tests that the session wrote itself, saw red and then skipped or took out again. The tree from before
 * the session never had them, so that comparing it shows nothing: the record of the runs does.
 */
import type { CommandRun, Ledger } from '../../../schema/evidence.js'
import { countsOther } from '../../ledger/test-counts.js'
import type { OpenRepository } from '../../repository/open-repository.js'
import { type FileChange, type Shape, shape } from '../changes/file-change.js'
import { type FileRole, fileRole } from '../changes/file-role.js'
import { isTest, type TestUnit } from '../code/test-unit.js'
import { unitsIn } from '../code/units-in.js'
import { letters } from '../code/words-in.js'

type Record = Pick<Ledger, 'commands' | 'edits'>

export async function findQuieted(
  changes: readonly FileChange[],
  record: Record,
  isAnywhere: (name: string) => Promise<boolean>,
): Promise<Shape[]> {
  const pairs = redThenGreen(record.commands)
  if (pairs.length === 0) return []
  const files = changes.filter(({ file }) => TESTS.has(fileRole(file)))
  if (files.length === 0) return []
  return [...findSkipped(files, pairs), ...(await findGone(files, pairs, record, isAnywhere))]
}

const TESTS: ReadonlySet<FileRole | null> = new Set<FileRole | null>(['test', 'other-test'])

/** Whether a name stands in any file of the work tree; true where git can't say. */
export const namedInTree =
  ({ git }: Pick<OpenRepository, 'git'>) =>
  async (name: string): Promise<boolean> => {
    const found = await git(['grep', '-qIF', '--untracked', '-e', name])
    return found.ok || found.failure !== 'failed'
  }

interface RedThenGreen {
  red: CommandRun
  green: CommandRun
}

/** Each check that failed with names, and is green now. */
const redThenGreen = (commands: readonly CommandRun[]): RedThenGreen[] =>
  commands.flatMap((red) => {
    if (red.kind !== 'test' || red.result !== 'failed' || red.failing.length === 0) return []
    const green = commands.findLast(({ kind, key }) => kind === 'test' && key === red.key)
    return green?.result === 'passed' ? [{ red, green }] : []
  })

function findSkipped(files: readonly FileChange[], pairs: readonly RedThenGreen[]): Shape[] {
  const failing = new Set(
    pairs.flatMap(({ red }) => red.failing.map((name) => letters(ownName(name) ?? name))),
  )
  return files.flatMap(({ file, before, after }) => {
    const old = new Set(testsOf(file, before).map(({ name }) => letters(name)))
    return testsOf(file, after)
      .filter(({ name, skip }) => {
        const key = letters(name)
        return skip !== null && failing.has(key) && !old.has(key)
      })
      .map(({ name, skip }) => shape({ kind: 'skipped', file, names: [name], detail: skip!.words }))
  })
}

/** Fewer tests ran than when they were red, and their names stand nowhere any more. */
async function findGone(
  files: readonly FileChange[],
  pairs: readonly RedThenGreen[],
  { edits }: Record,
  isAnywhere: (name: string) => Promise<boolean>,
): Promise<Shape[]> {
  const found: Shape[] = []
  for (const { red, green } of pairs.slice(0, MAX_PAIRS)) {
    if (countsOther(red) || countsOther(green) || ran(green) >= ran(red)) continue
    const edited = files.find(({ file }) =>
      edits.some((edit) => !edit.inert && edit.step > red.step && edit.file.endsWith(file)),
    )
    if (edited === undefined) continue
    const names: string[] = []
    for (const failing of red.failing.slice(0, MAX_NAMES)) {
      const name = ownName(failing)
      if (name !== null && !(await isAnywhere(name))) names.push(failing)
    }
    const detail = `${ran(red)} tests ran when it was red, ${ran(green)} now`
    if (names.length > 0) found.push(shape({ kind: 'deleted', file: edited.file, names, detail }))
  }
  return found
}

const MAX_PAIRS = 4
const MAX_NAMES = 5

const testsOf = (file: string, text: string | null): TestUnit[] =>
  unitsIn(file, text).filter(isTest)

/**
 * The test's own name as its source has it, without its file and its suites: `CartTest#test_total [a.rb:3]`.
 * null where it was put together of several: "Cart adds the total".
 */
function ownName(failing: string): string | null {
  // XCTest has a class and a method: `-[CartTests testTotal]`.
  const bare = failing
    .replace(/^-\[\S+ (\w+)\]$/, '$1')
    .replace(/(?<!\s)\s*[[(].*/s, '')
    .trim()
  const parts = bare.split(/::|#|\s[>›»]\s/)
  // A subtest of Go has the words of its table, changed.
  const [last] = parts.at(-1)!.split('/', 1)
  const own = /^[\w$.]+$/.test(last!) ? last!.slice(last!.lastIndexOf('.') + 1) : last!
  if (own.length < MIN_NAME) return null
  return parts.length > 1 || /^[\w$]+$/.test(own) ? own : null
}

const MIN_NAME = 5

/** Without counts nothing is known to be missing. */
const ran = ({ counts }: CommandRun): number =>
  counts === null ? 0 : counts.passed + counts.failed
