import { agents } from '../../wiring/agent-registry.js'
import { argument, optional } from '../takes.js'
import { verb } from '../command.js'

/** Only its help comes from here: the program itself is started by `bin.ts`, without this frame. */
export const command = verb({
  about: `
Reads one payload as JSON on standard input, answers on standard output in the agent's own form,
and always exits with 0. With the mode off it does nothing at all. The event \`wake\` of claude-code
runs in the background instead; only there exit code 2 means: wake the agent with standard error.`,
  examples: `
  echo '{"kind":"session-stopped","sessionId":"s1","cwd":"'"$PWD"'"}' | reflect hook generic`,
  takes: {
    agent: argument(`one of ${Object.keys(agents).join(', ')}`),
    event: optional("the event's name, for clients whose payload has none"),
  },
  run: async () => 0,
})
