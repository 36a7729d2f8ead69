import type { Client } from '../frame/client.js'
import { putFile } from '../frame/put-file.js'
import { chatCompletions } from '../wires/chat-completions.js'

export const droid: Client = {
  agent: 'droid',
  title: 'Droid',
  packageName: `@factory/cli-${process.platform}-${process.arch}`,
  version: '0.225.2',
  program: `@factory/cli-${process.platform}-${process.arch}/bin/droid`,
  stopEvent: 'Stop',
  plugin: {
    // It names the marketplace after the repository.
    add: (url) => [
      ['plugin', 'marketplace', 'add', url],
      ['plugin', 'install', 'reflectory@reflectory'],
    ],
    remove: [['plugin', 'uninstall', 'reflectory@reflectory']],
  },
  hearsNothing: 'with exec it tells no prompt, and of calls only those that went well',
  wire: chatCompletions,
  shellCall: (command) => ({
    name: 'Execute',
    args: { command, summary: 'run it', riskLevel: 'low', riskLevelReason: 'a test' },
  }),
  configure: ({ home, modelUrl }) =>
    putFile(
      home,
      '.factory/settings.json',
      JSON.stringify({
        customModels: [
          {
            model: 'scripted',
            displayName: 'Scripted',
            baseUrl: `${modelUrl}/v1`,
            apiKey: 'none',
            provider: 'generic-chat-completion-api',
            maxOutputTokens: 4000,
          },
        ],
      }),
    ),
  turn: (prompt) => ({
    args: ['exec', '--skip-permissions-unsafe', '-m', 'custom:scripted', prompt],
    // Else it looks for its maker's servers, for seconds.
    env: { FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false', FACTORY_AIRGAP_ENABLED: 'true' },
  }),
}
