/** OpenCode's plugin folder: our plugin is one file of our own there. https://opencode.ai/docs/plugins */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { ownModule } from '../own-module.js'
import { sharedSkills } from '../shared-skills.js'

const FILE = path.join('plugin', 'reflectory.js')

export const opencodeInstaller: AgentInstaller = {
  title: 'OpenCode',
  whenSilent:
    'It loads plugins when it starts, and none with --pure. `$XDG_CONFIG_HOME` points it to another folder.',
  signs: (place) => ({
    program: 'opencode',
    packageName: 'opencode-ai',
    folder: userFolder(place),
  }),
  skills: sharedSkills({
    project: ['.opencode', '.claude'],
    user: (place) => [
      userFolder(place),
      path.join(place.home, '.opencode'),
      path.join(place.home, '.claude'),
    ],
  }),
  files: (place) => [
    place.scope === 'user'
      ? path.join(userFolder(place), FILE)
      : path.join(place.projectRoot, '.opencode', FILE),
  ],
  // A hook that is gone must not cost a session.
  ...ownModule(
    'OpenCode',
    `export default {
  id: 'reflectory',
  async server(input) {
    try {
      const { default: plugin } = await import(beside('opencode.mjs'))
      return await plugin.server(input, { node: NODE })
    } catch {
      return {}
    }
  },
}`,
  ),
}

/** The client looks there on every platform. */
function userFolder({ env, home }: InstallPlace): string {
  const chosen = env['XDG_CONFIG_HOME'] ?? ''
  const config = path.isAbsolute(chosen) ? chosen : path.join(home, '.config')
  return path.join(config, 'opencode')
}
