import { bareCommand } from '../../read/shell/bare-command.js'
import { scopeOf } from '../../read/shell/check-scope.js'
import type { CommandRun } from '../../schema/evidence.js'

/**
 * How a test command was told to run only a part: tests by `name`, one `file` or folder, or one `module` of
 * several; null where nothing of it is known to be left out. `what` is the part in its words.
 */
export interface Narrowing {
  by: 'name' | 'file' | 'module'
  what: string
}

export function narrowedBy({ key }: Pick<CommandRun, 'key'>): Narrowing | null {
  const { names, packages, paths } = scopeOf(bareCommand(key.split(' ')))
  const [name] = names
  if (name !== undefined) return LEAVES_OUT.test(name) ? null : { by: 'name', what: name }
  const [pack] = packages
  if (packages.length > 1) return null
  if (pack !== undefined) return { by: 'module', what: pack }
  const [path] = paths
  if (path === undefined || paths.length > 1 || ALL_TESTS.test(path)) return null
  return { by: path.includes('::') ? 'name' : 'file', what: path }
}

/** A filter that picks nearly all. */
const LEAVES_OUT = /^not\b|!|\.\*$/
/** A folder of all tests. */
const ALL_TESTS = /(?:^|\/)(?:tests?|specs?|__tests__)$/
