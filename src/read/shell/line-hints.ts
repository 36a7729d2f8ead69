/** What is known of each part of a line besides the lines that tell of it. */
import { END_CODES } from '../../data/end-codes.js'
import {
  LOUD,
  NEVER_FAIL,
  QUIET_GIT,
  REQUESTERS,
  RUNTIMES,
  SELDOM_FAIL,
} from '../../data/part-ends.js'
import { NOT_STARTED, NO_FOLDER } from '../../data/tools.js'
import { isKnownProgram } from '../output/read-tools.js'
import type { CommandKind } from '../../schema/evidence.js'
import { baseName } from '../../util/base-name.js'
import { isSilent, saidBy } from './begin-of.js'
import { bareCommand } from './bare-command.js'
import type { ChosenPart } from './choose-parts.js'
import { countedFindings } from './counted-findings.js'
import type { Silence } from './stretch.js'
import { looksOnly } from './only-looks.js'
import type { ShellLine, ShellNode, ShellPart } from './shell-line.js'
import type { Hint } from './solve-line.js'
import { tellsIn } from './told-codes.js'

/** What its program, the line's code and a count of its findings say of each part. */
export function hintsOf(
  line: ShellLine,
  chosen: readonly ChosenPart[],
  { output, code }: { output: string; code: number | null },
): Hint[] {
  const lines = output.split('\n', MAX_LINES)
  const isEmpty = isOwnEmpty(line, lines)
  const hints = line.parts.map((part): Hint => ({
    ...byProgram(part, lines),
    ...byCode(part, code),
  }))
  for (const part of armsOf(line.root)) {
    const others = new Set(line.parts.flatMap(({ words }, at) => (at === part ? [] : words)))
    const own = line.parts[part]!.words.slice(1).filter((word) => !others.has(word))
    hints[part]!.isNamed = own.some((word) => word.length > 5 && output.includes(word))
  }
  const isChosen = new Set(chosen.map(({ index }) => index))
  for (const part of chosen) {
    const next = part.index + 1
    if (line.parts[part.index]!.join === '|' && isChosen.has(next)) hints[part.index]!.feeds = next
    Object.assign(hints[part.index]!, countedFindings(part, line, lines, isEmpty))
  }
  return hints
}

/** Parts of which one arm or another may have run. */
function armsOf(node: ShellNode, isArm = false): number[] {
  switch (node.kind) {
    case 'part':
      return isArm ? [node.index] : []
    case 'list':
    case 'pipe':
      return node.nodes.flatMap((one) => armsOf(one, isArm))
    case 'one':
      return node.nodes.flatMap((one) => armsOf(one, isArm || node.nodes.length > 1))
    default:
      return []
  }
}

/** How much it says of a part that no line tells of it. */
export function silencesOf(
  line: ShellLine,
  chosen: readonly ChosenPart[],
  { output, code }: { output: string; code: number | null },
): ReadonlyMap<number, Silence> {
  const silences = new Map<number, Silence>()
  for (const [index, part] of line.parts.entries())
    if (isSure(part, output)) silences.set(index, always(SELDOM))
  const hasJob = line.parts.some(({ isAside, isHidden }) => isAside === true && isHidden !== true)
  for (const part of chosen) {
    const own = line.parts[part.index]!
    const { isAside, isHidden, showsErrors } = line.parts[part.index]!
    const isAway = isAside === true || isHidden === true || showsErrors === true
    if (isAway || !isShown(line.parts, part.index) || silences.has(part.index)) continue
    // What stands there may be a job's.
    const isMixed = hasJob && part.kind === 'run'
    silences.set(part.index, isMixed ? always(0) : silenceOf(part, own, code))
  }
  return silences
}

const MAX_LINES = 5_000

/** The same however it sounds. */
const always = (failed: number, passed = 0): Silence => {
  const ends = { passed, failed }
  return { text: ends, clean: ends, empty: ends }
}

