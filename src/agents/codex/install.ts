/**
 * Codex's hooks file, which lies beside its config and may hold others' hooks. Its config is read and
 * never written. https://developers.openai.com/codex/hooks
 */
import path from 'node:path'
import { clientInstaller } from '../client-installer.js'
import { settingsHooks } from '../settings-hooks.js'
import { hookTrust } from './untrusted-hooks.js'

export const codexInstaller = clientInstaller(
  {
    id: 'codex',
    title: 'Codex',
    program: 'codex',
    packageName: '@openai/codex',
    inProject: '.codex',
    file: 'hooks.json',
    whenSilent:
      'Type /hooks in it: it lists them, and runs only those that you trust. `$CODEX_HOME` points it to another folder.',
    switches: (place) => [
      hookTrust.file(place),
      path.join(place.projectRoot, '.codex', 'config.toml'),
    ],
    trust: hookTrust,
  },
  // The second name is the older one of the same switch.
  settingsHooks('codex', { off: { 'features.hooks': false, 'features.codex_hooks': false } }),
)
