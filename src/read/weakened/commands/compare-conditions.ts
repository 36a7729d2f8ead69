/** Steps and jobs that run checks, and when they run. */
import { oneLine } from '../../../util/one-line.js'
import { checksOf, MAX_LINES, readLines } from './command-lines.js'
import { keyOf } from '../settings/lenience.js'
import { readEntries } from '../settings/read-entries.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { isYaml } from '../../../util/base-name.js'

/** Steps of jobs that run checks, and now run on a condition. */
export function compareConditions({ file, before, after }: FileChange): Shape[] {
  if (before === null || after === null || !isYaml(file)) return []
  const known = conditionsOf(file, before)
  const steps = [...conditionsOf(file, after)].flatMap(([step, condition]) => {
    if (condition === '' || known.get(step) !== '') return []
    const detail = `runs only if ${oneLine(condition, 100)}`
    return [shape({ kind: 'command', file, names: [step], detail, conditional: true })]
  })
  const isIdle = runsByItself(before) && !runsByItself(after)
  if (!isIdle || readLines(file, after).every(({ checks }) => checks.size === 0)) return steps
  return [...steps, shape({ kind: 'command', file, detail: 'no push or pull request starts it' })]
}

/** Whether a change of the code starts the jobs; where no trigger is named, it does. */
function runsByItself(text: string): boolean {
  const entries = readEntries('.yml', text)
  const on = entries.flatMap(({ text: own, under }) => {
    if (under.length === 0 && TRIGGERS.test(own)) return [keyOf(own).value, 'on']
    return TRIGGERS.test(under.at(-1) ?? '') && under.length === 1 ? [own] : []
  })
  return (
    on.length === 0 || /push|pull_request|merge_group|workflow_call|workflow_run/.test(on.join(' '))
  )
}

const TRIGGERS = /^["']?on["']?\s*:/

/** The condition of each step that runs a check; nothing where one of that name always runs. */
function conditionsOf(file: string, text: string): Map<string, string> {
  const steps: { name: string; column: number; condition: string; at: number }[] = []
  let step: (typeof steps)[number] | null = null
  const all = text.split('\n').slice(0, MAX_LINES)
  for (const [at, line] of all.entries()) {
    if (line.trim() === '') continue
    const column = /^\s*(?:-\s+)?/.exec(line)![0].length
    // Its own keys stand in one column; what stands before that is of another step or job.
    if (/^\s*-\s/.test(line) || (step !== null && column < step.column)) step = null
    const name = /^\s*(?:-\s+)?name\s*:\s*(\S.*)$/.exec(line)?.[1]?.trim()
    if (step === null && name !== undefined && CHECK_NAME.test(name)) {
      step = { name, column, condition: '', at }
      steps.push(step)
    }
    const condition = /^\s+if\s*:\s*(.+)$/.exec(line)?.[1]
    if (step?.column === column && condition !== undefined && !ALWAYS.test(condition))
      step.condition = condition
  }
  const found = new Map<string, string>()
  for (const { name, condition, column, at } of steps) {
    const end = all.findIndex(
      (line, index) => index > at && line.trim() !== '' && indentOf(line) < column,
    )
    const own = all.slice(at + 1, end === -1 ? undefined : end).join('\n')
    // "Upload test results" is no check.
    if (!readLines(file, own).some(({ checks }) => checks.size > 0)) continue
    found.set(name, found.get(name) === '' ? '' : condition)
  }
  return found
}

/** It makes a check of any program. */
const CHECK_FLAG = /\s--(?:check|verify|validate|exit-code|error-exitcode|fail-on-\w+)\b/
const CHECK_NAME = /\b(?:tests?|testing|checks?|lint|verify|smoke|e2e|spec|typecheck)\b/i
const ALWAYS = /^["']?(?:\$\{\{\s*)?(?:always|success|failure|!\s*cancelled)\s*\(\)/

/** The least block around a line that runs something: a step, or its job. */
function blockAt(text: string, line: number): string {
  const lines = text.split('\n').slice(0, MAX_LINES)
  if (line >= lines.length) return ''
  let start = line
  for (let level = 0; start > 0 && level < MAX_LEVELS; level += 1) {
    const own = indentOf(lines[start] ?? '')
    const isItem = /^\s*-\s/.test(lines[start] ?? '')
    let parent = start - 1
    while (parent > 0 && !isAround(lines[parent]!, own, isItem)) parent -= 1
    start = Math.max(0, parent)
    const head = indentOf(lines[start] ?? '')
    let end = start + 1
    while (end < lines.length && (lines[end]!.trim() === '' || indentOf(lines[end]!) > head))
      end += 1
    const block = lines.slice(start, end)
    if (block.some((one) => RUNS.test(one.trimStart()))) return block.join('\n')
  }
  return ''
}

const isAround = (line: string, indent: number, isItem: boolean): boolean =>
  line.trim() !== '' &&
  (indentOf(line) < indent || (!isItem && indentOf(line) === indent && /^\s*-\s/.test(line)))

const RUNS = /^(?:-[ \t]+)?(?:run|uses|script|commands?|cmds?|bash|id|entry)[ \t]*:/
/** A line of a job lies this deep at most. */
const MAX_LEVELS = 12

const indentOf = (line: string): number => /^\s*/.exec(line)![0].length

/** Whether the step or job around a line runs a check; `test`: one that tests. */
export function checkAround(file: string, text: string, line: number): 'test' | 'other' | null {
  const found = readLines(file, blockAt(text, line))
  if (found.some(({ checks }) => checks.has('test'))) return 'test'
  const isCheck = found.some(
    ({ owner, text: command, checks }) =>
      checks.size > 0 ||
      CHECK_NAME.test(owner) ||
      checksOf(owner).size > 0 ||
      CHECK_FLAG.test(command),
  )
  return isCheck ? 'other' : null
}
