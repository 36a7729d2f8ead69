import { COMMITTED, NOT_STARTED, PUSHED, PUSH_REFUSED } from '../../data/tools.js'
import { baseName } from '../../util/base-name.js'
import type { PartOutput } from '../output/read-part.js'
import { bareCommand } from './bare-command.js'
import type { ChosenPart } from './choose-parts.js'
import type { ShellLine, ShellPart } from './shell-line.js'
import { MAX_WHOLE, beginOf, findBegins, saidBy, textOf } from './shared-output.js'
import type { Hint, Told } from './solve-line.js'

export interface LineHints {
  hints: Hint[]
  told: Told[]
}

/** What the output says of each part, for the solver. */
export function hintsOf(
  line: ShellLine,
  chosen: readonly ChosenPart[],
  printed: readonly PartOutput[],
  { output, isOk }: { output: string; isOk: boolean | null },
): LineHints {
  const lines = output.split('\n', 5_000)
  const begins = findBegins(line, lines)
  const isWhole = output.length < MAX_WHOLE
  const hints = line.parts.map((part, index) => ({
    ...byProgram(part, output),
    ...byBegin(part, begins[index] ?? null, isWhole),
  }))
  const seen = new Set<string>()
  const says = line.parts.flatMap((part) => saidBy(part) ?? [])
  for (const [at, part] of chosen.entries()) {
    const { index, words, kind, key } = part
    const { isHidden } = line.parts[index]!
    if (isHidden === true) continue
    const isSilent = isOk === false && kind === 'test' && isRunner(words)
    const isEmpty = output.trim() === ''
    const isQuiet = isOwnEmpty(textOf(index, begins, lines), says)
    const isTold = begins[index] !== null || isRunner(words)
    hints[index] = {
      ...hints[index],
      ...(kind === 'git' ? byGit(key, output) : byOutput(printed[at]!, isSilent && !isEmpty, seen)),
      ...(isTold && isQuietTool(part, line) && isQuiet ? { isSure: true } : {}),
      // A runner says something, however it ends.
      ...(isSilent && isEmpty ? { silent: 2 } : {}),
      ...byCount(part, line, lines),
    }
  }
  const missing = new Set([...output.matchAll(NOT_FOUND)].map(([, program]) => program))
  if (missing.size > 0)
    for (const [index, { words }] of line.parts.entries())
      if (missing.delete(words[0])) hints[index] = { ...hints[index], failed: BEGAN }
  return { hints, told: toldCodes(line, lines) }
}

const BEGAN = 5

/** One line can't be of two parts: where several would print it, the first of them did. */
function byOutput(
  { result, strength, gist }: PartOutput,
  isSilent: boolean,
  seen: Set<string>,
): Hint {
  const weight = seen.has(gist) ? strength / 2 : strength
  if (gist !== '') seen.add(gist)
  if (result === 'passed') return { passed: weight }
  if (result === 'failed') return { failed: weight }
  return isSilent ? { failed: 0.5 } : {}
}

/** A commit names itself, and a push what it moved; where they don't, they did not. */
function byGit(key: string, output: string): Hint {
  const [, verb = ''] = key.split(' ').filter((word) => !word.startsWith('-'))
  if (verb === 'commit') {
    if (COMMITTED.test(output)) return { passed: 6 }
    return / -\w*q|--quiet/.test(key) ? {} : { failed: 1 }
  }
  if (verb !== 'push') return {}
  if (PUSH_REFUSED.test(output)) return { failed: 6 }
  return PUSHED.test(output) || output.includes('Everything up-to-date') ? { passed: 6 } : {}
}

/** A compiler or a linter that finds nothing prints nothing, also to a pager. */
function isQuietTool({ kind, index }: ChosenPart, { parts }: ShellLine): boolean {
  const [reader = ''] = parts[index + 1]?.words ?? []
  const isPaged =
    parts[index]!.join !== '|' || reader === 'head' || reader === 'tail' || reader === 'cat'
  return isPaged && QUIET_KINDS.has(kind)
}

/** Nothing but the banner of a script and what the line says itself. */
const isOwnEmpty = (text: string, says: readonly ((line: string) => boolean)[]): boolean =>
  text.split('\n').every((line) => {
    const own = line.trim()
    return own === '' || own.startsWith('> ') || says.some((isSaid) => isSaid(own))
  })

