import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
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

/** Oldest first: the log that was put aside, then the one that is written. */
function readLog(file: string): HookLogLine[] {
  return [`${file}.1`, file].flatMap(readLines).flatMap(parseLine)
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

const Line = z.object({
  at: z.string(),
  where: z.string(),
  code: z.string(),
  message: z.string(),
  remedy: z.nullable(z.string()),
})

/** A process that was killed while writing leaves half a line. */
function parseLine(line: string): HookLogLine[] {
  try {
    const parsed = Line.safeParse(JSON.parse(line))
    return parsed.success ? [{ level: 'error', ...parsed.data }] : []
  } catch {
    return []
  }
}
