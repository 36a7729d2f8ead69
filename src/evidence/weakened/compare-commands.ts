/**
 * The commands of scripts, jobs and hooks before and after. A check that is no longer run, whose end
 * is thrown away, or that is run on less, is weaker; one that runs elsewhere was moved.
 */
import { oneLine } from '../../util/one-line.js'
import { parseJson } from '../../util/parse-json.js'
import { bareCommand } from '../commands/bare-command.js'
import { commandKind } from '../commands/command-kind.js'
import { splitCommand } from '../commands/split-command.js'
import { type FileChange, shape, type Shape } from './file-change.js'
import { fileRole } from './file-role.js'
import { longPattern } from '../../util/long-pattern.js'

/** One line that runs something, and what it belongs to. */
interface Line {
  file: string
  /** The script, target or step. */
  owner: string
  text: string
  /** Sorts of checks that it runs. */
  checks: ReadonlySet<Sort>
}

type Sort = 'test' | 'lint' | 'typecheck' | 'build'

export function compareCommands(changes: readonly FileChange[]): Shape[] {
  const files = changes.filter(({ file }) => fileRole(file) === 'commands')
  if (files.length === 0) return []
  const read = files.filter(({ file, after: text }) => !isBroken(file, text))
  const before = read.flatMap(({ file, before: text }) => readLines(file, text))
  const after = read.flatMap(({ file, after: text }) => readLines(file, text))
  return [
    ...files.flatMap((change) => [...compareSwitches(change), ...compareScripts(change)]),
    ...compareLines(before, after),
  ]
}

/** A manifest that does not parse says nothing of its scripts. */
const isBroken = (file: string, text: string | null): boolean =>
  text !== null && file.endsWith('.json') && parseJson(text) === undefined

const MAX_LINES = 2000

function readLines(file: string, text: string | null): Line[] {
  if (text === null) return []
  if (file.endsWith('.json')) return readScripts(file, text)
  const lines: Line[] = []
  let owner = ''
  for (const written of joinLines(text).slice(0, MAX_LINES)) {
    owner = ownerOf(file, written) ?? owner
    const command = commandIn(file, written)
    if (command !== '') lines.push({ file, owner, text: command, checks: checksOf(command) })
  }
  return lines
}

/** A line that ends with a backslash goes on. */
const joinLines = (text: string): string[] => text.replaceAll(/\\\r?\n\s*/g, ' ').split('\n')

function readScripts(file: string, text: string): Line[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return []
  }
  const scripts = (parsed as { scripts?: Record<string, unknown> } | null)?.scripts ?? {}
  return Object.entries(scripts).flatMap(([owner, command]) => {
    const lines = Array.isArray(command) ? command : [command]
    return lines
      .filter((line): line is string => typeof line === 'string')
      .map((line) => {
        const checks = new Set(checksOf(line))
        const named = isPlaceholder(line) ? null : sortOfName(owner)
        // A script called `test` is the test command, whatever it calls.
        if (named !== null && checks.size === 0) checks.add(named)
        return { file, owner, text: line, checks }
      })
  })
}

/** What package managers write where there is no test yet. */
const isPlaceholder = (command: string): boolean => /^echo\b.*&&\s*exit 1\s*$/.test(command)

function sortOfName(name: string): Sort | null {
  if (/^(?:pre|post)(?!commit)/.test(name)) return null
  if (/(?:^|[:_-])(?:tests?|spec|e2e|unit|verify|ci|cov|coverage)(?:$|[:_-])/.test(name))
    return 'test'
  if (/(?:^|[:_-])lint(?:$|[:_-])/.test(name)) return 'lint'
  if (/(?:^|[:_-])(?:types?|typecheck|tsc)(?:$|[:_-])/.test(name)) return 'typecheck'
  return null
}

