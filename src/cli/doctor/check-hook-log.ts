import * as z from 'zod/mini'
import { hookLogFile, LATE } from '../../wiring/hook-log.js'
import type { HookLogLine } from '../../wiring/hook-log.js'
import type { LogEvent } from '../../schema/log-event.js'
import { count } from '../../util/count.js'
import { ourLines } from '../../util/read-bounded.js'
import { parseJson } from '../../util/parse-json.js'
import { askOpenStore } from './ask-store.js'
import { about } from './check.js'
import type { BareCheck } from './check.js'

const { ok, notice } = about('hooks')
const SHOWN = 3
const COUNTED = 1000

/** The newest failures of the hooks, which only the log shows. */
export const checkHookLog: BareCheck = async ({ stateDir, workspace }) => {
  const lines = readLog(hookLogFile(stateDir))
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return [ok('no failure in the log')]
  const late = lines.filter(({ message }) => message === LATE)
  const told = late
    .slice(-1)
    .map(({ at }) =>
      about('late hooks').notice(
        `${count(late.length, 'answer')} came too late since ${first.at.slice(0, 10)}, the last at ${at}`,
        'The agent went on without it. A busy machine or a slow disk does that; fewer checks at a stop help.',
      ),
    )
  const newest =
    workspace &&
    (await askOpenStore(workspace, (store) =>
      store.readEvents({ limit: COUNTED, order: 'newest' }),
    ))
  const since = (newest ?? []).filter(({ at, ...event }) => at > last.at && isWhole(event)).length
  if (since === 0) {
    const shown = lines.slice(-SHOWN).map((line) => notice(describe(line), remedyFor(line)))
    return [...told, ...shown]
  }
  const events = since === COUNTED ? `${COUNTED} events or more` : count(since, 'event')
  return [...told, ok(`since then ${events} went well; the last failure: ${describe(last)}`)]
}

const describe = ({ at, where, message }: HookLogLine): string => `${at} ${where}: ${message}`

const remedyFor = ({ code, remedy }: HookLogLine): string | null =>
  remedy ?? (code === 'internal' ? 'REFLECTION_DEBUG=1 logs where.' : null)

/** An event of an agent that came as it should. */
const isWhole = ({ kind, body }: Pick<LogEvent, 'kind' | 'body'>): boolean =>
  kind.startsWith('agent.') && (body as { degraded?: unknown } | null)?.degraded == null

/** Oldest first: the log that was put aside, then the one that is written. */
function readLog(file: string): HookLogLine[] {
  return [`${file}.1`, file].flatMap((one) => ourLines(one)).flatMap(parseLine)
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
  const parsed = Line.safeParse(parseJson(line))
  if (!parsed.success || parsed.data.level === 'debug') return []
  return [{ ...parsed.data, level: 'error' }]
}
