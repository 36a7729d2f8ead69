/** Rules of linters and compilers that are off now. */
import { fileRole } from '../changes/file-role.js'
import { longPattern } from '../../../util/long-pattern.js'
import { oneLine } from '../../../util/one-line.js'
import { shape, type Shape } from '../changes/file-change.js'
import { topicOf } from './check-topic.js'
import { keyOf, lenienceOf, wordsOf } from './lenience.js'
import { type Entry, readEntries } from './read-entries.js'

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
  { files: /eslintignore|prettierignore|dialyzer_ignore/, off: /^[^\n[\]].*$/gm },
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

export function compareRules(file: string, before: string, after: string): Shape[] {
  if (BASELINE.test(file) && linesIn(after) > linesIn(before)) {
    const detail = 'more findings are left to a baseline'
    return [shape({ kind: 'suppressed', file, detail })]
  }
  if (before === '' || after === '') return []
  if (/golangci/.test(file)) return compareLinters(file, before, after)
  if (/phpstan/.test(file) && levelOf(after) < levelOf(before)) {
    const detail = `level: ${levelOf(before)} → ${levelOf(after)}`
    return [shape({ kind: 'rules', file, detail })]
  }
  const found = offInTable(file, before, after)
  if (found.length > 0) return found
  const gone =
    goneFlag(before, after) ?? (fileRole(file) === 'config' ? goneRule(file, before, after) : null)
  return gone === null ? [] : [shape({ kind: 'rules', file, detail: gone })]
}

function offInTable(file: string, before: string, after: string): Shape[] {
  return RULES.filter(({ files }) => files.test(file)).flatMap(({ off }) => {
    const known: readonly string[] = before.match(off) ?? []
    const found: readonly string[] = after.match(off) ?? []
    if (found.length <= known.length) return []
    const what = found.find((one) => !known.includes(one)) ?? found.at(-1) ?? 'a rule'
    return [shape({ kind: 'rules', file, detail: `switched off: ${oneLine(what.trim(), 100)}` })]
  })
}

/** Lists of findings that are not reported again. */
const BASELINE = /baseline|_todo\b|suppressions/i
const linesIn = (text: string): number =>
  text.split('\n').filter((line) => line.trim() !== '').length

/** How much PHPStan looks at: from 0 on. */
const levelOf = (text: string): number => {
  const level = /\blevel\s*:\s*["']?(\d+|max)/.exec(text)?.[1]
  return level === 'max' ? Infinity : Number(level ?? 0)
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

/** A flag that makes findings count, or looks for more, and that no line has any more. */
function goneFlag(before: string, after: string): string | null {
  const left = new Set(flagsIn(after))
  const gone = flagsIn(before).find((flag) => !left.has(flag))
  return gone === undefined ? null : `no longer asked for: ${gone}`
}

const flagsIn = (text: string): string[] => [...text.matchAll(STERN_FLAGS)].map(([, flag]) => flag!)

const STERN_FLAGS = longPattern('g')`
    (?<=[\s"'=,(])(-Werror|-pedantic-errors|/WX|--?warn(?:ings?)?-?as-?errors?|-D ?warnings|--deny[= ]warnings
    |--max-warnings|--error-on-warnings?|--fail-on-[\w-]+|--strict|-race|-fsanitize(?==)|-Xlint)(?=[\s"',:=)]|$)`

/** A rule that was on and stands nowhere any more, one less that is chosen, or one more place left out. */
function goneRule(file: string, before: string, after: string): string | null {
  const [old, now] = [readEntries(file, before), readEntries(file, after)]
  // In a file that is about rules as a whole, a rule's name says nothing of what it is about.
  const isWhole = topicOf({ text: '', under: [], line: 0 }, file) === 'lint'
  const isOwn = (entry: Entry): boolean => isWhole || topicOf(entry, file) === 'lint'
  const left = new Set(after.match(NAMES))
  const gone = old.find((entry) => {
    const rule = ruleOf(entry)
    return rule !== null && rule.length >= 4 && !left.has(rule) && isOwn(entry)
  })
  if (gone !== undefined) return `no longer on: ${oneLine(gone.text, 100)}`
  const known = new Set(old.flatMap(leftOutBy))
  const added = now.find((entry) => leftOutBy(entry).some((one) => !known.has(one)) && isOwn(entry))
  return added === undefined ? null : `left out: ${oneLine(added.text, 100)}`
}

const NAMES = /[\w.$/@-]+/g

/** The rule that an entry switches on: `eqeqeq: error`, `eqeqeq: [error]`, or an item of those that are chosen. */
function ruleOf({ text, under }: Entry): string | null {
  const { key, value } = keyOf(text.replace(/^-\s+/, ''))
  if (value !== '') return IS_ON.test(value) ? key : null
  const head = keyOf(under[0] ?? '').key
  if (IS_ON.test(key)) return head
  return CHOOSES.test(wordsOf(head)) ? key : null
}

const IS_ON = /^["'[({\s]*(?:error|warn(?:ing)?|deny|forbid|on|always|true|[12])\b/i
const CHOOSES = /\b(?:enabled?|select|opt in|linters|rules|checks)\b/

const leftOutBy = (entry: Entry): readonly string[] => {
  const found = lenienceOf(entry)
  return found?.sort === 'left_out' ? found.what : []
}
