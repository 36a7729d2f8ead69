import { ReflectError } from '../../schema/error.js'
import { startResident } from '../../server/resident.js'
import type { CliCommand } from '../command.js'
import { withHost } from '../with-host.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--headless', 'without HTTP: run tasks and the cycle, nothing else')
      .option('--until-idle', 'end when nothing is due any more')
      .addHelpText(
        'after',
        `
The resident process: runs tasks when they are due, analyses new findings, proposes skill changes.
It may be stopped or killed at any moment; what was running is recorded or due again.

Examples:
  reflect serve --headless
  reflect serve --headless --until-idle   once through, e.g. from your own scheduler`,
      ),

  async run(context, _positional, options) {
    if (options['headless'] !== true) {
      throw new ReflectError('usage', 'There is no page yet', {
        remedy: 'Start it without one: reflect serve --headless',
      })
    }
    return withHost(context, async ({ host, abort, watchDir }) => {
      const resident = startResident({ host, abort, watchDir, log: context.note })
      const ended = options['untilIdle'] === true ? resident.idle() : nextSignal()
      await Promise.race([ended, nextSignal()])
      await resident.stop()
      return 0
    })
  },
}

/** The terminal's Ctrl-C, or the system's word to end. */
function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
