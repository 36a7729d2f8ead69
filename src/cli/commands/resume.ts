import { loadConfig } from '../../config/load.js'
import { resume } from '../../config/pause.js'
import type { CliCommand } from '../command.js'

export const command: CliCommand = {
  configure: (command) =>
    command.option('--session <id>', 'only this session').addHelpText(
      'after',
      `
Examples:
  reflect resume                  end every pause in this project
  reflect resume --session 7f3a…  end one session's pause`,
    ),

  async run(context, _positional, options) {
    const now = context.now()
    const { stateDir, values } = await loadConfig({ ...context, now })
    const session = options['session'] as string | undefined
    const resumed = await resume(stateDir, session === undefined ? {} : { session }, now)
    const mode = resumed ? (await loadConfig({ ...context, now })).values.mode : values.mode
    const text = resumed
      ? `Resumed; the mode is ${mode}.`
      : `There was no pause; the mode is ${mode}.`
    context.print(context.json ? JSON.stringify({ resumed, mode }) : text)
    return 0
  },
}
