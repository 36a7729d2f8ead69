import type { Client } from '../frame/client.js'
import { putFile } from '../frame/put-file.js'
import { chatCompletions } from '../wires/chat-completions.js'

export const qwen: Client = {
  agent: 'qwen',
  title: 'Qwen Code',
  packageName: '@qwen-code/qwen-code',
  version: '0.24.4',
  program: '.bin/qwen',
  stopEvent: 'Stop',
  plugin: {
    add: (url) => [['extensions', 'install', url, '--consent']],
    remove: [['extensions', 'uninstall', 'reflectory']],
  },
  wire: chatCompletions,
  shellCall: (command) => ({
    name: 'run_shell_command',
    args: { command, description: 'run it', is_background: false },
  }),
  configure: ({ home }) =>
    putFile(
      home,
      '.qwen/settings.json',
      JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
      }),
    ),
  turn: (prompt, { modelUrl }) => ({
    args: ['-p', prompt, '--yolo', '--output-format', 'text'],
    env: {
      // Else it starts itself once more, with another limit of memory.
      QWEN_CODE_NO_RELAUNCH: '1',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_MODEL: 'scripted',
    },
  }),
}
