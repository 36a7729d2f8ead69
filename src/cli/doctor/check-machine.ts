import { findExecutable } from '../../util/find-executable.js'
import { loadSqlite } from '../../store/sql/sqlite-library.js'
import { broken, ok } from './check.js'
import type { BareCheck, CheckResult } from './check.js'

const OLDEST_NODE = [20, 19]

/** Node, git and SQLite: what everything else stands on. */
export const checkMachine: BareCheck = async ({ context }) => [
  checkNode(process.versions.node),
  findExecutable('git', context.env, context.cwd) === null
    ? broken(
        'git',
        'git was not found on the PATH',
        'Install git; without it no change can be seen.',
      )
    : ok('git', 'found'),
  checkSqlite(),
]

export function checkNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE as [number, number]
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
  return isOld
    ? broken('node', `Node ${version} is too old`, `Use Node ${OLDEST_NODE.join('.')} or newer.`)
    : ok('node', `Node ${version}`)
}

function checkSqlite(): CheckResult {
  try {
    loadSqlite()
    return ok('sqlite', 'found')
  } catch (error) {
    const { message, remedy } = error as Error & { remedy?: string }
    return broken('sqlite', message, remedy ?? null)
  }
}
