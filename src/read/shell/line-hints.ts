import { END_CODES } from '../../data/end-codes.js'
import { FAMILIES, NOT_STARTED } from '../../data/tools.js'
import { baseName } from '../../util/base-name.js'
import type { PartOutput } from '../output/read-part.js'
import { lineOfAct, textOfAct } from './act-end.js'
import { bareCommand } from './bare-command.js'
import { isInline } from './choose-parts.js'
import type { ChosenPart } from './choose-parts.js'
import { countedFindings } from './counted-findings.js'
import type { ShellLine, ShellPart } from './shell-line.js'
import {
  MAX_WHOLE,
  beginOf,
  findBegins,
  ownersOf,
  saidBy,
  taskIn,
  textOf,
} from './shared-output.js'
import type { Hint, Told } from './solve-line.js'
import { tellsIn, toldCodes } from './told-codes.js'

export interface LineHints {
  hints: Hint[]
  told: Told[]
}

/** What the output says of each part, for the solver. */
export function hintsOf(
  line: ShellLine,
  chosen: readonly ChosenPart[],
  printed: readonly PartOutput[],
  { output, code }: { output: string; code: number | null },
): LineHints {
  const isOk = code === null ? null : code === 0
  const lines = output.split('\n', 5_000)
  const begins = findBegins(line, lines)
  const isWhole = output.length < MAX_WHOLE
  const owners = ownersOf(line, lines)
  const hints = line.parts.map((part, index) => ({
    ...byProgram(part, output),
    ...byBegin(part, begins[index] ?? null, isWhole),
    ...(owners.includes(index)
      ? bySaying(
          part,
          lines.filter((_, at) => owners[at] === index),
        )
      : {}),
    ...byCode(part, code),
  }))
  const seen = new Set<string>()
  const says = line.parts.flatMap((part) => saidBy(part) ?? tellsIn(part) ?? [])
  const isOfTests = (text: string): boolean =>
    printed.some(({ gist, hasSummary }) => hasSummary === true && gist === text)
  const isMissing = ({ index }: ChosenPart): boolean => hints[index]!.silent !== undefined
  // One line can't be of two parts: where several would print it, it is of the one whose own words it has, or the
  // first of them that has begun.
  const order = [...chosen.entries()].sort(
    ([one, a], [other, b]) =>
      Number(isMissing(a)) - Number(isMissing(b)) ||
      printed[other]!.strength - printed[one]!.strength,
  )
  for (const [at, part] of order) {
    const { index, kind, key } = part
    const { isHidden } = line.parts[index]!
    if (isHidden === true) continue
    const isRun = isRunner(part)
    const isSeen = isShown(line.parts, index) && line.parts[index]!.isAside !== true
    const isEmpty = output.trim() === ''
    const isQuiet =
      QUIET_KINDS.has(kind) &&
      (begins[index] !== null || isRun) &&
      isOwnEmpty(textOf(index, begins, lines), [...says, isOfTests])
    const isMute = kind === 'test' && isRun && isOk === false && !isEmpty
    hints[index] = {
      ...hints[index],
      ...(kind === 'git' || kind === 'gh'
        ? byAct(key, textOfAct(line, index, output), seen)
        : byOutput(printed[at]!, isMute, seen)),
      ...(isSeen
        ? bySilence(part, printed[at]!, isQuiet || isLoud(line.parts[index]!, printed[at]!))
        : {}),
      // A runner says something, however it ends.
      ...(kind === 'test' && isRun && isSeen && isEmpty ? { silent: 2 } : {}),
      ...countedFindings(part, line, lines, isOwnEmpty(textOf(index, begins, lines), says)),
    }
  }
  const missing = new Set([...output.matchAll(NOT_FOUND)].map(([, program]) => program))
  if (missing.size > 0)
    for (const [index, { words }] of line.parts.entries())
      if (missing.delete(words[0])) hints[index] = { ...hints[index], failed: BEGAN }
  return { hints, told: toldCodes(line, lines) }
}

const BEGAN = 5

/** What would have said that it failed, and did not. */
function bySilence({ kind, words }: ChosenPart, { result }: PartOutput, isQuiet: boolean): Hint {
  if (isQuiet) return { sure: SELDOM }
  const isTold = FINDINGS.has(kind) && FAMILIES.has(baseName(words[0] ?? ''))
  return isTold && result === null ? { sure: 1 } : {}
}

const FINDINGS: ReadonlySet<string> = new Set(['typecheck', 'lint', 'format', 'build'])

/** Few programs end with some codes. */
function byCode({ words }: ShellPart, code: number | null): Hint {
  const enders = code === null ? undefined : END_CODES.get(code)
  const program = baseName(bareCommand(words)[0] ?? '')
  return enders === undefined || enders.has(program) || !KNOWN_ENDERS.has(program)
    ? {}
    : { isNoEnd: true }
}

const KNOWN_ENDERS: ReadonlySet<string> = new Set(
  [...END_CODES.values()].flatMap((programs) => [...programs]),
)

