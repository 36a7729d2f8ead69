import path from 'node:path'
import type { Client } from '../frame/client.js'
import { chatCompletions } from '../wires/chat-completions.js'

export const copilot: Client = {
  agent: 'copilot',
  title: 'Copilot CLI',
  packageName: '@github/copilot',
  version: '1.0.102',
  program: '.bin/copilot',
  stopEvent: 'agentStop',
  plugin: {
    add: (url) => [
      ['plugin', 'marketplace', 'add', url],
      ['plugin', 'install', 'reflectory@reflectory'],
    ],
    remove: [['plugin', 'uninstall', 'reflectory@reflectory']],
  },
  trust: {
    file: '.copilot/config.json',
    says: (root) => JSON.stringify({ trustedFolders: [root] }),
  },
  wire: chatCompletions,
  shellCall: (command) => ({ name: 'bash', args: { command, description: 'run it' } }),
  configure: () => undefined,
  turn: (prompt, { modelUrl, installed }) => ({
    args: ['-p', prompt, '--allow-all-tools', '--no-color'],
    env: {
      // It unpacks 235 MB where it finds none.
      COPILOT_CACHE_HOME: path.join(installed, 'cache'),
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted',
    },
  }),
}
