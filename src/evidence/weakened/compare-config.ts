/**
 * Settings of runners, coverage and linters before and after: what is left out, how much is enough,
 * which rules hold.
 */
import { oneLine } from '../../util/one-line.js'
import { type FileChange, shape, type Shape } from './file-change.js'
import { fileRole } from './file-role.js'
import { notations } from './language.js'
import { mask } from './mask.js'
import { longPattern } from '../../util/long-pattern.js'

export function compareConfig(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap((change) => {
    const { file, before, after } = change
    const role = fileRole(file)
    if ((role !== 'config' && role !== 'set-up' && role !== 'commands') || before === after)
      return []
    const old = readable(file, before ?? movedFrom(file, changes))
    const now = readable(file, after)
    return [
      ...compareThresholds(file, old, now),
      ...(role === 'commands' && !file.endsWith('package.json')
        ? []
        : [...compareExclusions(file, old, now), ...compareSelections(file, old, now)]),
      ...(role === 'config' ? compareSwitches(file, old, now) : []),
      ...compareRules(file, old, now),
    ]
  })
}

/** A new file has the settings of the one of its name that is gone. */
const movedFrom = (file: string, changes: readonly FileChange[]): string | null =>
  changes.find((one) => one.after === null && nameOf(one.file) === nameOf(file))?.before ?? null

const nameOf = (file: string): string => file.split('/').at(-1)!

/** The text with its comments as blanks, so that nothing counts that was commented out. */
function readable(file: string, text: string | null): string {
  if (text === null) return ''
  if (/\.(?:[cm]?[jt]sx?|jsonc?)$/.test(file) || file.endsWith('rc'))
    return blank(text, 'javascript')
  if (/\.(?:gradle|kts|groovy|cs)$/.test(file)) return blank(text, 'jvm')
  if (/\.(?:xml|csproj|props|targets)$/.test(file))
    return text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, blanks)
  return text.replaceAll(
    /(^|\s)[#;](?!\{)[^\n]*/g,
    (all, lead: string) => lead + blanks(all.slice(lead.length)),
  )
}

const blanks = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

function blank(text: string, language: 'javascript' | 'jvm'): string {
  const { code, raw } = mask(text, { ...notations[language], patterns: false })
  let out = ''
  let inString = false
  for (let at = 0; at < raw.length; at += 1) {
    if (code[at] === '"') inString = !inString
    out += inString || code[at] !== ' ' ? raw[at] : ' '
  }
  return out
}

/** The least that counts as enough: lower is weaker. */
const LEAST = longPattern('g')`
    (["'<]?)\b(branches|functions|lines|statements|fail[_-]under(?:-\w+)?|cov-fail-under
    |minimum_coverage(?:_by_file)?|minimum|minMsi|minCoveredMsi|min-msi|min-covered-msi
    |coverage-threshold|threshold|target|level|min|fail-under-lines|coverageThreshold|statement
    |branch|break|high|low)\1?["'>]?\s*(?:[:=,>]|\s)\s*["']?(?:BigDecimal\(["'])?(\d+(?:\.\d+)?
    |max)`
