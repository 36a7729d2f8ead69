/**
 * Which checks a change made weaker, with a look at the files that it leaves alone: a test that was
 * removed may stand there too, because it was moved before, or stood twice.
 */
import type { FileChange, Shape } from './changes/file-change.js'
import { fileRole } from './changes/file-role.js'
import type { ReadChanges } from './changes/read-changes.js'
import { type CopyGrounds, filesWith } from './changes/copy-grounds.js'
import { whyNotLost } from './tests/lives-elsewhere.js'
import { unitOf } from './code/test-unit.js'
import { findWeakened } from './find-weakened.js'
import { baseName } from '../../util/base-name.js'

const MAX_NAMES = 100
/** A shorter name stands everywhere. */
const MIN_NAME = 5
const MAX_FILES = 100

export async function findWeakenedIn(
  { changes, isWhole }: ReadChanges,
  grounds: CopyGrounds,
): Promise<Shape[]> {
  const shapes = findWeakened(changes, isWhole)
  const names = [...new Set(shapes.filter(isDeleted).flatMap((one) => one.names))].filter(
    (name) => name.length >= MIN_NAME && !/[\n\0]/.test(name),
  )
  const copies = await findCopies(names.slice(0, MAX_NAMES), changes, grounds)
  if (copies === null) return shapes.filter((one) => !isDeleted(one))
  const unknown = new Set(names.slice(MAX_NAMES))
  const isJobGone = shapes.some(
    ({ kind, file }) =>
      kind === 'command' && changes.some((one) => one.file === file && one.after === null),
  )
  const same = [...copies, ...(isJobGone ? await findJobs(changes, grounds) : [])]
  const left = same.length === 0 ? shapes : findWeakened([...changes, ...same], isWhole)
  const known = left.filter(
    (one) => !isDeleted(one) || !one.names.every((name) => unknown.has(name)),
  )
  const units = [...new Set(known.flatMap((one) => unitBehind(one) ?? []))].slice(0, MAX_UNITS)
  const missing = new Set<string>()
  for (const unit of units) if (await isMissing(unit, grounds)) missing.add(unit)
  const own: Shape[] = []
  for (const one of known) {
    if (await isForeign(one, grounds)) continue
    const unit = unitBehind(one)
    const why =
      unit !== null && missing.has(unit)
        ? `${unit} is not there either`
        : isDeleted(one) && one.loss !== 'not-run'
          ? await whyNotLost(one, changes, copies, grounds)
          : null
    own.push(why === null ? one : { ...one, kind: 'replaced', detail: `${one.detail}; ${why}` })
  }
  return own
}

const MAX_UNITS = 5

/** What the tests of a file that is gone were about, where its name is one of its own. */
const unitBehind = ({ kind, file, loss }: Shape): string | null => {
  const unit = unitOf(file)
  const isOwn = /^\w{8,}$/.test(unit) && /[a-z][A-Z]|_/.test(unit)
  return kind === 'deleted' && isOwn && loss === 'file' ? unit : null
}

/** No code names it: it went before its tests did. */
async function isMissing(unit: string, grounds: CopyGrounds): Promise<boolean> {
  const files = await filesWith([unit], grounds, '-w')
  return files !== null && !files.some((file) => fileRole(file) === 'source')
}

/** A stand-in for a class that no code of the project declares: a patch of what it depends on. */
async function isForeign({ kind, detail }: Shape, { git, head }: CopyGrounds): Promise<boolean> {
  const name = kind === 'stand_in' ? PATCHED.exec(detail)?.[1] : undefined
  if (name === undefined) return false
  const declares = `(class|module)[[:space:]]+([A-Za-z_]+::)*${name}([^A-Za-z0-9_]|$)|${name}[[:space:]]*=`
  const answer = await git(['grep', '-qIE', '-e', declares, ...(head === null ? [] : [head])])
  return !answer.ok && answer.failure === 'failed'
}

/** The class or module whose methods Ruby replaces. */
const PATCHED =
  /(?:^|[\s(:])([A-Z]\w*)\.(?:send\(:)?(?:class_eval|instance_eval|prepend|define_method)\b/

/**
 * Files with the name of a removed test, by one bounded `git grep`. null when git did not come to an end:
 * then it is not known whether a test is gone.
 */
async function findCopies(
  names: readonly string[],
  changes: readonly FileChange[],
  grounds: CopyGrounds,
): Promise<FileChange[] | null> {
  if (names.length === 0) return []
  const found = await filesWith(names, grounds)
  if (found === null) return null
  const changed = new Set(changes.map(({ file }) => file))
  const moved = new Set(changes.map(({ file }) => baseName(file)))
  const isTwin = (file: string): number => Number(moved.has(baseName(file)))
  const files = found
    .filter((file) => !changed.has(file) && mayHoldTests(file))
    .toSorted((a, b) => isTwin(b) - isTwin(a))
  return readSame(files.slice(0, MAX_FILES), grounds)
}

/** Each as a change of nothing. */
async function readSame(files: readonly string[], { read }: CopyGrounds): Promise<FileChange[]> {
  const texts = files.length === 0 ? [] : await read(files)
  return texts.map(({ file, after }) => ({ file, before: after, after }))
}

/** Job files that stay: they may run what one that is gone did. */
async function findJobs(
  changes: readonly FileChange[],
  grounds: CopyGrounds,
): Promise<FileChange[]> {
  const { git, head } = grounds
  const list = head === null ? ['ls-files', '-z'] : ['ls-tree', '-rz', '--name-only', head]
  const answer = await git([...list, '--', ...JOB_PLACES])
  if (!answer.ok) return []
  const changed = new Set(changes.map(({ file }) => file))
  const files = answer.stdout
    .toString('utf8')
    .split('\0')
    .filter((file) => fileRole(file) === 'commands' && !changed.has(file))
  return readSame(files.slice(0, MAX_JOBS), grounds)
}

const MAX_JOBS = 20
const JOB_PLACES =
  '.github/workflows .circleci .travis.yml appveyor.yml .appveyor.yml azure-pipelines.yml .gitlab-ci.yml .cirrus.yml Jenkinsfile'.split(
    ' ',
  )

const isDeleted = ({ kind }: Shape): boolean => kind === 'deleted'

const mayHoldTests = (file: string): boolean => {
  const role = fileRole(file)
  return role === 'test' || role === 'source'
}