/** What would have said that it failed, and did not. */
function silenceOf(
  { kind, words, verb, known }: ChosenPart,
  { text }: ShellPart,
  code: number | null,
): Silence {
  const program = baseName(words[0] ?? '')
  const isScript = !known || (SCRIPTED.has(program) && kind !== 'install' && !isSilent(words))
  if (kind === 'git' || kind === 'gh') {
    // A commit names itself.
    const isCommit = verb === 'commit' && !words.some((word) => QUIET.test(word))
    return always(0, isCommit ? 1 : 0)
  }
  if (LOUD.has(program) && !/2> ?\/dev\/null/.test(text)) return always(2)
  if (kind === 'test' && !isScript)
    // A runner says something, however it ends.
    return { ...always(0, code === null || code === 0 ? 0 : 0.5), empty: { passed: 2, failed: 2 } }
  // Where nothing is printed, the answer may have been thrown away.
  if (REQUESTERS.has(program))
    return { ...always(1), empty: { passed: 0, failed: 0 }, tellsOthers: true }
  const failed = isKnownProgram(program, kind) || RUNTIMES.has(program) ? 1 : 0
  const sounding = always(failed)
  const isTelling = TELLING.has(kind)
  const clean = { passed: 0, failed: isTelling ? Math.max(failed, 0.5) : failed }
  const bad = isTelling ? { passed: 0, failed: failed / 5 } : sounding.text
  if (!QUIET_KINDS.has(kind)) return { clean, text: bad, empty: sounding.empty, isOpen: true }
  // What installs something says so, but for a compiler's own silence.
  const passed = kind === 'install' && !words.some((word) => QUIET.test(word)) ? 1 : 0
  return { clean, text: bad, empty: { passed, failed: 2 }, isBehindBanner: isScript }
}

/** They end by saying what went wrong; of tests and findings, something may be wrong that sounds well. */
const TELLING: ReadonlySet<CommandKind> = new Set(['build', 'install', 'migrate', 'deploy', 'run'])

const QUIET = /^(?:-\w{0,12}q\w*|-s|--quiet|--silent)$/

/** They run what a project names. */
const SCRIPTED: ReadonlySet<string> = new Set('npm pnpm yarn make just mise task'.split(' '))
/** A compiler or a linter that finds nothing prints nothing. */
const QUIET_KINDS: ReadonlySet<CommandKind> = new Set([
  'build',
  'typecheck',
  'lint',
  'format',
  'install',
])

/** What it prints is the line's, but for what a pager cuts off. */
function isShown(parts: readonly ShellPart[], index: number): boolean {
  const { join, shownBy } = parts[index]!
  const [reader = ''] = parts[shownBy ?? index + 1]?.words ?? []
  return (join !== '|' && shownBy === undefined) || PAGERS.has(reader)
}

const PAGERS: ReadonlySet<string> = new Set(
  'head tail cat tee jq echo printf less more bat'.split(' '),
)

/** Nothing but banners of scripts and what the line says itself. */
function isOwnEmpty({ parts }: ShellLine, lines: readonly string[]): boolean {
  const says = parts.flatMap((part) => saidBy(part) ?? tellsIn(part) ?? [])
  return lines.every((line) => {
    const own = line.trim()
    return own === '' || own.startsWith('> ') || says.some((isSaid) => isSaid(own))
  })
}

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

const SELDOM = 2

function byProgram(part: ShellPart, lines: readonly string[]): Hint {
  const [program = '', folder = ''] = bareCommand(part.words)
  if (program === 'false') return { fixed: false }
  // The shell names the folder that it can't go to.
  if (program === 'cd' && folder !== '')
    return lines.some((line) => line.includes(folder) && NO_FOLDER.test(line))
      ? { fixed: false }
      : {}
  return NEVER_FAIL.has(baseName(program)) ? { fixed: true } : {}
}

/** By these a look is told to answer by its code. */
const ASKING: ReadonlySet<string> = new Set(['--exit-code', '--quiet', '-e', '--exit-status'])

/** It hardly ever fails, or would have said so; what is asked (`git diff --exit-code`) answers by its code. */
function isSure(part: ShellPart, output: string): boolean {
  const [program = '', ...args] = bareCommand(part.words)
  const name = baseName(program)
  if (name === 'cd') return !NOT_STARTED.test(output)
  const asks = args.some((arg) => ASKING.has(arg))
  const isLook = looksOnly(name, args) || (name === 'git' && QUIET_GIT.has(args[0] ?? ''))
  return !asks && (isLook || SELDOM_FAIL.has(name))
}
