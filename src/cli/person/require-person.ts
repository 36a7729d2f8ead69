import { agents, loadAgent } from '../../wiring/agent-registry.js'
import type { AgentTraces } from '../../agent.js'
import { readAllowAgents } from '../../config/allow-agents.js'
import { userConfigFile } from '../../config/paths.js'
import { ReflectError } from '../../schema/error.js'
import { shorten } from '../../util/shorten.js'
import type { CliContext } from '../command.js'
import { findAgentAbove } from './find-agent-above.js'

/**
 * Refuses a command that a person has to give: one at a terminal, or one who said `--yes` where no
 * agent is above. Under an agent neither counts, because it could say both; the user's own config may
 * allow it, found where the system says that the user lives and not where a variable says so.
 */
export async function requirePerson(
  context: CliContext,
  { command, yes }: { command: string; yes: boolean },
): Promise<void> {
  const { env, interactive, machine, platform } = context
  const found = findAgentAbove({
    agents: await allTraces(),
    env,
    pid: machine.pid,
    processes: machine.processes(),
    hasTerminal: interactive,
  })
  const file = userConfigFile({}, machine.accountHome, platform)
  if (found !== null && !readAllowAgents(file)) {
    throw new ReflectError(
      'needs-person',
      `\`reflect ${command}\` needs a person, and ${found.agent} started it (${found.sign})`,
      {
        remedy: `Run it yourself, in a terminal of your own. \`allowAgents: true\` in ${shorten(file, machine.accountHome)} lets agents do it.`,
      },
    )
  }
  if (interactive || yes) return
  throw new ReflectError(
    'usage',
    `\`reflect ${command}\` needs a person, and there is no terminal`,
    {
      remedy: 'Run it in a terminal, or pass --yes.',
    },
  )
}

async function allTraces(): Promise<Record<string, AgentTraces>> {
  const loaded = await Promise.all(Object.keys(agents).map(loadAgent))
  return Object.fromEntries(
    loaded.flatMap(({ id, traces }) => (traces === undefined ? [] : [[id, traces]])),
  )
}
