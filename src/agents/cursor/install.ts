/** Cursor's hooks file, by its documentation. */
import { clientInstaller } from '../client-installer.js'
import { settingsHooks } from '../settings-hooks.js'

export const cursorInstaller = clientInstaller(
  {
    id: 'cursor',
    title: 'Cursor',
    program: 'cursor-agent',
    packageName: 'cursor',
    inProject: '.cursor',
    file: 'hooks.json',
    whenSilent:
      'Its settings have a page Hooks, which lists them and shows what went wrong; those of a project run only where you trust it.',
    skillsToo: { project: ['.claude'] },
  },
  settingsHooks('cursor', { skeleton: { version: 1 } }),
)
