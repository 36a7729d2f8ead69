import { loadConfig } from '../../config/load.js'
import { resume } from '../../config/pause.js'
import { readPauses } from '../../config/read-pauses.js'
import { findStatePlace } from '../../config/state-place.js'
import type { Mode } from '../../schema/config.js'
import { ReflectError } from '../../schema/error.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { pickByPrefix } from '../find-by-prefix.js'
import { text } from '../takes.js'

export const command = verb({
  examples: `
  reflect resume                  end every pause in this project
  reflect resume --session 7f3a  end one session's pause`,
  takes: { session: text('<id>', 'only this session; the beginning of its id is enough') },
  async run({ session: typed }, context) {
    const now = context.now()
    const { stateDir } = findStatePlace(context)
    const paused = readPauses(stateDir, now).flatMap(({ session }) => session ?? [])
    const session =
      typed === undefined ? undefined : (pickByPrefix(typed, paused, { noun: 'session' }) ?? typed)
    const resumed = await resume(stateDir, session === undefined ? {} : { session }, now)
    const mode = await readMode(context)
    const then =
      mode === null ? 'the mode is not known: see `reflect doctor`' : `the mode is ${mode}`
    return {
      json: { resumed, mode },
      text: `${resumed ? 'Resumed' : 'There was no pause'}; ${then}.`,
    }
  },
})

/** A pause can be ended under a config that can't be read; null is the mode then. */
async function readMode(context: CliContext): Promise<Mode | null> {
  try {
    return (await loadConfig({ ...context, now: context.now() })).values.mode
  } catch (error) {
    if (error instanceof ReflectError && error.code === 'config-invalid') return null
    throw error
  }
}
