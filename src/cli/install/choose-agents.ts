import type { AgentInstaller } from '../../agent.js'
import { agents } from '../../wiring/agent-registry.js'
import { ReflectError } from '../../schema/error.js'
import { nearest } from '../../util/nearest.js'
import { loadInstallers } from '../../wiring/client-signs.js'

/** The installers of the agents that were named; refuses what we don't know or can't install. */
export async function chooseAgents(
  names: readonly string[],
): Promise<[id: string, installer: AgentInstaller][]> {
  const installers = await loadInstallers()
  const ids = installers.map(([id]) => id)
  for (const name of names) {
    if (ids.includes(name)) continue
    const near = nearest(name, ids)
    const problem = Object.hasOwn(agents, name)
      ? `"${name}" is connected by hand: call \`reflect hook ${name}\` from it`
      : `There is no agent "${name}"`
    throw new ReflectError('usage', problem, {
      remedy: `${near === null ? '' : `Did you mean ${near}? `}Agents: ${ids.join(', ')}.`,
    })
  }
  return installers.filter(([id]) => names.includes(id))
}
