/** Droid's settings. */
import { clientInstaller } from '../client-installer.js'
import { settingsHooks } from '../settings-hooks.js'

export const droidInstaller = clientInstaller(
  {
    id: 'droid',
    title: 'Droid',
    program: 'droid',
    packageName: '@factory/cli',
    inProject: '.factory',
    file: 'settings.json',
    whenSilent:
      'Type /hooks in it: it lists them. `$FACTORY_HOME_OVERRIDE` points it to another home.',
  },
  // By the person, or by the organization.
  settingsHooks('droid', {
    off: { 'hooks.hooksDisabled': true, 'general.allowManagedHooksOnly': true },
  }),
)
