/**
 * Whether one check shows what another one showed: the same kind, and all that the other looked at. One notion
 * for what is red, stale or not run, for episodes and for lessons.
 */
import { COMPILED_TESTS } from '../../data/check-flags.js'
import type { CommandKind, TestCounts } from '../../schema/evidence.js'
import { bareCommand } from './bare-command.js'
import { scopeOf } from './check-scope.js'
import type { CheckScope } from './check-scope.js'
import { commandKind } from './command-kind.js'
import { parseLine } from './parse-line.js'

/** A check that was run. */
export interface Check {
  kind: CommandKind
  /** Its words, without wrappers. */
  key: string
  /** Where it ran; absent where the session runs. */
  folder?: string | undefined
  failing?: readonly string[] | undefined
  counts?: TestCounts | null | undefined
}

/** What a task of the project runs, by `program:task`; null where the project does not say. */
export type FindTask = (program: string, task: string) => string | null

const NO_TASKS: FindTask = () => null

export function covers(wide: Check, narrow: Check, findTask: FindTask = NO_TASKS): boolean {
  const [a, b] = [scopesOf(wide, findTask), scopesOf(narrow, findTask)]
  if (!isSameSort(wide, narrow, a)) return false
  if (wide.key === narrow.key && wide.folder === narrow.folder) return true
  if (!isInFolder(narrow.folder ?? '', wide.folder ?? '')) return false
  return b.every((scope) =>
    a.some((other) => includes(other, scope) || namesFailing(other, narrow)),
  )
}

/** A type check is what a build does first; tests and linters of a compiled language build what they look at. */
function isSameSort(wide: Check, narrow: Check, scopes: readonly CheckScope[]): boolean {
  if (sortOf(wide.kind) === sortOf(narrow.kind)) return true
  const isCompiled = scopes.some(
    ({ program, task }) => COMPILED_TESTS.has(program) || task !== null,
  )
  return (
    (wide.kind === 'test' || wide.kind === 'lint') && sortOf(narrow.kind) === 'build' && isCompiled
  )
}

const sortOf = (kind: CommandKind): CommandKind => (kind === 'typecheck' ? 'build' : kind)

/** `npm test` as what it runs, where the project says it. */
function scopesOf({ key, kind }: Check, findTask: FindTask): CheckScope[] {
  const scope = scopeOf(key.split(' '))
  const script = scope.task === null ? null : findTask(scope.program, scope.task)
  if (script === null) return [scope]
  const inner = parseLine(script)
    .parts.map(({ words }) => bareCommand(words))
    .filter((words) => sortOf(commandKind(words).kind) === sortOf(kind))
    .map(scopeOf)
  const { paths, names, packages } = scope
  const given = (own: CheckScope): CheckScope => ({
    ...own,
    task: null,
    paths: [...own.paths, ...paths],
    names: [...own.names, ...names],
    packages: [...own.packages, ...packages],
  })
  return inner.length === 0 ? [scope] : inner.map(given)
}

/** Runs from the session's folder reach into those below it. */
const isInFolder = (inner: string, outer: string): boolean =>
  outer === '' || inner === outer || inner.startsWith(`${outer}/`)

function includes(wide: CheckScope, narrow: CheckScope): boolean {
  if (!isSameProgram(wide, narrow)) return false
  return (
    within(wide.packages, narrow.packages, (one, other) => one === other) &&
    // A filter is a part of the names that it lets through.
    within(wide.names, narrow.names, (one, other) => one.includes(other)) &&
    within(wide.paths, narrow.paths, isBelow)
  )
}

/** A task may run anything; of two tasks the shorter name is the wider one: `test` and `test:unit`. */
function isSameProgram(wide: CheckScope, narrow: CheckScope): boolean {
  if (wide.task !== null && narrow.task !== null) return narrow.task.startsWith(wide.task)
  return wide.task !== null || narrow.task !== null || wide.program === narrow.program
}

function within(
  wide: readonly string[],
  narrow: readonly string[],
  isIn: (inner: string, outer: string) => boolean,
): boolean {
  if (wide.length === 0) return true
  return narrow.length > 0 && narrow.every((one) => wide.some((other) => isIn(one, other)))
}

const isBelow = (inner: string, outer: string): boolean =>
  inner === outer ||
  inner.startsWith(`${outer}/`) ||
  inner.startsWith(`${outer}::`) ||
  inner.startsWith(`${outer}:`)

/** It ran the very tests, or files of tests, that failed; all of them are known by name. */
function namesFailing(scope: CheckScope, { failing = [], counts }: Check): boolean {
  if (failing.length === 0 || (counts != null && counts.failed > failing.length)) return false
  const named = [...scope.paths, ...scope.names]
  return failing.every((test) => {
    const titles = test.split(' › ')
    return named.some((name) => isNamed(name, titles))
  })
}

function isNamed(name: string, [file = '', ...titles]: readonly string[]): boolean {
  const [path = '', ...inner] = name.split('::')
  const isFile =
    file.includes('.') && (file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`))
  if (isFile) return inner.length === 0 || titles.includes(inner.at(-1)!)
  const last = titles.at(-1) ?? file
  return name.length > 2 && (last === name || file === name || name.split('/').includes(last))
}
