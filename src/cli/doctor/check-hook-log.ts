import { readFileSync } from 'node:fs'
import { hookLogFile } from '../../hook/hook-log.js'
import type { HookLogLine } from '../../hook/hook-log.js'
import { notice, ok } from './check.js'
import type { Check } from './check.js'

const SHOWN = 3

/** The newest failures of the hooks, which have nobody else to tell. */
export const checkHookLog: Check = async ({ workspace }) => {
  const lines = readLog(hookLogFile(workspace.stateDir))
  if (lines.length === 0) return [ok('hooks', 'no failure in the log')]
  return lines
    .slice(-SHOWN)
    .map((line) =>
      notice('hooks', `${line.at} ${line.where}: ${line.code}: ${line.message}`, line.remedy),
    )
}

function readLog(file: string): HookLogLine[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as HookLogLine)
  } catch {
    return []
  }
}