/** `| grep -c "error TS"`: how many lines tell of a failure. */
function byCount(
  { index, kind }: ChosenPart,
  { parts }: ShellLine,
  lines: readonly string[],
): Hint {
  const [reader, ...args] = parts[index + 1]?.words ?? []
  if (parts[index]!.join !== '|' || reader !== 'grep') return {}
  if (!args.some((arg) => /^-\w*c|^--count$/.test(arg))) return {}
  const pattern = args.find((arg) => !arg.startsWith('-')) ?? ''
  const count = lines.find((line) => /^\d{1,6}$/.test(line.trim()))
  if (count === undefined || !(kind === 'test' ? RED_TEST : RED).test(pattern)) return {}
  return Number(count) === 0 ? { passed: 2 } : { failed: 2 }
}

const RED = /error|fail|not ok|[✗✖✘]/i
/** A runner may count what failed, and find none. */
const RED_TEST = /FAIL|not ok|[✗✖✘]/

const QUIET_KINDS: ReadonlySet<string> = new Set(['build', 'typecheck', 'lint', 'format'])

/** A test runner itself, not a script that may be anything. */
const isRunner = ([program = '']: readonly string[]): boolean =>
  !/^(?:npm|pnpm|yarn|make|just|mise|task)$/.test(program) && !program.includes('/')

function byBegin(part: ShellPart, begin: number | null, isWhole: boolean): Hint {
  if (beginOf(part) === null) return {}
  if (begin !== null) return { began: BEGAN }
  // A pager behind it would have cut off its banner.
  if (!isWhole || part.join === '|') return {}
  if (saidBy(part) !== null) return { silent: BEGAN }
  return part.words.some((word) => word === '-s' || word === '--silent') ? {} : { silent: 1 }
}

const NOT_FOUND = /^(?:\S*sh: )?(?:line \d+: )?([\w./@+-]+): (?:command )?not found$/gm

/** Codes that the line prints itself, in their order; none where their number does not fit. */
function toldCodes({ parts }: ShellLine, lines: readonly string[]): Told[] {
  const telling = parts.flatMap(({ tells }) => (tells === undefined ? [] : [tells]))
  return telling.flatMap(({ of, behind }, at) => {
    const alike = telling.filter((one) => one.behind === behind)
    const codes = codesBehind(lines, behind)
    const nth = telling.slice(0, at).filter((one) => one.behind === behind).length
    return codes.length === alike.length ? [{ of, ok: codes[nth] === 0 }] : []
  })
}

function codesBehind(lines: readonly string[], behind: string): number[] {
  return lines.flatMap((line) => {
    const rest = line.startsWith(behind) ? line.slice(behind.length) : ''
    const [code] = /^\d{1,3}(?=\D|$)/.exec(rest) ?? []
    return code === undefined || (behind === '' && rest.trim() !== code) ? [] : [Number(code)]
  })
}

function byProgram(part: ShellPart, output: string): Hint {
  const words = bareCommand(part.words)
  const program = baseName(words[0] ?? '')
  if (program === 'cd') return NOT_STARTED.test(output) ? {} : { isSure: true }
  if (program === 'false') return { fixed: false }
  if (NEVER_FAIL.has(program)) return { fixed: true }
  if (program === 'git') return isQuietGit(words) ? { isSure: true } : {}
  return SELDOM_FAIL.has(program) ? { isSure: true } : {}
}

/** `git diff --exit-code` asks. */
const isQuietGit = (words: readonly string[]): boolean =>
  QUIET_GIT.has(words[1] ?? '') && !words.includes('--exit-code') && !words.includes('--quiet')

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const NEVER_FAIL = words(
  'echo printf true : pwd sleep date export unset clear set tail head tee sort uniq wc cut tr column less more',
)
const SELDOM_FAIL = words(
  'cat ls mkdir touch cp mv rm chmod source . pushd popd sed awk jq ln kill wait trap local',
)
const QUIET_GIT = words(
  'add status diff log show branch stash fetch config rev-parse remote checkout switch',
)
