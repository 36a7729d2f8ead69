/**
 * The commands of scripts, jobs and hooks before and after. A check that is no longer run, whose end
 * is thrown away, or that is run on less, is weaker; one that runs elsewhere was moved.
 */
import { oneLine } from '../../../util/one-line.js'
import { bareCommand } from '../../shell/bare-command.js'
import { commandKind } from '../../shell/command-kind.js'
import { partsIn } from '../../shell/parse-line.js'
import { isBroken, type Line, readLines, type Sort, SORTS, TASK_FILES } from './command-lines.js'
import { compareConditions } from './compare-conditions.js'
import { compareScripts, isCheckScript } from './compare-scripts.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { fileRole } from '../changes/file-role.js'
import { isNeutral, isPiped, keepsProgram, type Weaker, whyWeaker } from './weaker-command.js'

/** `same`: job files that were not changed, which may run the same. */
export function compareCommands(
  changes: readonly FileChange[],
  same: readonly FileChange[] = [],
): Shape[] {
  const files = changes.filter(({ file }) => hasCommands(file))
  const scripts = changes.filter(({ file }) => hasCommands(file) || isCheckScript(file))
  if (scripts.length === 0) return []
  const read = [...files, ...same.filter(({ file }) => hasCommands(file))].filter(
    ({ file, after: text }) => !isBroken(file, text),
  )
  const before = read.flatMap(({ file, before: text }) => readLines(file, text))
  const after = read.flatMap(({ file, after: text }) => readLines(file, text))
  return [
    ...scripts.flatMap(compareScripts),
    ...files.flatMap(compareConditions),
    ...compareLines(before, after),
  ]
}

const hasCommands = (file: string): boolean =>
  fileRole(file) === 'commands' || TASK_FILES.test(file)

function compareLines(before: readonly Line[], after: readonly Line[]): Shape[] {
  const kept = new Map<string, number>()
  for (const { text } of after) kept.set(text, (kept.get(text) ?? 0) + 1)
  const known = new Set(before.map(({ text }) => text))
  const added = after.filter(({ text }) => !known.has(text))
  const gone = before.filter((line) => {
    if (line.checks.size === 0 || after.some((one) => isSame(one, line))) return false
    if (isUnconditional(line, after)) return false
    const count = kept.get(line.text) ?? 0
    if (count > 0) kept.set(line.text, count - 1)
    return count === 0
  })
  const isFirst = (line: Line): boolean => gone.find((one) => isSame(one, line)) === line
  return gone.filter(isFirst).flatMap((line) => {
    const now = findSuccessor(line, added)
    const why =
      now !== null
        ? (whyWeaker(line.text, now.text) ?? whyPiped(line, now))
        : isLoose(line)
          ? null
          : whyRemoved(line, before, after)
    if (why === null || (why.kind === 'excluded' && runsWhole(line, added, now!))) return []
    const { file, owner } = line
    const names = owner === '' ? [] : [owner]
    const isTest = line.checks.has('test')
    // Most checks that are gone are run by another job, or were of no use any more.
    const conditional = now === null
    const isCommand = isTest && why.hides
    return [shape({ kind: why.kind, file, names, detail: why.detail, isCommand, conditional })]
  })
}

/** A program that reads on decides how the check ends. */
function whyPiped(before: Line, after: Line): Weaker | null {
  if (after.isStrict || isPiped(before.text) || !isPiped(after.text)) return null
  const detail = `${oneLine(before.text, 80)} → ${oneLine(after.text, 100)}`
  return { kind: 'command', detail, hides: true }
}

/** Tasks and hooks that are named freely: one that is not found may have another name. */
const isLoose = ({ file }: Line): boolean =>
  TASK_FILES.test(file) || /\.pre-commit-config\.ya?ml$/.test(file)

/** Beside the one that takes less, a new line takes all, or another part. */
const runsWhole = (line: Line, added: readonly Line[], less: Line): boolean =>
  added.some(
    (one) =>
      one !== less &&
      one.file === line.file &&
      [...line.checks].every((sort) => one.checks.has(sort)) &&
      keepsProgram(line.text, one.text) &&
      (whyWeaker(line.text, one.text) === null || one.text !== less.text),
  )

/** What it ran on a condition runs there by itself. */
function isUnconditional({ file, text }: Line, after: readonly Line[]): boolean {
  if (!/^\s*if\b.*\bthen\b/.test(text)) return false
  const parts = checkParts(text)
  const runs = (part: string): boolean =>
    after.some((one) => one.file === file && one.text === part)
  return parts.length > 0 && parts.every(runs)
}

