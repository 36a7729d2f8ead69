/** Copilot CLI reads every file in its hooks folder: ours is a file of our own. */
import path from 'node:path'
import { clientFolder } from '../client-folder.js'
import { clientInstaller } from '../client-installer.js'
import { settingsHooks } from '../settings-hooks.js'

export const copilotInstaller = clientInstaller(
  {
    id: 'copilot',
    title: 'Copilot CLI',
    program: 'copilot',
    packageName: '@github/copilot',
    // In a project it reads them only after its user trusted the folder.
    inProject: '.github',
    file: path.join('hooks', 'reflectory.json'),
    whenSilent:
      'It reads hooks when it starts, those of a project only after you trusted the folder. `$COPILOT_HOME` points it to another folder.',
    switches: (place) =>
      ['settings.json', 'config.json'].map((name) =>
        path.join(clientFolder('copilot', place), name),
      ),
    skillsToo: { project: ['.claude'] },
  },
  settingsHooks('copilot', { off: { disableAllHooks: true }, skeleton: { version: 1 } }),
)
