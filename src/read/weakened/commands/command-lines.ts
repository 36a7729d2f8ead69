/** The lines of scripts, jobs and hooks that run something, and the checks that each runs. */
import { parseJson } from '../../../util/parse-json.js'
import { bareCommand } from '../../shell/bare-command.js'
import { commandKind } from '../../shell/command-kind.js'
import { partsIn } from '../../shell/parse-line.js'
import { keyOf } from '../settings/lenience.js'
import { readEntries } from '../settings/read-entries.js'
import { withoutComments } from '../code/without-comments.js'
import { quotedIn } from '../code/quoted-in.js'
import { longPattern } from '../../../util/long-pattern.js'
import { isYaml } from '../../../util/base-name.js'

/** One line that runs something, and what it belongs to. */
export interface Line {
  file: string
  /** The script, target or step. */
  owner: string
  text: string
  /** Sorts of checks that it runs. */
  checks: ReadonlySet<Sort>
  /** A pipe fails where any part of it does. */
  isStrict: boolean
}

export type Sort = 'test' | 'lint' | 'typecheck' | 'build'

/** A manifest that does not parse says nothing of its scripts. */
export const isBroken = (file: string, text: string | null): boolean =>
  text !== null && file.endsWith('.json') && parseJson(text) === undefined

export const MAX_LINES = 2000

export function readLines(file: string, text: string | null): Line[] {
  if (text === null) return []
  const isStrict = STRICT_FILES.test(file) || STRICT.test(text)
  return readPlain(file, text).map((line) => ({ ...line, isStrict }))
}

