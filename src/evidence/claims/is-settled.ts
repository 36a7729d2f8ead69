import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import { IS_PUSH } from '../../read/shell/act-end.js'
import { placeOf } from '../order.js'

/** What failed may have been done since, under this name or another one. */
export const isSettled = (
  failed: CommandRun,
  by: ReadonlySet<CommandKind>,
  { commands, recent }: Pick<Ledger, 'commands' | 'recent'>,
): boolean =>
  commands.some(
    (later) =>
      placeOf(later) > placeOf(failed) &&
      later.exitCode === 0 &&
      (by.has(later.kind) || ASKS_DATABASE.test(later.key)) &&
      !showsNothing(later, failed, recent) &&
      (later.kind !== 'git' || IS_PUSH.test(later.key)),
  )

/** A push may deploy as well. */
export const DEPLOYED_BY: ReadonlySet<CommandKind> = new Set(['run', 'deploy', 'git', 'gh'])

/** By hand, or to see what came of it. */
const ASKS_DATABASE = /^(?:psql|mysql|mariadb|sqlite3|mongosh|sqlcmd)\b/

/** A query that only reads, and prints nothing of what the failure names: `could not create index "x"`. */
function showsNothing(later: CommandRun, { gist }: CommandRun, recent: Ledger['recent']): boolean {
  if (!READS.test(later.key) || WRITES.test(later.key)) return false
  const names = [...gist.matchAll(/["'`]([\w.]{3,80})["'`]/g)].map(([, name]) => name!)
  const call = recent.find((item) => item.kind === 'call' && item.step === later.step)
  if (names.length === 0 || call?.kind !== 'call' || call.output.length > MAX_WHOLE) return false
  return call.output !== '' && !names.some((name) => call.output.includes(name))
}

const READS =
  /^(?:psql|mysql|mariadb|sqlite3) .{0,100}?(?<![\w-])(?:select|show|describe|explain|pragma|\\d\S*|\.schema|\.tables|\.indexes)(?![\w-])/i
const WRITES =
  /(?<!\w)(?:create|insert|update|alter|drop|delete|copy|merge|begin|\\i|\.read)(?!\w)/i
/** What is longer was cut. */
const MAX_WHOLE = 280
