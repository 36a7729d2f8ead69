import type { CommandRun } from '../../schema/evidence.js'
import { bareCommand } from '../../read/shell/bare-command.js'

/**
 * How a test command was told to run only a part: tests by `name`, one `file`, or one `module` of several;
 * null where nothing of it is known to be left out. `what` is the part in its words.
 */
export interface Narrowing {
  by: 'name' | 'file' | 'module'
  what: string
}

export function narrowedBy({ key }: Pick<CommandRun, 'key'>): Narrowing | null {
  const [path = '', ...args] = bareCommand(key.split(' '))
  const program = path
    .split('/')
    .at(-1)!
    .replace(/\.(?:bat|cmd|exe)$/, '')
  for (const [programs, flags, by] of FLAGS) {
    if (!programs.test(program)) continue
    const what = valueOf(args, flags)
    if (what !== null) return { by, what }
  }
  const files = args.filter((arg) => TEST_FILE.test(arg))
  if (files.length === 1) {
    const [what] = files as [string]
    return { by: /::|\.\w+:\d/.test(what) ? 'name' : 'file', what }
  }
  const tasks = /^gradlew?$/.test(program) ? args.filter((arg) => !arg.startsWith('-')) : []
  return tasks.length === 1 && /^:[\w-]+(?::[\w-]+)*:\w*[tT]est\w*$/.test(tasks[0]!)
    ? { by: 'module', what: tasks[0]! }
    : null
}

/** What stands behind a flag; null where it is not there, or leaves out instead of picking. */
function valueOf(args: readonly string[], flags: RegExp): string | null {
  const at = args.findIndex((arg) => flags.test(arg.split('=', 1)[0]!))
  if (at === -1) return null
  const [, joined] = args[at]!.split('=', 2)
  const value = (joined ?? args[at + 1] ?? '').replaceAll(/['"^$]/g, '')
  return !/\w/.test(value) || /^(?:not\b|-)|!|\.\*$|\.\.\./.test(value) || ALL.test(value)
    ? null
    : value
}

/** `-run Test`, `-Dtest=*Test`: each test has it in its name. */
const ALL = /^\W*(?:tests?|specs?|it)\W*$/i

/** Whose flags they are: one letter means another thing to the next runner. */
const FLAGS: readonly (readonly [RegExp, RegExp, Narrowing['by']])[] = [
  [/^gradlew?$/, /^--tests$/, 'name'],
  [/^mvnw?$/, /^-D(?:it\.)?test$/, 'name'],
  [/^(?:pytest|py\.test)$/, /^-k$/, 'name'],
  [/^go$/, /^-run$/, 'name'],
  [/^(?:jest|vitest|bun|npm|yarn|pnpm)$/, /^(?:-t|--testNamePattern|--test-name-pattern)$/, 'name'],
  [/^node$/, /^--test-name-pattern$/, 'name'],
  [/^(?:mocha|playwright)$/, /^(?:-g|--grep|--fgrep)$/, 'name'],
  [/^(?:phpunit|pest|dotnet|swift)$/, /^--filter$/, 'name'],
  [/^rspec$/, /^(?:-e|--example)$/, 'name'],
  [/^(?:dart|flutter)$/, /^(?:--plain-name|--name)$/, 'name'],
  [/^ctest$/, /^-R$/, 'name'],
  [/^mvnw?$/, /^(?:-pl|--projects)$/, 'module'],
  [/^cargo$/, /^(?:-p|--package)$/, 'module'],
  [/^(?:pnpm|turbo)$/, /^(?:--filter|-F)$/, 'module'],
  [/^(?:npm|yarn)$/, /^(?:--workspace|-w)$/, 'module'],
]

/** One file by its name, without a glob. */
const TEST_FILE = /^[\w@./\\-]*(?:test|spec)[\w.-]*\.[a-z]{1,5}(?:::\S+|:\d+)?$/i
