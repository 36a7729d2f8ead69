import { pause } from '../../config/pause.js'
import { findStatePlace } from '../../config/state-place.js'
import type { CliCommand, CliContext } from '../command.js'
import { findKnownSession, findSession, isCut } from '../find-by-prefix.js'
import { parseDuration } from '../parse-duration.js'
import { atTime } from '../relative-time.js'
import { shorten } from '../../util/shorten.js'
import { withExistingStore } from '../with-existing-store.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--session <id>', 'only this session; the beginning of its id is enough')
      .option('--for <duration>', 'for a limited time, e.g. 90s, 30m, 1h, 2d')
      .addHelpText(
        'after',
        `
Examples:
  reflect pause            hooks do nothing in this project until \`reflect resume\`
  reflect pause --for 1h   for an hour
  reflect pause --session 7f3a   one session only`,
      ),

  async run(context, _positional, options) {
    const now = context.now()
    const { stateDir, project } = findStatePlace(context)
    const session = await sessionOf(context, options['session'] as string | undefined)
    const duration = options['for'] as string | undefined
    const until =
      duration === undefined ? undefined : new Date(now.getTime() + parseDuration(duration))
    const pauses = await pause(
      stateDir,
      { ...(session === undefined ? {} : { session }), ...(until === undefined ? {} : { until }) },
      now,
    )
    const what = session === undefined ? project.root : `session ${session}`
    const end =
      until === undefined ? 'until `reflect resume`' : `until ${atTime(until.toISOString(), now)}`
    context.print(
      context.json ? JSON.stringify({ pauses }) : shorten(`Paused: ${what}, ${end}.`, context.home),
    )
    return 0
  },
}

/** A session that is not recorded yet can be paused by its whole id. */
async function sessionOf(
  context: CliContext,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined) return undefined
  return withExistingStore(context, async (store) =>
    isCut(typed) ? findSession(store, typed) : ((await findKnownSession(store, typed)) ?? typed),
  )
}
