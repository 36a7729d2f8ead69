/** OpenCode's plugin folder: our plugin is one file of our own there. https://opencode.ai/docs/plugins */
import path from 'node:path'
import { clientInstaller } from '../client-installer.js'
import { ownModule } from '../own-module.js'

export const opencodeInstaller = clientInstaller(
  {
    id: 'opencode',
    title: 'OpenCode',
    program: 'opencode',
    packageName: 'opencode-ai',
    inProject: '.opencode',
    file: path.join('plugin', 'reflectory.js'),
    whenSilent:
      'It loads plugins when it starts, and none with --pure. `$XDG_CONFIG_HOME` points it to another folder.',
    skillsToo: { project: ['.claude'], home: ['.opencode', '.claude'] },
  },
  // A hook that is gone must not cost a session.
  ownModule(
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
)
