import { agents } from '../../wiring/agent-registry.js'
import type { CliCommand } from '../command.js'

/** Only its help comes from here: the program itself is started by `bin.ts`, without this frame. */
export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<agent>', `one of ${Object.keys(agents).join(', ')}`)
      .argument('[event]', "the event's name, for clients whose payload has none")
      .addHelpText(
        'after',
        `
Reads one payload as JSON on standard input, answers on standard output in the agent's own form,
and always exits with 0. With the mode off it does nothing at all. The event \`wake\` of claude-code
runs in the background instead; only there exit code 2 means: wake the agent with standard error.

Example:
  echo '{"kind":"session-stopped","sessionId":"s1","cwd":"'"$PWD"'"}' | reflect hook generic`,
      ),

  run: async () => 0,
}
