import type { Client } from '../frame/client.js'
import { putFile } from '../frame/put-file.js'
import { responses } from '../wires/responses.js'

export const codex: Client = {
  agent: 'codex',
  title: 'Codex',
  packageName: '@openai/codex',
  version: '0.166.0',
  program: '.bin/codex',
  stopEvent: 'Stop',
  plugin: {
    add: (url) => [
      ['plugin', 'marketplace', 'add', url],
      ['plugin', 'add', 'reflectory@reflectory'],
    ],
    remove: [['plugin', 'remove', 'reflectory@reflectory']],
  },
  noise: /^(?:hook: |warning: .*hook|Warning: .*hooks)/i,
  chance: /(?<=Chunk ID: )\w+/g,
  wire: responses,
  shellCall: (command, tools) =>
    tools.includes('exec_command')
      ? { name: 'exec_command', args: { cmd: command } }
      : { name: 'shell_command', args: { command } },
  configure: ({ home, modelUrl }) =>
    putFile(
      home,
      '.codex/config.toml',
      `model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
requires_openai_auth = false
supports_websockets = false

[analytics]
enabled = false
`,
    ),
  turn: (prompt) => ({
    // No person is there to trust the hooks by hand, as a user would with /hooks.
    args: [
      'exec',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      prompt,
    ],
    env: {},
  }),
}
