import type { Client } from '../frame/client.js'
import { putFile } from '../frame/put-file.js'
import { gemini as wire } from '../wires/gemini.js'

export const gemini: Client = {
  agent: 'gemini',
  title: 'Gemini CLI',
  packageName: '@google/gemini-cli',
  version: '0.61.0',
  program: '.bin/gemini',
  stopEvent: 'AfterAgent',
  plugin: {
    add: (url) => [['extensions', 'install', url, '--consent']],
    remove: [['extensions', 'uninstall', 'reflectory']],
  },
  // Its own start-up clock, which it loses now and then, with us and without.
  noise: /^\[STARTUP\] .*cleanup_ops/,
  wire,
  shellCall: (command) => ({
    name: 'run_shell_command',
    args: { command, description: 'run it' },
  }),
  configure: ({ home }) =>
    putFile(
      home,
      '.gemini/settings.json',
      JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      }),
    ),
  turn: (prompt, { modelUrl }) => ({
    args: ['-m', 'gemini-2.5-flash', '-p', prompt, '--yolo'],
    env: {
      // Else it starts itself once more, with another limit of memory.
      GEMINI_CLI_NO_RELAUNCH: '1',
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
  }),
}