/** The most that is borne: higher is weaker. */
const MOST =
  /(["']?)\b(max-warnings|maxWarnings|max_errors|maxErrorsPerFile|threshold-of-warnings)\1\s*[:=\s]\s*["']?(-?\d+)/g
/** These words mean something else where nothing speaks of coverage. */
const SPEAKS_OF_COVERAGE =
  /coverage|threshold|nyc|c8|istanbul|jacoco|codecov|simplecov|msi|cov-fail|fail[_-]under|phpstan|psalm|mutation|tarpaulin|llvm-cov/i

function compareThresholds(file: string, before: string, after: string): Shape[] {
  const shapes: Shape[] = []
  const old = SPEAKS_OF_COVERAGE.test(before)
    ? numbersIn(before, LEAST, file)
    : new Map<string, string[]>()
  const now = numbersIn(after, LEAST, file)
  for (const [key, values] of old) {
    const left = now.get(key) ?? []
    if (key === 'threshold' && /codecov/.test(file)) continue
    if (left.length === values.length) {
      const at = values.findIndex((value, index) => toNumber(left[index]!) < toNumber(value))
      if (at !== -1) shapes.push(threshold(file, key, `${key}: ${values[at]} → ${left[at]}`))
    } else if (left.length < values.length && after !== '' && CLEAR.test(key)) {
      shapes.push(
        threshold(file, key, `${key}: ${values.join(', ')} → ${left.join(', ') || 'none'}`),
      )
    }
  }
  const most = numbersIn(before, MOST, file)
  for (const [key, values] of numbersIn(after, MOST, file)) {
    const known = most.get(key)
    if (known !== undefined && Number(values[0]) > Number(known[0])) {
      shapes.push(threshold(file, key, `${key}: ${known[0]} → ${values[0]}`))
    }
  }
  return shapes.slice(0, 3)
}

const toNumber = (value: string): number => (value === 'max' ? Infinity : Number(value))

/** Keys that mean a least share and nothing else. */
const CLEAR =
  /^(?:branches|functions|lines|statements|fail[_-]under.*|cov-fail-under|minimum_coverage.*|minimum|min.*[mM]si|coverage-threshold|coverageThreshold)$/

const threshold = (file: string, key: string, detail: string): Shape =>
  shape({ kind: 'threshold', file, names: [key], detail })

function numbersIn(text: string, pattern: RegExp, file: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, , key, value] of text.matchAll(pattern)) {
    // Levels and bounds are common words; they mean this where such a tool is set up.
    if (key === 'level' && !/phpstan|psalm/.test(file)) continue
    if (
      (key === 'min' ||
        key === 'low' ||
        key === 'high' ||
        key === 'break' ||
        key === 'branch' ||
        key === 'statement' ||
        key === 'target' ||
        key === 'threshold') &&
      !/codecov|infection|stryker|coverage|nyc|c8|phpunit|jest|vitest|karma/.test(file)
    )
      continue
    found.set(key!, [...(found.get(key!) ?? []), value!])
  }
  return found
}

/** Keys whose list leaves tests out. `only`: tests must be named in what was added. */
const EXCLUSIONS: readonly { key: RegExp; only: boolean }[] = [
  {
    key: longPattern('g')`
      \b(?:testPathIgnorePatterns|modulePathIgnorePatterns|testIgnore|collect_ignore(?:_glob)?
      |norecursedirs|excludeSpecPattern|excludedTests?|excludeTestsMatching|excludeTags
      |excludedGroups|exclude_patterns?|ignoreTestFiles|excludeCategories|TestCaseFilter)\b`,
    only: false,
  },
  {
    key: /\bexclude(?:s|d|Patterns?)?\b|\bignore(?:Patterns?|d)?\b|<exclude\b|<excludes\b|<exclude-pattern\b/g,
    only: true,
  },
  {
    key: /\baddopts\b|--ignore(?:-glob)?\b|--deselect\b|(?:^|[\s"'])-k\b|(?:^|[\s"'])-m(?=\s+["']?not\b)|\bdeselect\b|--exclude-pattern\b/gm,
    only: false,
  },
]
const NAMES_TESTS = /test|spec|e2e|__tests__/i

/** Configs of linters and compilers: what they exclude is no test. */
const TOOL_CONFIG = longPattern()`
    (?:^|/)(?:tsconfig[\w.-]*|jsconfig|biome|\.oxlintrc|\.eslintrc.*|eslint\.config.*
    |\.rubocop.*|\.golangci.*|phpstan.*|psalm.*|phpcs.*|codecov.*|\.codecov.*)\.?\w*$`

function compareExclusions(file: string, before: string, after: string): Shape[] {
  if (TOOL_CONFIG.test(file)) return []
  // A manifest has its runner's settings in it, and the flags of many other programs.
  const rules = file.endsWith('package.json') ? EXCLUSIONS.slice(0, 1) : EXCLUSIONS
  return rules
    .flatMap(({ key, only }) => {
      const known = new Set(valuesOf(before, key))
      const added = valuesOf(after, key).filter(
        (value) => !known.has(value) && (!only || NAMES_TESTS.test(value)),
      )
      const narrowing = added.filter(
        (value) => !only || !/node_modules|dist|coverage|build/.test(value),
      )
      if (narrowing.length === 0) return []
      return [
        shape({
          kind: 'excluded',
          file,
          names: narrowing.slice(0, 5),
          detail: `left out: ${oneLine(narrowing.join(', '), 140)}`,
        }),
      ]
    })
    .slice(0, 2)
}

