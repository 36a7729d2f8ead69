import { bareCommand } from '../shell/bare-command.js'
import { scopeOf } from '../shell/check-scope.js'
import { baseName } from '../../util/base-name.js'
import type { CommandRun } from '../../schema/evidence.js'

/**
 * How a test command was told to run only a part: tests by `name`, one `file` or folder, or one `module` of
 * several; null where nothing of it is known to be left out. `what` is the part in its words.
 */
export interface Narrowing {
  by: 'name' | 'file' | 'module'
  what: string
  /** By what a text would name it. */
  name: string
}

export function narrowedBy({ key }: Pick<CommandRun, 'key'>): Narrowing | null {
  const { names, packages, paths } = scopeOf(bareCommand(key.split(' ')))
  const [name] = names
  if (name !== undefined) return LEAVES_OUT.test(name) ? null : narrowing('name', name)
  const [pack] = packages
  if (packages.length > 1) return null
  if (pack !== undefined) return narrowing('module', pack)
  const [path] = paths
  if (path === undefined || paths.length > 1 || ALL_TESTS.test(path)) return null
  return narrowing(path.includes('::') ? 'name' : 'file', path)
}

const narrowing = (by: Narrowing['by'], what: string): Narrowing => ({
  by,
  what,
  name: baseName(what).split(/::|\.(?=\w+$)/)[0]!,
})

/** A filter that picks nearly all. */
const LEAVES_OUT = /^not\b|!|\.\*$/
/** A folder of all tests. */
const ALL_TESTS = /(?:^|\/)(?:tests?|specs?|__tests__)$/