function ownerOf(file: string, line: string): string | null {
  if (/\.ya?ml$/.test(file)) {
    const step = /^\s*-?\s*(?:name|id)\s*:\s*["']?(.+?)["']?\s*$/.exec(line)
    const job = /^ {0,2}([\w.-]+):\s*$/.exec(line)
    return step?.[1] ?? job?.[1] ?? null
  }
  return /^([\w./%-]+(?:\s[\w./%-]+)*)\s*:(?!=)/.exec(line)?.[1] ?? null
}

function commandIn(file: string, line: string): string {
  const trimmed = line.trim()
  if (trimmed === '' || /^(?:#|\/\/|REM\b|::)/.test(trimmed)) return ''
  if (/\.ya?ml$/.test(file)) {
    const value =
      /^-?\s*(?:run|script|command|cmd|entry|args|test|before_script)?\s*:?\s*(.*)$/.exec(trimmed)
    const text = /^[\w-]+:/.test(trimmed.replace(/^-\s*/, ''))
      ? (/^-?\s*(?:run|script|command|cmd|entry|bash|sh|pwsh|powershell)\s*:\s*(.*)$/.exec(
          trimmed,
        )?.[1] ?? '')
      : (value?.[1] ?? '')
    return unquote(text.replace(/^[|>][+-]?\s*$/, ''))
  }
  // A recipe stands under its target.
  if (RECIPES.test(file) && !/^\s/.test(line)) return ''
  return unquote(trimmed.replace(/^@/, ''))
}

const RECIPES = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|.*\.mk|\.?[Jj]ustfile)$/

const unquote = (text: string): string => text.trim().replace(/^(["'])(.*)\1,?$/, '$2')

const SORTS: ReadonlySet<string> = new Set<Sort>(['test', 'lint', 'typecheck'])

function checksOf(command: string): Set<Sort> {
  const found = new Set<Sort>()
  if (command.length > 2000) return found
  for (const part of splitCommand(command.replace(/^-(?=\w)/, ''))) {
    const { kind } = commandKind(bareCommand(part.words))
    if (SORTS.has(kind)) found.add(kind as Sort)
  }
  return found
}

function compareLines(before: readonly Line[], after: readonly Line[]): Shape[] {
  const kept = new Map<string, number>()
  for (const { text } of after) kept.set(text, (kept.get(text) ?? 0) + 1)
  const known = new Set(before.map(({ text }) => text))
  const added = after.filter(({ text }) => !known.has(text))
  const gone = before.filter((line) => {
    if (line.checks.size === 0 || after.some((one) => isSame(one, line))) return false
    const count = kept.get(line.text) ?? 0
    if (count > 0) kept.set(line.text, count - 1)
    return count === 0
  })
  return gone.flatMap((line) => {
    const now = findSuccessor(line, added)
    const why = now === null ? whyRemoved(line, before, after) : whyWeaker(line.text, now.text)
    if (why === null) return []
    const { file, owner } = line
    const names = owner === '' ? [] : [owner]
    const isTest = line.checks.has('test')
    return [
      shape({ kind: why.kind, file, names, detail: why.detail, isCommand: isTest && why.hides }),
    ]
  })
}

/** It still runs there, if less often. */
const isSame = (a: Line, b: Line): boolean => a.file === b.file && a.text === b.text

interface Weaker {
  kind: 'command' | 'excluded'
  detail: string
  /** The result of the checks is dropped. */
  hides: boolean
}

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

function whyRemoved(line: Line, before: readonly Line[], after: readonly Line[]): Weaker | null {
  const [sort] = line.checks
  // What it belongs to runs something new in its place, by a runner that we don't know.
  const known = new Set(before.map(({ text }) => text))
  const isReplaced = after.some(
    ({ file, owner, text }) =>
      owner !== '' &&
      file === line.file &&
      owner === line.owner &&
      !known.has(text) &&
      !isNeutral(text),
  )
  if (isReplaced) return null
  const count = (lines: readonly Line[]): number =>
    lines.filter(({ checks }) => checks.has(sort!)).length
  if (count(after) >= count(before)) return null
  // Rake makes its test task from a class; the lines of a Rakefile are Ruby, not commands.
  if (/(?:^|\/)Rakefile$/.test(line.file) && after.some(isRakeTask(line.file))) return null
  // The whole file is gone, and the same runner is called elsewhere.
  const isGone = !after.some(({ file }) => file === line.file)
  const runsElsewhere = after.some(
    ({ checks, text }) => checks.has(sort!) && !isNeutral(text) && keepsProgram(line.text, text),
  )
  if (isGone && runsElsewhere) return null
  // The same check still runs there under another name: `npm test` for `npx vitest`.
  if (
    after.some(
      ({ file, checks, text }) => file === line.file && checks.has(sort!) && !isNeutral(text),
    )
  ) {
    const distinct = new Set(
      before
        .filter(({ file, checks }) => file === line.file && checks.has(sort!))
        .map(({ text }) => keyOf(text)),
    )
    if (distinct.size < 2) return null
  }
  return {
    kind: 'command',
    detail: `no longer run: ${oneLine(line.text, 120)}`,
    hides: false,
  }
}

const isRakeTask =
  (file: string) =>
  (line: Line): boolean =>
    line.file === file && /\b(?:TestTask|RakeTask)\.new\b/.test(line.text)

const keyOf = (text: string): string => text.split(/\s+/).slice(0, 3).join(' ')

/** Why the second command finds less than the first; null when it does not. */
function whyWeaker(before: string, after: string): Weaker | null {
  const shown = `${oneLine(before, 80)} → ${oneLine(after, 100)}`
  if (isNeutral(after) && !isNeutral(before)) return { kind: 'command', detail: shown, hides: true }
  if (swallows(after) && !swallows(before)) return { kind: 'command', detail: shown, hides: true }
  const flag = addedFlag(before, after, FORGIVING)
  if (flag !== null) return { kind: 'command', detail: shown, hides: false }
  const narrowing = addedFlag(ownWords(before), ownWords(after), NARROWING)
  // What coverage leaves out is measured less, and runs all the same.
  if (narrowing !== null && !/\b(?:nyc|c8|coverage)\b/.test(after))
    return { kind: 'excluded', detail: shown, hides: false }
  const lost = [...checksOf(before)].find((sort) => !checksOf(after).has(sort))
  if (
    lost !== undefined &&
    !keepsProgram(before, after) &&
    checksOf(after).size < checksOf(before).size &&
    !/test|spec|check|verify|lint|\bci\b|make|just|run/i.test(remainder(before, after))
  ) {
    return { kind: 'command', detail: shown, hides: false }
  }
  return null
}

/** From the runner on: what a launcher before it is told chooses no tests. */
function ownWords(command: string): string {
  const words = command.split(/\s+/).slice(0, MAX_WORDS)
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && SORTS.has(commandKind(words.slice(index)).kind),
  )
  return at === -1 ? command : words.slice(at).join(' ')
}

const MAX_WORDS = 60

/** The same program under another path, or behind another. */
const keepsProgram = (before: string, after: string): boolean =>
  splitCommand(before).every(({ words }) => {
    const bare = bareCommand(words)
    const isCheck = SORTS.has(commandKind(bare).kind)
    return !isCheck || after.includes(bare[0]!.split('/').at(-1)!)
  })

/** The words that are new: a runner that we don't know has its own name for the same check. */
const remainder = (before: string, after: string): string => {
  const known = new Set(before.split(/\s+/))
  return after
    .split(/\s+/)
    .filter((word) => !known.has(word))
    .join(' ')
}

/** It does nothing that could fail. */
function isNeutral(command: string): boolean {
  const parts = splitCommand(command.replace(/^[-@]+/, ''))
  return (
    parts.length > 0 &&
    parts.every(({ words: [program = '', argument] }) =>
      program === 'exit' ? argument === undefined || argument === '0' : NEUTRAL.test(program),
    )
  )
}

const NEUTRAL =
  /^(?:true|:|echo|printf|sleep|cd|\/bin\/true|noop|rem|Write-(?:Host|Output)|node -e ""?)$/i

/** Whatever comes before, it ends well. */
function swallows(command: string): boolean {
  const parts = splitCommand(command)
  const at = parts.findIndex(({ words }) => SORTS.has(commandKind(bareCommand(words)).kind))
  if (/^-\s*\w/.test(command)) return true
  if (/^\s*set \+e\b/.test(command)) return true
  if (at === -1)
    return /\|\|\s*(?:true|:|exit 0|echo\b.*)\s*$|;\s*(?:true|exit 0)\s*$/.test(command)
  return parts.slice(at).some(({ join }, index, rest) => {
    const next = rest.slice(index + 1)
    if (next.length === 0) return join === '&'
    if (join === '||') return isNeutral(next[0]!.text)
    return (join === ';' || join === '&') && next.every(({ text }) => isNeutral(text))
  })
}

const FORGIVING = longPattern('gi')`
    (?:^|\s)(--?pass-?with-?no-?tests?|--allow-(?:no-tests|empty)|--exit-zero
    |--no-fail(?:-on-\w+)?|--force-exit-code=0|--suppress-exit-code|-DskipTests(?:=true)?
    |-Dmaven\.test\.(?:skip|failure\.ignore)(?:=true)?|-DskipITs|-x\s+\w*[tT]est\w*|-k\b.*continue
    |--continue-on-failure|--warn-only|--passive|--dry-run|--collect-only|--list-?tests?|--co\b
    |--no-run|--if-present|--ignore-failures?|--no-verify|--skip-tests?)(?=\s|$|=)`
const NARROWING = longPattern('g')`
    (?:^|\s)(--testPathIgnorePatterns|--exclude(?:-dir|-group|-task|-tests?|-pattern|-regex)?
    |--deselect|--ignore(?:-glob)?|-k|-m(?=\s+["']?not\b)|--skip|-skip|--grep|--fgrep|--invert
    |--testNamePattern|-t|-run|--filter|--tests|--lib|--short|-short|--changed|--onlyChanged
    |--findRelatedTests|--group|--lf|--last-failed)(?=\s|=|$)`

function addedFlag(before: string, after: string, flags: RegExp): string | null {
  const known = new Map<string, number>()
  for (const [, flag] of before.matchAll(flags)) known.set(flag!, (known.get(flag!) ?? 0) + 1)
  for (const [, flag] of after.matchAll(flags)) {
    const count = known.get(flag!) ?? 0
    if (count === 0) return flag!
    known.set(flag!, count - 1)
  }
  return null
}

/** Keys of jobs that let a failure pass, or keep the job from running. */
const SWITCHES: readonly (readonly [RegExp, string])[] = [
  [/^\s*-?\s*continue-on-error\s*:\s*["']?(?:\$\{\{\s*)?true\b.*$/gim, 'a failure does not count'],
  [/^\s*-?\s*allow_failure\s*:\s*true\b.*$/gim, 'a failure does not count'],
  [/^\s*-?\s*continueOnError\s*:\s*true.*$/gim, 'a failure does not count'],
  [/^\s*-?\s*soft_fail\s*:\s*true.*$/gim, 'a failure does not count'],
  [
    /^\s*-?\s*if\s*:\s*["']?(?:false|\$\{\{\s*false\s*\}\}|0|never\(\)|\$\{\{\s*!\s*always\(\)\s*\}\}|github\.event_name == ["']never["'])["']?\s*$/gim,
    'never runs',
  ],
  [/^\s*-?\s*when\s*:\s*(?:never|manual)\s*$/gim, 'does not run by itself'],
  [/^\s*(?:enabled|condition)\s*:\s*(?:false|never\(\))\s*$/gim, 'never runs'],
  [/^\s*stages\s*:\s*\[\s*(?:manual)\s*\]\s*$/gim, 'does not run by itself'],
  [/^\s*set\s+\+e\b.*$/gim, 'a failure does not end the script'],
  [/^\s*exit\s+0\s*$/gim, 'ends well whatever came before'],
  [/^\s*\.IGNORE\s*:.*$/gim, 'a failure does not count'],
]

function compareSwitches({ file, before, after }: FileChange): Shape[] {
  if (before === null || after === null || file.endsWith('.json')) return []
  const [old, now] = [withoutComments(before), withoutComments(after)]
  return SWITCHES.flatMap(([pattern, what]) => {
    const known = old.match(pattern)?.length ?? 0
    const found = [...now.matchAll(pattern)]
    if (found.length <= known) return []
    const isCommand = hidesCheck(file, now, found[0]!)
    return [
      shape({ kind: 'command', file, detail: `${found.at(-1)![0].trim()}: ${what}`, isCommand }),
    ]
  })
}

/** A job's key counts where the file runs tests; a line of a script where checks follow it. */
function hidesCheck(file: string, text: string, hit: RegExpMatchArray): boolean {
  const rest = /\.ya?ml$/.test(file) ? text : text.slice(hit.index)
  return readLines(file, rest).some(({ checks }) => checks.has('test'))
}

/** A script that is a check as a whole: its own lines may fail, and some no longer can. */
function compareScripts({ file, before, after }: FileChange): Shape[] {
  if (before === null || after === null || !CHECK_SCRIPT.test(file)) return []
  const count = (text: string, pattern: RegExp): number =>
    withoutComments(text).match(pattern)?.length ?? 0
  const found = withoutComments(after).match(SWALLOWED) ?? []
  if (found.length > count(before, SWALLOWED)) {
    return [shape({ kind: 'command', file, detail: oneLine(found.at(-1)!, 120), isCommand: true })]
  }
  if (count(before, STRICT) > 0 && count(after, STRICT) === 0) {
    const detail = 'set -e is gone: a failure does not end the script'
    return [shape({ kind: 'command', file, detail, isCommand: true })]
  }
  return []
}

const CHECK_SCRIPT =
  /(?:^|\/)(?:[\w-]*(?:test|check|verify|lint|smoke|validate)[\w-]*(?:\.(?:sh|bash|zsh))?|(?:\.husky|\.githooks|hooks)\/[\w-]+)$/
const SWALLOWED = /^.*\|\|\s*(?:true|:|exit 0)\s*$/gm
const STRICT = /^\s*set\s+-\w*e/gm

const withoutComments = (text: string): string => text.replaceAll(/^\s*#.*$/gm, '')
