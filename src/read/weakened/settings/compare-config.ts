/**
 * Settings of runners, coverage and linters before and after: what is left out, how much is enough,
 * which rules hold.
 */
import { oneLine } from '../../../util/one-line.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { fileRole } from '../changes/file-role.js'
import { addedLines } from '../compare-sources.js'
import { longPattern } from '../../../util/long-pattern.js'
import { RECIPES } from '../commands/command-lines.js'
import { isCheckScript } from '../commands/compare-scripts.js'
import { compareLenience } from './compare-lenience.js'
import { compareRules } from './compare-rules.js'
import { compareThresholds } from './compare-thresholds.js'
import { withoutComments } from '../code/without-comments.js'
import { baseName } from '../../../util/base-name.js'
import { quotedIn } from '../code/quoted-in.js'

export function compareConfig(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap((change) => {
    const { file, before, after } = change
    const role = fileRole(file)
    if (isCheckScript(file) && role === 'source')
      return compareThresholds(file, withoutComments(file, before), withoutComments(file, after))
    if ((role !== 'config' && role !== 'set-up' && role !== 'commands') || before === after)
      return []
    const old = withoutComments(file, before ?? movedFrom(file, changes))
    const now = withoutComments(file, after)
    // Nothing of a part that is new ran before.
    if (old === '' && PART.test(file)) return []
    const known = CARGO.test(file) ? knownTargets(old, now, changes) : now
    const isSettings = role !== 'commands' || /(?:package\.json|Rakefile)$/.test(file)
    return [
      ...compareThresholds(file, old, now, newElsewhere(file, changes)),
      ...(isPlainCommands(file) ? [] : compareLenience(file, old, known)),
      ...(isSettings ? compareSelections(file, old, now) : []),
      ...compareDefaultSuite(file, old, now),
      ...compareTaken(file, old, now, changes),
      ...compareRules(file, old, now),
    ]
  })
}

/** Lines of other settings that are new. */
const newElsewhere = (file: string, changes: readonly FileChange[]): string =>
  changes
    .filter((one) => one.file !== file && !isCode(one.file) && LIMITS.test(one.after ?? ''))
    .flatMap((one) => addedLines({ ...one, after: withoutComments(one.file, one.after) }))
    .join('\n')

const isCode = (file: string): boolean =>
  fileRole(file) === 'source' && !/\.(?:gradle|kts|sbt|rake)$/.test(file)
const LIMITS = /cover|minimum|threshold|fail.?under|msi\b/i

/** Recipes and shell scripts: their words are those of commands. */
function isPlainCommands(file: string): boolean {
  const [name = '', ...folders] = file.split('/').toReversed()
  return (
    RECIPES.test(file) ||
    /\.(?:sh|bash|ps1|cmd|bat)$/.test(name) ||
    (!name.includes('.') && folders.some((folder) => SCRIPT_FOLDERS.has(folder)))
  )
}

const SCRIPT_FOLDERS = new Set(
  '.husky githooks .githooks hooks .hooks git-hooks bin ci script scripts'.split(' '),
)

/** What a part of a project is built by. */
const PART = /(?:^|\/)(?:Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?)$|\.csproj$/

/** A new file has the settings of the one of its name that is gone. */
const movedFrom = (file: string, changes: readonly FileChange[]): string | null =>
  changes.find((one) => one.after === null && baseName(one.file) === baseName(file))?.before ?? null

/** Keys whose list says which tests are taken. */
const SELECTIONS = longPattern('gm')`
    \b(?:testpaths|testMatch|testRegex|testDir|python_files|python_classes|python_functions
    |specPattern|roots|include)\b|<directory\b|^[ \t]*["']?spec["']?(?=\s*[:=])`

/** A place that is left, or that shrank to a part of itself. */
function compareSelections(file: string, before: string, after: string): Shape[] {
  if (before === '' || !NARROWS.test(file)) return []
  const isRake = file.endsWith('Rakefile')
  const keys = isRake ? /\b(?:pattern|test_files)\b/g : SELECTIONS
  const [old, now] = [valuesOf(before, keys), valuesOf(after, keys)]
  const gone = old.filter((value) => !now.includes(value))
  const added = now.filter((value) => !old.includes(value))
  if (gone.length === 0) return []
  const isPart = added.every((value) =>
    gone.some((one) => rootOf(value) !== rootOf(one) && rootOf(value).startsWith(rootOf(one))),
  )
  const covers = old.length > 0 && now.length === 0
  if (!isPart || covers || (isRake && added.length === 0)) return []
  const detail = `taken: ${oneLine(gone.join(', '), 80)} → ${oneLine(added.join(', ') || 'less', 80)}`
  return [shape({ kind: 'excluded', file, names: gone.slice(0, 5), detail })]
}