const checkParts = (text: string): string[] =>
  partsIn(text)
    .map(({ words }) => bareCommand(words))
    .filter((words) => SORTS.has(commandKind(words).kind))
    .map((words) => words.join(' '))

/** It still runs there, if less often. */
const isSame = (a: Line, b: Line): boolean => a.file === b.file && a.text === b.text

/** The line that took its place: of the same owner, or with most of its words. */
function findSuccessor(line: Line, added: readonly Line[]): Line | null {
  const near = added.filter(({ file }) => file === line.file)
  const own = near.find(
    ({ owner, checks }) => owner !== '' && owner === line.owner && checks.size > 0,
  )
  if (own !== undefined) return own
  const words = new Set(line.text.split(/\s+/))
  const alike = near
    .map((one) => ({ one, shared: one.text.split(/\s+/).filter((word) => words.has(word)).length }))
    .toSorted((a, b) => b.shared - a.shared)[0]
  if (alike !== undefined && alike.shared > 0 && alike.shared / words.size >= 0.4) return alike.one
  return near.find(({ owner, text }) => owner === line.owner && isNeutral(text)) ?? null
}

/** A check that nothing took the place of; null where something did. */
function whyRemoved(line: Line, before: readonly Line[], after: readonly Line[]): Weaker | null {
  const [sort] = line.checks
  const runs = ({ checks }: Line): boolean => checks.has(sort!)
  if (after.filter(runs).length >= before.filter(runs).length) return null
  const live = after.filter(({ text }) => !isNeutral(text))
  const here = live.filter(({ file }) => file === line.file)
  const known = new Set(before.map(({ text }) => text))
  const fresh = here.filter(({ text }) => !known.has(text))
  if (isTakenOver(line, sort!, here) || fresh.some((one) => isReplacedBy(line, sort!, one)))
    return null
  // The file is gone, and the same program or a job of another service runs the check elsewhere.
  const runsElsewhere = live.some(
    (one) =>
      runs(one) && (keepsProgram(line.text, one.text) || (isJob(one.file) && isJob(line.file))),
  )
  if (runsElsewhere && !after.some(({ file }) => file === line.file)) return null
  // The same check still runs there under another name: `npm test` for `npx vitest`.
  const heads = before
    .filter((one) => one.file === line.file && runs(one))
    .map(({ text }) => headOf(text, 3))
  if (here.some(runs) && new Set(heads).size < 2) return null
  return { kind: 'command', detail: `no longer run: ${oneLine(line.text, 120)}`, hides: false }
}

/** A line of its file does the same, though it may have stood there before. */
const isTakenOver = (line: Line, sort: Sort, here: readonly Line[]): boolean =>
  here.some(({ checks, text }) => {
    // Rake makes its test task from a class; the lines of a Rakefile are Ruby, not commands.
    if (line.file.endsWith('Rakefile') && /\b(?:TestTask|RakeTask)\.new\b/.test(text)) return true
    if (checks.has(sort) && isScript(text) && headOf(text, 2) === headOf(line.text, 2)) return true
    // It runs the tests, without measuring how much they cover.
    const isMeasure = /cov/.test(`${line.owner} ${line.text}`)
    return isMeasure && checks.has('test') && keepsProgram(line.text, text)
  })

/** A new line of its file does the work: of its owner, of another linter, or handed to an action. */
const isReplacedBy = (line: Line, sort: Sort, { owner, checks, text }: Line): boolean =>
  (owner !== '' && owner === line.owner) ||
  (sort !== 'test' && (checks.has('lint') || LAUNCHES.test(text))) ||
  (HANDS_OVER.test(text) && !PREPARES.test(text))

/** Lines that leave the work to an action or a template, but for those that only prepare it. */
const HANDS_OVER = /^(?:uses|template|extends) /
const PREPARES =
  /checkout|cache|setup|toolchain|upload|download|install|login|artifact|codecov|publish|deploy|release|configure/

/** It runs the linters that its own settings name. */
const LAUNCHES = /\b(?:lint-staged|nano-staged|pre-commit|lefthook)\b/

const headOf = (text: string, words: number): string => text.split(/\s+/).slice(0, words).join(' ')
const isScript = (text: string): boolean => /^\S+\s+[\w./-]+\.\w+(?:\s|$)/.test(text)

const isJob = (file: string): boolean => /\.ya?ml$|(?:^|\/)Jenkinsfile$/.test(file)
