/**
 * Grok Build's hooks folder: every file in it is read, and ours is a file of our own. It also runs the
 * hooks of `~/.claude/settings.json`; a hook of ours that it starts from there knows its client.
 */
import path from 'node:path'
import { clientFolder } from '../client-folder.js'
import { clientInstaller } from '../client-installer.js'
import { folderTrust } from '../folder-trust.js'
import { readToml } from '../toml-entries.js'
import { settingsHooks } from '../settings-hooks.js'

export const grokInstaller = clientInstaller(
  {
    id: 'grok',
    title: 'Grok Build',
    program: 'grok',
    packageName: '@xai-official/grok',
    inProject: '.grok',
    file: path.join('hooks', 'reflectory.json'),
    whenSilent:
      'Type /hooks in it: it lists them, those of a project only after /hooks-trust. `$GROK_HOME` points it to another folder.',
    switches: (place) =>
      [clientFolder('grok', place), ...(place.platform === 'win32' ? [] : ['/etc/grok'])].flatMap(
        (folder) =>
          ['requirements.toml', 'managed_config.toml'].map((name) => path.join(folder, name)),
      ),
    trust: folderTrust('grok', 'trusted_folders.toml', (text) =>
      readToml(text).flatMap(({ key: [table, folder = '', name], value }) =>
        table === 'folders' && name === 'trusted' ? [[folder, value === true]] : [],
      ),
    ),
    skillsToo: { project: ['.claude'] },
  },
  // By which only the hooks of an organization run.
  settingsHooks('grok', { off: { allow_managed_hooks_only: true, allowManagedHooksOnly: true } }),
)
