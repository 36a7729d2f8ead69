/** Gemini CLI's settings. */
import { clientInstaller, systemFile } from '../client-installer.js'
import { namedTrust } from '../folder-trust.js'
import { HOOK_NAME } from '../hook-table.js'
import { settingsHooks } from '../settings-hooks.js'

export const geminiInstaller = clientInstaller(
  {
    id: 'gemini',
    title: 'Gemini CLI',
    program: 'gemini',
    packageName: '@google/gemini-cli',
    inProject: '.gemini',
    file: 'settings.json',
    whenSilent:
      'Type /hooks in it: it lists what it loaded when it started, ' +
      'those of a project only in a folder that you trust. ' +
      '`$GEMINI_CLI_HOME` points it to another folder.',
    trust: namedTrust('gemini'),
    switches: (place) => [
      systemFile(place, 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', {
        darwin: '/Library/Application Support/GeminiCli',
        win32: 'C:\\ProgramData\\gemini-cli',
        linux: '/etc/gemini-cli',
      }),
    ],
  },
  // All hooks, or ours by their name.
  settingsHooks('gemini', {
    off: { 'hooksConfig.enabled': false, 'hooksConfig.disabled': HOOK_NAME },
  }),
)