/** A line begins with its name, or names its task. */
function bySaying(part: ShellPart, said: readonly string[]): Hint {
  const words = bareCommand(part.words)
  const isWrong =
    isInline(part, words) ||
    isComplaining(baseName(words[0] ?? '')) ||
    said.some((line) => taskIn(line) !== undefined || COMPLAINT.test(line))
  return isWrong ? { failed: 4 } : { began: BEGAN }
}

/** One line can't be of two parts: where several would print it, the first of them did. */
function byOutput(
  { result, strength, gist }: PartOutput,
  isMute: boolean,
  seen: Set<string>,
): Hint {
  const weight = seen.has(gist) ? strength / 2 : strength
  if (gist !== '') seen.add(gist)
  if (result === 'passed') return { passed: weight }
  if (result === 'failed') return { failed: weight }
  return isMute ? { failed: 0.5 } : {}
}

/** A commit names itself; where it does not, there was none. */
function byAct(key: string, output: string, seen: Set<string>): Hint {
  const { result, line = '' } = lineOfAct(key, output) ?? {}
  if (result !== undefined) {
    const weight = seen.has(line) ? 3 : 6
    seen.add(line)
    return { [result]: weight }
  }
  const isCommit = /^git (?:-\S+ )*commit\b/.test(key) && !/ -\w*q|--quiet/.test(key)
  return isCommit ? { failed: 1 } : {}
}

/** What it prints is the line's, but for what a pager cuts off. */
function isShown(parts: readonly ShellPart[], index: number): boolean {
  const [reader = ''] = parts[index + 1]?.words ?? []
  return parts[index]!.join !== '|' || PAGERS.has(reader)
}

const PAGERS: ReadonlySet<string> = new Set(['head', 'tail', 'cat', 'tee'])

/** Programs that always say so where something below them failed; here they did not. */
const isLoud = ({ words, text }: ShellPart, { result }: PartOutput): boolean =>
  LOUD.has(baseName(words[0] ?? '')) && result !== 'failed' && !/2> ?\/dev\/null/.test(text)

const LOUD: ReadonlySet<string> = new Set([
  'make',
  'gmake',
  'just',
  'task',
  'mvn',
  'mvnw',
  'gradle',
  'gradlew',
  'pnpm',
  'composer',
  'rake',
])

/** Nothing but the banner of a script and what the line says itself. */
const isOwnEmpty = (text: string, says: readonly ((line: string) => boolean)[]): boolean =>
  text.split('\n').every((line) => {
    const own = line.trim()
    return own === '' || own.startsWith('> ') || says.some((isSaid) => isSaid(own))
  })

/** A compiler or a linter that finds nothing prints nothing. */
const QUIET_KINDS: ReadonlySet<string> = new Set([
  'build',
  'typecheck',
  'lint',
  'format',
  'install',
])

/** A test runner itself, not a script that may be anything. */
const isRunner = ({ known, words, words: [program = ''] }: ChosenPart): boolean =>
  known && (!/^(?:npm|pnpm|yarn|make|just|mise|task)$/.test(program) || isSilent(words))

function byBegin(part: ShellPart, begin: number | null, isWhole: boolean): Hint {
  if (beginOf(part) === null) return {}
  if (begin !== null) return { began: BEGAN }
  // A pager behind it would have cut off its banner.
  if (!isWhole || part.join === '|') return {}
  if (saidBy(part) !== null) return { silent: BEGAN }
  return isSilent(part.words) ? {} : { silent: 1 }
}

/** Without a banner. */
const isSilent = (words: readonly string[]): boolean =>
  words.some((word) => word === '-s' || word === '--silent')

const NOT_FOUND =
  /^(?:\S*sh: )?(?:line \d+: )?([\w./@+-]+): (?:(?:command )?not found|No such file or directory)$/gm

function byProgram(part: ShellPart, output: string): Hint {
  const words = bareCommand(part.words)
  const program = baseName(words[0] ?? '')
  if (program === 'cd') return NOT_STARTED.test(output) ? {} : { sure: SELDOM }
  if (program === 'false') return { fixed: false }
  if (NEVER_FAIL.has(program)) return { fixed: true }
  if (program === 'git') return isQuietGit(words) ? { sure: SELDOM } : {}
  const isLooking =
    program === 'gh' && words.some((word) => /^(?:view|list|status|diff)$/.test(word))
  return isLooking || SELDOM_FAIL.has(program) ? { sure: SELDOM } : {}
}

const SELDOM = 2
/** `psql: error: …`, behind its name. */
const COMPLAINT =
  /^\S+: (?:error|fatal|cannot|can't|could not|failed|unable|command not found|no such)\b/i
/** They open their mouth when something is wrong. */
const isComplaining = (program: string): boolean =>
  SELDOM_FAIL.has(program) ||
  /^(?:curl|wget|e?grep|tar|unzip|ssh|scp|rsync|find|diff|ld|docker)$/.test(program)

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
  'add status diff log show branch stash fetch config rev-parse remote checkout switch ls-files ls-tree describe tag apply',
)
