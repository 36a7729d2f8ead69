import { pause } from '../../config/pause.js'
import { findStatePlace } from '../../config/state-place.js'
import { shorten } from '../../util/shorten.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { findKnownSession, findSession, isCut } from '../find-by-prefix.js'
import { theRecords } from '../opens.js'
import { atTime } from '../relative-time.js'
import { duration, text } from '../takes.js'

export const command = verb({
  examples: `
  reflect pause            hooks do nothing in this project until \`reflect resume\`
  reflect pause --for 1h   for an hour
  reflect pause --session 7f3a   one session only`,
  takes: {
    session: text('<id>', 'only this session; the beginning of its id is enough'),
    for: duration('for a limited time, e.g. 90s, 30m, 1h, 2d'),
  },
  person: true,
  async run({ session: typed, for: ms }, context) {
    const now = context.now()
    const { stateDir, project } = findStatePlace(context)
    const session = typed === undefined ? undefined : await sessionOf(context, typed)
    const until = ms === undefined ? undefined : new Date(now.getTime() + ms)
    const pauses = await pause(
      stateDir,
      { ...(session === undefined ? {} : { session }), ...(until === undefined ? {} : { until }) },
      now,
    )
    const what = session === undefined ? project.root : `session ${session}`
    const end = until === undefined ? '`reflect resume`' : atTime(until.toISOString(), now)
    return { json: { pauses }, text: shorten(`Paused: ${what}, until ${end}.`, context.home) }
  },
})

/** A session that is not recorded yet can be paused by its whole id. */
const sessionOf = (context: CliContext, typed: string): Promise<string> =>
  theRecords(context, async ({ store }) =>
    isCut(typed) ? findSession(store, typed) : ((await findKnownSession(store, typed)) ?? typed),
  )
