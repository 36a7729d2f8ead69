import { ReflectError } from '../../schema/error.js'
import { SessionOutcome } from '../../schema/session-outcome.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { openExistingStore, openWorkspace } from '../../wiring/workspace.js'
import type { CliCommand } from '../command.js'
import { findSession } from '../find-by-prefix.js'
import { listTable } from '../table.js'

/** Its beginning is enough to name it. */
const SESSION_CHARS = 13
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 10_000
const STATUSES = SessionOutcome.shape.status.options

export const command: CliCommand = {
  configure: (command) =>
    command
      .option(
        '--session <id>',
        'only the outcome of this session; the beginning of its id is enough',
      )
      .option('--status <status>', `only these: ${STATUSES.join(', ')}`)
      .option('--limit <count>', `at most this many (default: ${DEFAULT_LIMIT})`)
      .addHelpText(
        'after',
        `
How the sessions of this project ended, newest first, and how that is known: by our own check run
(own_check), the checks that the agent ran last (recorded_checks), what you wrote next (next_message),
a revert or a fix of the same lines within 14 days (later_fix), or the judge alone (judge). A session
that ended with a question, or with what only a person can do, is waiting. The next start of a session
settles them; so does this command.

Examples:
  reflect outcomes                     the newest ${DEFAULT_LIMIT}
  reflect outcomes --status failed
  reflect outcomes --json --limit 500`,
      ),

  async run(context, _words, options) {
    const { session, ...asked } = readQuery(options)
    const now = context.now()
    const workspace = await openWorkspace({ ...context, now })
    const store = await openExistingStore(workspace)
    try {
      if (store !== null) await settleNow(workspace, store, { now, current: null })
      const query =
        session === undefined ? asked : { ...asked, sessionId: await findSession(store, session) }
      const outcomes = (await store?.list('session_outcome', query)) ?? []
      const total = (await store?.count('session_outcome', query)) ?? 0
      context.print(
        context.json
          ? JSON.stringify({ outcomes, total }, null, 2)
          : toText(outcomes, total, context.columns),
      )
      return 0
    } finally {
      await store?.close()
    }
  },
}

function readQuery(options: Readonly<Record<string, unknown>>) {
  const { session, status, limit } = options as Record<string, string | undefined>
  if (status !== undefined && !STATUSES.some((known) => known === status)) {
    throw new ReflectError('usage', `There is no status "${status}"`, {
      remedy: `Use ${STATUSES.join(', ')}.`,
    })
  }
  return {
    ...(session === undefined ? {} : { session }),
    ...(status === undefined ? {} : { state: status }),
    limit: readLimit(limit),
  }
}

function readLimit(text: string | undefined): number {
  const limit = Number(text ?? DEFAULT_LIMIT)
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new ReflectError('usage', `--limit is a whole number from 1 to ${MAX_LIMIT}, not "${text}"`)
}

function toText(outcomes: readonly SessionOutcome[], total: number, columns?: number): string {
  if (outcomes.length === 0) return 'No session has ended yet.'
  const rows = outcomes.map((one) => [
    one.endedAt.slice(0, 16).replace('T', ' '),
    oneLine(one.sessionId, SESSION_CHARS),
    one.agent,
    one.status,
    one.basis,
    oneLine(one.reason, 70),
  ])
  return [
    listTable(
      [['ended (UTC)', 'session', 'agent', 'status', 'basis', 'because'], ...rows],
      columns,
    ),
    '',
    outcomes.length === total
      ? count(total, 'session')
      : `${outcomes.length} of ${count(total, 'session')}; --limit shows more`,
  ].join('\n')
}
