import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { hookLogFile, LATE } from '../../wiring/hook-log.js'
import type { HookLogLine } from '../../wiring/hook-log.js'
import { ReflectError } from '../../schema/error.js'
import type { LogEvent } from '../../schema/log-event.js'
import { databaseFile, openStore } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { count } from '../../util/count.js'
import { notice, ok } from './check.js'
import type { BareCheck } from './check.js'

const SHOWN = 3
const COUNTED = 1000

/** The newest failures of the hooks, which only the log shows. */
export const checkHookLog: BareCheck = async ({ stateDir, workspace }) => {
  const lines = readLog(hookLogFile(stateDir))
  const last = lines.at(-1)
  if (last === undefined) return [ok('hooks', 'no failure in the log')]
  const late = lines.filter(({ message }) => message === LATE)
  const told =
    late.length === 0
      ? []
      : [
          notice(
            'late hooks',
            `${count(late.length, 'answer')} came too late since ${lines[0]!.at.slice(0, 10)}, the last at ${late.at(-1)!.at}`,
            'The agent went on without it. A busy machine or a slow disk does that; fewer checks at a stop help.',
          ),
        ]
  return [...told, ...(await describeLast(lines, last, workspace))]
}

async function describeLast(
  lines: readonly HookLogLine[],
  last: HookLogLine,
  workspace: Workspace | null,
): ReturnType<BareCheck> {
  const since = workspace === null ? 0 : await countEventsSince(workspace, last.at)
  if (since > 0) {
    const events = since === COUNTED ? `${COUNTED} events or more` : count(since, 'event')
    return [ok('hooks', `since then ${events} went well; the last failure: ${describe(last)}`)]
  }
  return lines.slice(-SHOWN).map((line) => notice('hooks', describe(line), remedyFor(line)))
}

const describe = ({ at, where, message }: HookLogLine): string => `${at} ${where}: ${message}`

const remedyFor = ({ code, remedy }: HookLogLine): string | null =>
  remedy ?? (code === 'internal' ? 'REFLECTION_DEBUG=1 logs where.' : null)

/** Looking must not make a database, and one that can't be opened is another check's finding. */
async function countEventsSince(workspace: Workspace, at: string): Promise<number> {
  const file = databaseFile(workspace)
  if (file === null || !existsSync(file)) return 0
  try {
    const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
    try {
      const newest = await store.readEvents({ limit: COUNTED, order: 'newest' })
      return newest.filter((event) => event.at > at && isWhole(event)).length
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof ReflectError) return 0
    throw error
  }
}

/** An event of an agent that came as it should. */
const isWhole = ({ kind, body }: LogEvent): boolean =>
  kind.startsWith('agent.') && (body as { degraded?: unknown } | null)?.degraded == null

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
  level: z.optional(z.string()),
  where: z.string(),
  code: z.string(),
  message: z.string(),
  remedy: z.nullable(z.string()),
})

/** A process that was killed while writing leaves half a line. */
function parseLine(line: string): HookLogLine[] {
  try {
    const parsed = Line.safeParse(JSON.parse(line))
    if (!parsed.success || parsed.data.level === 'debug') return []
    return [{ ...parsed.data, level: 'error' }]
  } catch {
    return []
  }
}
