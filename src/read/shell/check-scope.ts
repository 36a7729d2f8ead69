import { CHECK_FLAGS, TASK_RUNNERS } from '../../data/check-flags.js'
import type { CheckFlags } from '../../data/check-flags.js'
import { bareFile, baseName } from '../../util/base-name.js'
import { oneOf } from '../../util/one-of.js'

/** What a check was told to look at. Empty lists: everything in its folder. */
export interface CheckScope {
  program: string
  /** A task of the project's own; null for a program that checks by itself. */
  task: string | null
  paths: string[]
  /** Tests by name, and other filters. */
  names: string[]
  packages: string[]
}

/** Reads the words of a check. */
export function scopeOf([first = '', ...args]: readonly string[]): CheckScope {
  const program = baseName(first).replace(/\.(?:cmd|exe|bat)$/, '')
  const { names, packages, values, goals, positionalNames, goalsOnly } =
    CHECK_FLAGS.get(program) ?? PLAIN
  const scope: CheckScope = { program, task: null, paths: [], names: [], packages: [] }
  const positional: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const [flag = '', joined] = args[at]!.split('=', 2)
    if (!flag.startsWith('-')) {
      positional.push(args[at]!)
      continue
    }
    const kind = names.includes(flag) ? 'names' : packages.includes(flag) ? 'packages' : null
    const takesNext =
      joined === undefined && (kind !== null || values.includes(flag)) && !isFlag(args[at + 1])
    const value = joined ?? (takesNext ? args[at + 1]! : flag)
    if (kind !== null && !EVERYTHING.test(value)) scope[kind].push(value.replaceAll(/['"^$]/g, ''))
    if (takesNext) at += 1
  }
  const isTask = TASK_RUNNERS.has(program)
  const skipped =
    isTask && oneOf('run|run-script').test(positional[0] ?? '')
      ? 2
      : Math.max(goals, isTask ? 1 : 0)
  if (isTask) scope.task = positional[skipped - 1] ?? ''
  for (const target of positional.slice(skipped)) {
    // `:core:test` names its module, `test` none.
    if (goalsOnly === true) {
      if (target.includes(':')) scope.packages.push(target.slice(0, target.lastIndexOf(':')))
      continue
    }
    if (WHOLE.has(target) || target.includes('=')) continue
    scope[positionalNames === true ? 'names' : 'paths'].push(clean(target))
  }
  return scope
}

const PLAIN: CheckFlags = { names: [], packages: [], values: [], goals: 0 }

const isFlag = (word: string | undefined): boolean => word === undefined || word.startsWith('-')

/** `-run Test`, `-Dtest=*Test`, `-k ''`: each test has it in its name. */
const EVERYTHING = /^[^\w]{0,9}(?:tests?|specs?|it)?[^\w]{0,9}$/i
const WHOLE: ReadonlySet<string> = new Set(['.', './', './...', 'src', '**', 'run'])

/** `./pkg/...` and `pkg/` are the folder. */
const clean = (target: string): string => bareFile(target).replace(/\/(?:\.\.\.|\*\*?)?$/, '')