/** Services whose shell fails with any part of a pipe, and the words that make others do so. */
const STRICT_FILES = /(?:^|\/)(?:\.gitlab-ci\.ya?ml$|\.circleci\/)/
const STRICT =
  /\bpipefail\b|\bPIPESTATUS\b|^[ \t]*(?:-[ \t]+)?shell[ \t]*:[ \t]*["']?bash["']?[ \t]*$/m

type PlainLine = Omit<Line, 'isStrict'>

function readPlain(file: string, text: string): PlainLine[] {
  if (TASK_FILES.test(file)) return readTasks(file, text)
  if (file.endsWith('.json')) return readScripts(file, text)
  const lines: PlainLine[] = []
  let owner = ''
  let list = ''
  let tool = ''
  const fill = RECIPES.test(file) ? variablesOf(text) : (line: string): string => line
  for (const raw of joinLines(text).slice(0, MAX_LINES)) {
    const written = fill(raw)
    owner = ownerOf(file, written) ?? owner
    list = /^\s*(?:-\s*)?([\w-]+)\s*:\s*$/.exec(written)?.[1] ?? list
    if (NO_COMMANDS.has(list) && /^\s*-\s/.test(written)) continue
    tool = toolOf(file, written) ?? tool
    const command = actionIn(file, written, tool) ?? commandIn(file, written)
    if (command !== '') lines.push({ file, owner, text: command, checks: checksOf(command) })
  }
  return lines
}

/** The program that an action or a task of a service is named after: `actions-rs/cargo`, `DotNetCoreCLI`. */
const toolOf = (file: string, line: string): string | null =>
  isYaml(file)
    ? (/^\s*(?:-\s*)?task\s*:\s*["']?(\w+)@/
        .exec(line)?.[1]
        ?.toLowerCase()
        .replace('corecli', '') ??
      /^\s*(?:-\s*)?uses\s*:\s*["']?[\w.-]+\/([a-z]+)(?![a-z])[\w.-]*@/.exec(line)?.[1] ??
      (/^\s*-\s/.test(line) ? '' : null))
    : null

/** What an action runs, and a line that hands the work to an action or a template. */
function actionIn(file: string, line: string, tool: string): string | null {
  if (!isYaml(file)) return null
  const told = /^\s*(?:command|arguments|goals|tasks)\s*:\s*["']?(\w[^"']*)/.exec(line)?.[1]
  if (told !== undefined && tool !== '') return `${tool} ${told.trim()}`
  const handed = /^\s*(?:-\s*)?(uses|template|extends)\s*:\s*(\S+)/.exec(line)
  return handed === null ? null : `${handed[1]} ${handed[2]}`
}

/** Settings files in which tasks stand among other things. */
export const TASK_FILES =
  /(?:^|\/)(?:tox\.ini|pyproject\.toml|deno\.jsonc?|\.?mise\.toml|Makefile\.toml)$/
const TASKS = /^(?:commands(?:_\w+)?|cmds?|command|script|run)$/
const TASK_HEADS = /^\[?["']?(?:[\w.:"'-]+\.)?(?:tasks|scripts)\b/

function readTasks(file: string, text: string): PlainLine[] {
  return readEntries(file, withoutComments(file, text)).flatMap((entry) => {
    const { key, value } = keyOf(entry.text)
    const head = entry.under[0] ?? ''
    const isTask = TASKS.test(key) || (TASK_HEADS.test(head) && value !== '')
    // A dash before a command stands for no list.
    const isStep = entry.under.slice(0, 2).some((one) => TASKS.test(keyOf(one).key))
    if (!isTask && !isStep) return []
    const command = unquote(isStep ? entry.text : value)
    return [{ file, owner: entry.under.at(-1) ?? '', text: command, checks: checksOf(command) }]
  })
}

/** Puts what a recipe's variables stand for in their place, once. */
function variablesOf(text: string): (line: string) => string {
  const values = new Map<string, string>()
  for (const [, name, value] of text.matchAll(/^(\w+)\s*[?:]?=\s*(\S.*)$/gm))
    values.set(name!, value!)
  return (line) =>
    line.replaceAll(/\$[({](\w+)[)}]/g, (all, name: string) => values.get(name) ?? all)
}

/** Lists of jobs whose items are places, versions and values. */
const NO_COMMANDS = new Set(
  'directories paths paths-ignore cache branches tags python node_js rvm php go env os needs'.split(
    ' ',
  ),
)

/** A line that ends with a backslash goes on. */
const joinLines = (text: string): string[] => text.replaceAll(/\\\r?\n\s*/g, ' ').split('\n')

function readScripts(file: string, text: string): PlainLine[] {
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
        const checks = MAKES.test(owner) ? new Set<Sort>() : new Set(checksOf(line))
        const named = isPlaceholder(line) ? null : sortOfName(owner)
        // A script called `test` is the test command, whatever it calls.
        if (named !== null && checks.size === 0) checks.add(named)
        return { file, owner, text: line, checks }
      })
  })
}

/** What builds or repairs fails as well, and is no check for it. */
const MAKES = /^(?:pre|post)?(?:build|fix|format|dev|watch|start|release)(?:$|:(?!.*test))/

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
  if (isYaml(file)) {
    const step = /^\s*(?:-\s*)?(?:name|id)\s*:\s*(\S.*)$/.exec(line)
    const job = /^ {0,2}([\w.-]+):\s*$/.exec(line)
    return step === null ? (job?.[1] ?? null) : unquote(step[1]!)
  }
  return /^([\w./%-]+(?:\s[\w./%-]+)*)\s*:(?!=)/.exec(line)?.[1] ?? null
}

function commandIn(file: string, line: string): string {
  const trimmed = line.trim()
  if (file.endsWith('.py')) return callIn(trimmed)
  if (/(?:^|\/)Jenkinsfile$/.test(file)) return shellIn(trimmed)
  if (/(?:^|\/)(?:Dockerfile[\w.-]*|Earthfile)$/.test(file))
    return /^\s*RUN\s+(.*)$/.exec(trimmed)?.[1] ?? ''
  if (trimmed === '' || /^(?:#|\/\/|REM\b|::)/.test(trimmed)) return ''
  if (isYaml(file)) {
    const value =
      /^-?\s*(?:run|script|command|cmd|entry|args|test|before_script)?\s*:?\s*(.*)$/.exec(trimmed)
    const text = /^[\w-]+:/.test(trimmed.replace(/^-\s*/, ''))
      ? (/^-?\s*(?:(?:\w+_)?(?:run|script)|command|cmd|entry|bash|sh|pwsh|powershell)\s*:\s*(.*)$/.exec(
          trimmed,
        )?.[1] ?? hookIn(file, trimmed))
      : (value?.[1] ?? '')
    return unquote(text.replace(/^[|>][+-]?\s*$/, ''))
  }
  // A recipe stands under its target.
  if (RECIPES.test(file) && !/^\s/.test(line)) return ''
  return unquote(trimmed.replace(/^@/, ''))
}

/** A hook that its repository defines runs the program of its name. */
const hookIn = (file: string, line: string): string =>
  /\.pre-commit-config\.ya?ml$/.test(file) ? (/^-\s*id\s*:\s*(\S+)/.exec(line)?.[1] ?? '') : ''

/** `session.run("pytest", "-q")` in a file of tasks: what it runs. */
const callIn = (line: string): string => quotedIn(/\brun\s*\((.*)/.exec(line)?.[1] ?? '').join(' ')

/** `sh 'npm test'` in a pipeline. */
const shellIn = (line: string): string =>
  /\b(?:sh|bat|powershell|pwsh)\b[\s(]*(?:script\s*:\s*)?(["'])(.*?)\1/.exec(line)?.[2] ?? ''

/** Files of targets whose recipes are commands. */
export const RECIPES = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[^/]*\.mk|\.?[Jj]ustfile)$/

const unquote = (text: string): string => text.trim().replace(/^(["'])(.*)\1,?$/, '$2')

export const SORTS: ReadonlySet<string> = new Set<Sort>(['test', 'lint', 'typecheck'])

export function checksOf(command: string): Set<Sort> {
  const found = new Set<Sort>()
  if (command.length > 2000) return found
  // `$(GO) test`: a variable that bears its program's name.
  const plain = command.replaceAll(/\$[({]([A-Z_]+)[)}]/g, (_, name: string) => name.toLowerCase())
  for (const part of partsIn(plain.replace(/^-\s*(?=\w)/, ''))) {
    const words = bareCommand(part.words)
    const { kind } = commandKind(words)
    if (SORTS.has(kind) && !REPORTS.test(words[0] ?? '')) found.add(kind as Sort)
    else if (SCANS.test(words.slice(0, 3).join(' '))) found.add('lint')
  }
  return found
}

/** Scanners look for what should not be there, as linters do. */
const SCANS = longPattern()`
    ^(?:\S{0,80}/)?(?:trivy|grype|gitleaks|checkov|tfsec|gosec|govulncheck|osv-scanner|brakeman|pip-audit|semgrep
    |snyk (?:test|container|iac|code)|safety (?:check|scan)|bundler?[- ]audit|cargo (?:audit|deny)
    |(?:npm|pnpm|yarn|composer) audit(?! (?:fix|signatures)))(?=\s|$)`

/** It sends what a check found, and checks nothing. */
const REPORTS = /\breporter\b/
