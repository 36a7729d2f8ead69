import { fromCommandLine, toCommandLine } from '../util/command-line.js'
import { readStart } from './own-handlers.js'
import type { SettingsHooks } from './settings-hooks.js'

/** Handlers whose program is one command line, by event with the client's timeout for it. */
export function commandHooks(
  agent: string,
  timeouts: Readonly<Record<string, number>>,
  fields: object = {},
): Pick<SettingsHooks, 'entries' | 'write' | 'read'> {
  return {
    entries: Object.keys(timeouts),
    write: (event, { node, script }) => {
      const command = toCommandLine([node, script, agent, event])
      return { hooks: [{ type: 'command', command, ...fields, timeout: timeouts[event] }] }
    },
    read: ({ type, command }) =>
      type === 'command' && typeof command === 'string'
        ? readStart(fromCommandLine(command), agent)
        : null,
  }
}
