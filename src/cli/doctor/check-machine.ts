import { findExecutable } from '../../util/find-executable.js'
import { loadSqlite } from '../../store/sql/sqlite-library.js'
import { about } from './check.js'
import type { BareCheck, CheckResult } from './check.js'

const OLDEST_NODE = [20, 19]

/** Node, git and SQLite: what everything else stands on. */
export const checkMachine: BareCheck = async ({ context }) => [
  checkNode(process.versions.node),
  checkGit(findExecutable('git', context.env, context.cwd)),
  checkSqlite(),
]

export function checkNode(version: string): CheckResult {
  const { ok, broken } = about('node')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE as [number, number]
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
  if (!isOld) return ok(`Node ${version}`)
  return broken(`Node ${version} is too old`, `Use Node ${OLDEST_NODE.join('.')} or newer.`)
}

function checkGit(file: string | null): CheckResult {
  const { ok, broken } = about('git')
  if (file !== null) return ok('found')
  return broken('git was not found on the PATH', 'Install git; without it no change can be seen.')
}

function checkSqlite(): CheckResult {
  const { ok, broken } = about('sqlite')
  try {
    loadSqlite()
    return ok('found')
  } catch (error) {
    const { message, remedy } = error as Error & { remedy?: string }
    return broken(message, remedy)
  }
}
