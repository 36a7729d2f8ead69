import type { Client } from '../frame/client.js'
import type { Wire } from '../frame/model-script.js'
import { putFile } from '../frame/put-file.js'
import { chatCompletions } from '../wires/chat-completions.js'

const PLATFORM = `@xai-official/grok-${process.platform}-${process.arch}/bin`

/** Titles and status lines are asked for with tools on offer; they are side questions all the same. */
const wire: Wire = {
  ...chatCompletions,
  read: (path, body) => {
    const asked = chatCompletions.read(path, body)
    if (asked === null) return null
    const isSide =
      asked.tools.includes('session_title') ||
      /Write an ultra-short dashboard line/.test(asked.messages.at(-1)?.text ?? '')
    return isSide ? { ...asked, tools: [] } : asked
  },
}

export const grok: Client = {
  agent: 'grok',
  title: 'Grok Build',
  packageName: '@xai-official/grok',
  version: '1.0.41',
  program: `${PLATFORM}/grok`,
  packed: `${PLATFORM}/grok.br`,
  stopEvent: 'Stop',
  plugin: {
    add: (url) => [
      ['plugin', 'marketplace', 'add', url],
      ['plugin', 'install', 'reflectory', '--trust'],
    ],
    remove: [['plugin', 'uninstall', 'reflectory', '--confirm']],
    silent: 'a session has the hooks of a plugin only once its user reloads them there',
  },
  trust: {
    file: '.grok/trusted_folders.toml',
    says: (root) => `[folders.${JSON.stringify(root)}]\ntrusted = true\n`,
    argument: '--trust',
  },
  asksAsideByTime: true,
  wire,
  shellCall: (command) => ({
    name: 'run_terminal_command',
    args: { command, description: 'run it' },
  }),
  configure: ({ home, modelUrl }) =>
    putFile(
      home,
      '.grok/config.toml',
      `[models]
default = "scripted"

[model.scripted]
model = "scripted"
base_url = "${modelUrl}/v1"
api_key = "none"
api_backend = "chat_completions"
`,
    ),
  turn: (prompt) => ({
    args: ['-p', prompt, '-m', 'scripted', '--trust', '--always-approve'],
    env: {},
  }),
}