/** Keys whose list says which tests are taken. */
const SELECTIONS = longPattern('gm')`
    \b(?:testpaths|testMatch|testRegex|testDir|python_files|python_classes|python_functions
    |specPattern|roots|include)\b|<directory\b|^\s*["']?spec["']?(?=\s*[:=])`

/** A place that is left, or that shrank to a part of itself. */
function compareSelections(file: string, before: string, after: string): Shape[] {
  if (before === '' || !NARROWS.test(file)) return []
  const [old, now] = [valuesOf(before, SELECTIONS), valuesOf(after, SELECTIONS)]
  const gone = old.filter((value) => !now.includes(value))
  const added = now.filter((value) => !old.includes(value))
  if (gone.length === 0) return []
  const isPart = added.every((value) =>
    gone.some((one) => rootOf(value) !== rootOf(one) && rootOf(value).startsWith(rootOf(one))),
  )
  const covers = old.length > 0 && now.length === 0
  if (!isPart || covers) return []
  const detail = `taken: ${oneLine(gone.join(', '), 80)} → ${oneLine(added.join(', ') || 'less', 80)}`
  return [shape({ kind: 'excluded', file, names: gone.slice(0, 5), detail })]
}

const NARROWS =
  /pytest|pyproject|setup\.cfg|tox\.ini|jest|vitest|vite\.config|mocharc|phpunit|playwright|cypress|package\.json|karma/
/** Up to the first wildcard. */
const rootOf = (value: string): string => value.replace(/[*{(].*$/, '').replace(/\/$/, '')

/** What stands in the list, or on the line, of a key: texts and words. */
function valuesOf(text: string, key: RegExp): string[] {
  const values: string[] = []
  for (const match of text.matchAll(key)) {
    const from = match.index + match[0].length
    const line = text.slice(from, from + 2000)
    const list = /^["']?\s*[:=]?\s*[[(]/.exec(line)
    const end = list === null ? line.indexOf('\n') : line.search(/[\])]/)
    const value = line.slice(list?.[0].length ?? 0, end === -1 ? 300 : end)
    const texts = [...value.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])+)\1/g)].map(([, , one]) => one!)
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

/** Switches that keep tests from running, or their failures from counting. */
const SWITCHES = longPattern('g')`
    \b(?:skipTests|maven\.test\.skip|skipITs|testFailureIgnore|maven\.test\.failure\.ignore
    |ignoreFailures|passWithNoTests|dangerouslyIgnoreUnhandledErrors|IsTestProject|failIfNoTests
    |failOnRisky|failOnWarning|stopOnFailure|enabled|harness|xfail_strict|forbidOnly
    |check-coverage|all)\b["']?\s*(?:[:=]|>)\s*["']?(true|false)\b`
const HARMFUL: Readonly<Record<string, string>> = {
  skipTests: 'true',
  'maven.test.skip': 'true',
  skipITs: 'true',
  testFailureIgnore: 'true',
  'maven.test.failure.ignore': 'true',
  ignoreFailures: 'true',
  passWithNoTests: 'true',
  dangerouslyIgnoreUnhandledErrors: 'true',
  IsTestProject: 'false',
  failIfNoTests: 'false',
  harness: 'false',
  enabled: 'false',
  xfail_strict: 'false',
  forbidOnly: 'false',
  'check-coverage': 'false',
}

function compareSwitches(file: string, before: string, after: string): Shape[] {
  const known = harmful(before)
  const added = harmful(after).filter((one) => !known.includes(one))
  const lines = added.filter((one) => !one.startsWith('enabled') || /gradle/.test(file))
  return lines
    .slice(0, 2)
    .map((detail) => shape({ kind: 'command', file, detail, isCommand: true }))
}

