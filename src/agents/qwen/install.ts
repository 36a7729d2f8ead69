/** Qwen Code's settings. */
import { clientInstaller, systemFile } from '../client-installer.js'
import { namedTrust } from '../folder-trust.js'
import { settingsHooks } from '../settings-hooks.js'

export const qwenInstaller = clientInstaller(
  {
    id: 'qwen',
    title: 'Qwen Code',
    program: 'qwen',
    packageName: '@qwen-code/qwen-code',
    inProject: '.qwen',
    file: 'settings.json',
    whenSilent:
      'Type /hooks in it: it lists what it loaded when it started, ' +
      'those of a project only in a folder that you trust. `$QWEN_HOME` points it to another folder.',
    trust: namedTrust('qwen'),
    switches: (place) => [
      systemFile(place, 'QWEN_CODE_SYSTEM_SETTINGS_PATH', {
        darwin: '/Library/Application Support/QwenCode',
        win32: 'C:\\ProgramData\\qwen-code',
        linux: '/etc/qwen-code',
      }),
    ],
  },
  settingsHooks('qwen', { off: { disableAllHooks: true } }),
)
