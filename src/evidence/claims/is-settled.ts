import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import { IS_PUSH } from '../commands/shows-delivery.js'
import { placeOf } from '../order.js'

/** What failed may have been done since, under this name or another one. */
export const isSettled = (
  failed: CommandRun,
  by: ReadonlySet<CommandKind>,
  { commands }: Pick<Ledger, 'commands'>,
): boolean =>
  commands.some(
    (later) =>
      placeOf(later) > placeOf(failed) &&
      later.exitCode === 0 &&
      (by.has(later.kind) || ASKS_DATABASE.test(later.key)) &&
      (later.kind !== 'git' || IS_PUSH.test(later.key)),
  )

/** A push may deploy as well. */
export const DEPLOYED_BY: ReadonlySet<CommandKind> = new Set(['run', 'deploy', 'git', 'gh'])

/** By hand, or to see what came of it. */
const ASKS_DATABASE = /^(?:psql|mysql|mariadb|sqlite3|mongosh|sqlcmd)\b/