const NARROWS =
  /pytest|pyproject|setup\.cfg|tox\.ini|jest|vitest|vite\.config|mocharc|phpunit|playwright|cypress|package\.json|karma|Rakefile/
/** Up to the first wildcard. */
const rootOf = (value: string): string => value.replace(/[*{(].*/, '').replace(/\/$/, '')

/** What stands in the list, or on the line, of a key: texts and words. */
function valuesOf(text: string, key: RegExp): string[] {
  const values: string[] = []
  for (const match of text.matchAll(key)) {
    const from = match.index + match[0].length
    const line = text.slice(from, from + 2000)
    const list = /^["']?\s*(?:[:=]\s*)?[[(]/.exec(line)
    const end = list === null ? line.indexOf('\n') : line.search(/[\])]/)
    const value = line.slice(list?.[0].length ?? 0, end === -1 ? 300 : end)
    const texts = quotedIn(value)
    const tagged = /^[^<\n]*>([^<]+)</.exec(line)?.[1]?.trim()
    const words =
      texts.length > 0 || list !== null
        ? texts
        : value.split(/[\s,]+/).filter((word) => /[\w*]/.test(word))
    values.push(
      ...(tagged === undefined ? words : [tagged]).map((one) => `${match[0].trim()} ${one}`),
    )
    if (values.length > 400) break
  }
  return values
}

/** PHPUnit runs all suites, or those that are named as the usual ones. */
function compareDefaultSuite(file: string, before: string, after: string): Shape[] {
  const now = usualSuites(after)
  if (now === null || !/phpunit[\w.-]*\.xml/.test(file)) return []
  const old =
    usualSuites(before) ??
    [...before.matchAll(/<testsuite\s[^<>]{0,200}?\bname\s?=\s?"([^"\n]+)"/g)].map(
      ([, name]) => name!,
    )
  const left = old.filter((name) => !now.includes(name) && after.includes(`"${name}"`))
  const detail = `defaultTestSuite leaves out ${oneLine(left.join(', '), 100)}`
  return left.length === 0 ? [] : [shape({ kind: 'excluded', file, names: left, detail })]
}

const usualSuites = (text: string): string[] | null =>
  /\bdefaultTestSuite\s?=\s?"([^"\n]+)"/.exec(text)?.[1]?.split(/\s?,\s?/) ?? null

/** Files that a test project no longer takes, unless they are new. */
function compareTaken(
  file: string,
  before: string,
  after: string,
  changes: readonly FileChange[],
): Shape[] {
  if (before === '' || !/tests?[\w.-]*\.csproj$/i.test(file)) return []
  const known = new Set(removedIn(before))
  const added = removedIn(after).find(
    (one) => !known.has(one) && !changes.some((two) => two.before === null && isAt(two.file, one)),
  )
  return added === undefined
    ? []
    : [shape({ kind: 'excluded', file, detail: `Compile Remove: ${oneLine(added, 140)}` })]
}

const removedIn = (text: string): string[] =>
  [...text.matchAll(/<Compile\s+Remove\s*=\s*"([^"\n]+)"/g)].map(([, path]) => path!)

const isAt = (file: string, path: string): boolean =>
  file.endsWith(path.replaceAll('\\', '/').replace(/^[./*]+/, ''))

const CARGO = /(?:^|\/)Cargo\.toml$/

/** A manifest without the targets that are new in it: none of them ran before. */
function knownTargets(before: string, after: string, changes: readonly FileChange[]): string {
  const known = new Set(targetsOf(before).map(({ name }) => name))
  const isNew = ({ kind, name }: Target): boolean =>
    // A test runs without being named here.
    kind === 'test'
      ? changes.some((one) => one.before === null && one.file.endsWith(`/${name}.rs`))
      : kind !== null && !known.has(name)
  return targetsOf(after)
    .filter((target) => !isNew(target))
    .map(({ text }) => text)
    .join('')
}

interface Target {
  text: string
  kind: string | null
  name: string | null
}

const targetsOf = (manifest: string): Target[] =>
  manifest.split(/^(?=[ \t]*\[)/m).map((text) => ({
    text,
    kind: /^\s*\[\[(bin|example|bench|test)\]\]/.exec(text)?.[1] ?? null,
    name: /^[ \t]*name\s*=\s*["']([^"'\n]+)/m.exec(text)?.[1] ?? null,
  }))