const harmful = (text: string): string[] =>
  [...text.matchAll(SWITCHES)]
    .map(([all, value]) => [all.split(/["'\s:=>]/)[0]!, value!] as const)
    .filter(([key, value]) => HARMFUL[key] === value)
    .map(([key, value]) => `${key}: ${value}`)

/** Rules of linters and compilers: more of these is less that is checked. */
const RULES: readonly { files: RegExp; off: RegExp }[] = [
  {
    files: /tsconfig|jsconfig/,
    off: longPattern('g')`
      "(?:strict\w*|no(?:Implicit|Unused|Unchecked|Fallthrough|Property)\w*
      |exactOptionalPropertyTypes|checkJs|alwaysStrict)"\s*:\s*false|"skipLibCheck"\s*:\s*true`,
  },
  {
    files: /eslint|oxlint|biome|stylelint|tslint/,
    off: /["']?(?:off|warn)["']|:\s*0\s*[,\n}]|"enabled"\s*:\s*false|:\s*false\b/g,
  },
  { files: /eslintignore|prettierignore/, off: /^\S.*$/gm },
  {
    files: /pyproject|setup\.cfg|mypy|flake8|pylintrc|ruff|pyright|tox\.ini|bandit/,
    off: longPattern('g')`
      \b(?:ignore_errors|ignore_missing_imports|allow_untyped_defs
      |allow_redefinition)\s*=\s*[Tt]rue
      |\b(?:disallow_\w+|strict\w*|check_untyped_defs|warn_\w+)\s*=\s*[Ff]alse
      |\b[A-Z]{1,4}\d{2,4}\b|"report\w+"\s*:\s*(?:"none"|false)|\bfollow_imports\s*=\s*skip`,
  },
  { files: /rubocop|checkstyle|detekt/, off: /\b(?:Enabled|active)\s*:\s*false|<suppress\b/g },
  {
    files: /phpstan|psalm|phpcs|phpunit/,
    off: /\bignoreErrors\b|\bmessage:|errorLevel="\d"|<exclude\b|type="(?:suppress|info)"/g,
  },
  { files: /Cargo\.toml|clippy/, off: /=\s*"allow"|level\s*=\s*"allow"/g },
  {
    files: /csproj|Directory\.Build|editorconfig|ruleset/,
    off: /<NoWarn>|<TreatWarningsAsErrors>false|severity\s*=\s*none|Action="None"|\bCS\d{4}\b|\bCA\d{4}\b/g,
  },
]

function compareRules(file: string, before: string, after: string): Shape[] {
  if (before === '' || after === '') return []
  if (/golangci/.test(file)) return compareLinters(file, before, after)
  return RULES.filter(({ files }) => files.test(file)).flatMap(({ off }) => {
    const known: readonly string[] = before.match(off) ?? []
    const found: readonly string[] = after.match(off) ?? []
    const gone = strictKeys(before).filter((key) => !strictKeys(after).includes(key))
    if (found.length <= known.length && gone.length === 0) return []
    const what = gone[0] ?? found.find((one) => !known.includes(one)) ?? found.at(-1) ?? 'a rule'
    return [shape({ kind: 'rules', file, detail: `switched off: ${oneLine(what.trim(), 100)}` })]
  })
}

/** A linter that is no longer on, or is off now. */
function compareLinters(file: string, before: string, after: string): Shape[] {
  const on = itemsOf(before, 'enable').filter((name) => !itemsOf(after, 'enable').includes(name))
  const off = itemsOf(after, 'disable').filter((name) => !itemsOf(before, 'disable').includes(name))
  const names = [...new Set([...on, ...off])]
  return names.length === 0
    ? []
    : [
        shape({
          kind: 'rules',
          file,
          names,
          detail: `switched off: ${oneLine(names.join(', '), 100)}`,
        }),
      ]
}

const itemsOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^\\s*${key}:\\s*\\n((?:\\s*-\\s.*\\n?)+)`, 'gm'))].flatMap(
    ([, list]) => [...list!.matchAll(/-\s+([\w-]+)/g)].map(([, name]) => name!),
  )

const strictKeys = (text: string): string[] =>
  [...text.matchAll(/"(strict\w*|no(?:Implicit|Unused|Unchecked)\w*)"\s*:\s*true/g)].map(
    ([, key]) => `${key}: true`,
  )
