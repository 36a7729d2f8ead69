import type { Client } from '../frame/client.js'
import { putFile } from '../frame/put-file.js'
import { serve } from '../opencode/serve.js'
import { saidIn } from '../opencode/story.js'
import { chatCompletions } from '../wires/chat-completions.js'

/** A person who reads the answer before they leave; what we would say comes within that time. */
const QUIET_MS = 3000

const RIPGREP = `@vscode/ripgrep-${process.platform}-${process.arch}`

export const opencode: Client = {
  agent: 'opencode',
  title: 'OpenCode',
  packageName: 'opencode-ai',
  version: '1.18.33',
  program: '.bin/opencode',
  stopEvent: 'session.idle',
  // With any plugin there it gets ready to install that plugin's packages, and it names its sessions
  // and snapshots by chance.
  leaves: /^\.config\/opencode\/|^\.(?:local|cache)(?:\/[a-z]+)?\/opencode/,
  // It finds skills with ripgrep, which it would fetch where there is none.
  beside: { package: `${RIPGREP}@1.18.0`, programs: `${RIPGREP}/bin` },
  skillsEnv: { OPENCODE_DISABLE_EXTERNAL_SKILLS: undefined },
  wire: chatCompletions,
  shellCall: (command) => ({ name: 'bash', args: { command, description: 'run it' } }),
  configure: ({ home, modelUrl }) =>
    putFile(home, '.config/opencode/opencode.json', JSON.stringify(settings(modelUrl), null, 2)),
  // `opencode run` ends at the first idle; what stays is `serve`, with a client that talks to it.
  turn: () => ({ args: ['serve'], env: ENV }),
  async drive({ program, prompt, cwd, env, isAsked }) {
    const start = performance.now()
    const server = await serve(program, { cwd, env })
    try {
      const session = await server.createSession()
      await server.prompt(session, prompt)
      await server.until('the end of the script', () => isAsked() && server.isIdle(session))
      const end = server.events.length
      const since = Date.now()
      const isBusy = () => server.events.slice(end).some(({ type }) => type === 'message.updated')
      await server.until('a quiet moment', () => isBusy() || Date.now() - since > QUIET_MS)
      await server.until('its end', () => server.isIdle(session))
      const stdout = saidIn(await server.messages(session))
      return { code: 0, stdout, stderr: '', ms: performance.now() - start }
    } finally {
      await server.stop()
    }
  },
}

const settings = (modelUrl: string): object => ({
  autoupdate: false,
  share: 'disabled',
  model: 'scripted/one',
  small_model: 'scripted/one',
  enabled_providers: ['scripted'],
  permission: { bash: 'allow', edit: 'allow' },
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
      models: { one: { name: 'One', tool_call: true, limit: { context: 200_000, output: 8000 } } },
    },
  },
})

const ENV = {
  // With a plugin there the client fetches its types first, and would wait for the network.
  npm_config_offline: 'true',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_SHARE: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
}
