/** Scripts, recipes and hooks: what makes them fail, and what keeps them from it. */
import { oneLine } from '../../../util/one-line.js'
import { readLines } from './command-lines.js'
import { checkAround } from './compare-conditions.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { longPattern } from '../../../util/long-pattern.js'
import { isYaml } from '../../../util/base-name.js'

export function compareScripts({ file, before, after }: FileChange): Shape[] {
  if (before === null || after === null || file.endsWith('.json')) return []
  const [old, now] = [linesOf(before), linesOf(after)]
  const says = (detail: string, isCommand: boolean): Shape[] => [
    // It may hold for a part of the script only.
    shape({ kind: 'command', file, detail, isCommand, conditional: true }),
  ]
  for (const [pattern, what] of ENDS_WELL) {
    const hits = now.flatMap((line, at) => (pattern.test(line) ? [at] : []))
    if (hits.length <= old.filter((line) => pattern.test(line)).length) continue
    const last = hits.at(-1)!
    const isJob = isYaml(file)
    if (isJob && checkAround(file, now.join('\n'), last) === null) continue
    return says(`${now[last]!.trim()}: ${what}`, runsTests(file, isJob ? now : now.slice(hits[0])))
  }
  if (!isCheckScript(file)) return []
  const swallowed = now.filter((line) => SWALLOWED.test(line))
  if (swallowed.length > old.filter((line) => SWALLOWED.test(line)).length)
    return says(oneLine(swallowed.at(-1)!.trim(), 120), true)
  const isLost = (pattern: RegExp): boolean =>
    old.some((line) => pattern.test(line)) && !now.some((line) => pattern.test(line))
  if (isLost(STRICT)) return says('set -e is gone: a failure does not end the script', true)
  if (isLost(/pipefail/) && now.some((line) => /[^|]\|[^|]/.test(line)))
    return says('pipefail is gone: a failure before a pipe does not count', true)
  const lost = lostFailure(old.filter(isWritten), now.filter(isWritten))
  return lost === null ? [] : says(`no longer fails: ${oneLine(lost, 100)}`, true)
}

const MAX_LINES = 2000

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => (/^\s*(?:#|\/\/)/.test(line) ? '' : line))

const isWritten = (line: string): boolean => line.trim() !== ''

const ENDS_WELL: readonly (readonly [RegExp, string])[] = [
  [/^\s*set\s+\+e\b/, 'a failure does not end the script'],
  [/^\s*exit\s+0\s*$/, 'ends well whatever came before'],
  [/^\s*\.IGNORE\s*:/, 'a failure does not count'],
  [/^\s*MAKEFLAGS\s*[+:?]?=.*(?:\s-\w*i|--ignore-errors)/, 'a failure does not count'],
  [/^\s*trap\s+["']?exit 0\b/, 'ends well whatever came before'],
]

const runsTests = (file: string, lines: readonly string[]): boolean =>
  readLines(file, lines.join('\n')).some(({ checks }) => checks.has('test'))

/** A script that is a check as a whole: its own lines may fail. */
export const isCheckScript = (file: string): boolean =>
  CHECK_WORD.test(file) && CHECK_SCRIPT.test(file)
/** One of them is in each path of `CHECK_SCRIPT`. */
const CHECK_WORD = /test|check|verify|lint|smoke|validate|coverage|hook|husky|\bci\b/
const CHECK_SCRIPT = longPattern()`
    (?:^|/)(?:[\w-]*(?:test|check|verify|lint|smoke|validate|coverage)[\w-]*(?:\.(?:sh|bash|zsh))?
    |ci(?:\.(?:sh|bash|zsh))?|(?:\.husky|\.?githooks|\.?hooks|git-hooks)/[\w-]+
    |(?:scripts?|ci|\.ci|hack|tools?|dev|bin)/[\w./-]*(?:test|check|verify|lint|smoke|validate|coverage)[\w-]*\.(?:[cm]?[jt]s|py|rb|pl|php))$`
const SWALLOWED = /\|\|\s*(?:true|:|exit 0)\s*$|\bcheck\s*=\s*False\b/
const STRICT = /^\s*set\s+-(?:\w*e|o\s+errexit)/

/** Where a script ends badly by itself. */
const FAILS = longPattern()`
    (?:^|[;&|{(]|\bthen\b|\belse\b)\s*(?:exit|return)\s+(?:[1-9]|"?\$)
    |\b(?:sys\.exit|process\.exit|os\._exit|exit)\s*\(\s*(?!0?\s*\))
    |\bexitCode\s*=\s*(?!0\b)\S|\bthrow\b|\braise\b|\babort\b|\bdie\b`
/** A line that decides whether the next ones run. */
const GUARDS = /^\s*(?:if|elif|else|elsif|unless|except|catch|case|\}\s*(?:else|catch))\b/

const countFailures = (lines: readonly string[]): number =>
  lines.filter((line) => FAILS.test(line)).length

/** The guard, or the script, that stays while the failure that it led to is gone. */
function lostFailure(old: readonly string[], now: readonly string[]): string | null {
  const left = new Set(now.map((line) => line.trim()))
  if (
    countFailures(now) >= countFailures(old) ||
    now.some((line) => STRICT.test(line) && !old.includes(line))
  )
    return null
  const at = old.findIndex((line) => FAILS.test(line) && !left.has(line.trim()))
  if (at === -1) return null
  const guard = old.slice(0, at).findLast((line) => GUARDS.test(line))
  const kept = old.filter((line) => left.has(line.trim())).length
  if (kept / old.length < 0.5) return null
  return guard === undefined || left.has(guard.trim()) ? old[at]!.trim() : null
}
