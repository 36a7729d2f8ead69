/** Copilot CLI reads every file in its hooks folder: ours is a file of our own. */
import path from 'node:path'
import { parseJsonText, valueOf } from '../../util/json-text.js'
import { asList, asRecord } from '../../util/loose-json.js'
import { clientFolder } from '../client-folder.js'
import { clientInstaller } from '../client-installer.js'
import { folderTrust } from '../folder-trust.js'
import { settingsHooks } from '../settings-hooks.js'

export const copilotInstaller = clientInstaller(
  {
    id: 'copilot',
    title: 'Copilot CLI',
    program: 'copilot',
    packageName: '@github/copilot',
    inProject: '.github',
    file: path.join('hooks', 'reflectory.json'),
    whenSilent:
      'It reads hooks when it starts, those of a project only after you trusted the folder. `$COPILOT_HOME` points it to another folder.',
    switches: (place) =>
      ['settings.json', 'config.json'].map((name) =>
        path.join(clientFolder('copilot', place), name),
      ),
    trust: folderTrust('copilot', 'config.json', (text) => {
      const parsed = parseJsonText(text)
      const config = asRecord(parsed.ok ? valueOf(parsed.root) : null)
      const folders = [config['trustedFolders'], config['trusted_folders']].flatMap(asList)
      return folders.map((folder) => [String(folder), true])
    }),
    skillsToo: { project: ['.claude'] },
  },
  settingsHooks('copilot', { off: { disableAllHooks: true }, skeleton: { version: 1 } }),
)
