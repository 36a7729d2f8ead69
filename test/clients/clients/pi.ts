import type { Client } from '../frame/client.js'
import { putFile } from '../frame/put-file.js'
import { chatCompletions } from '../wires/chat-completions.js'

export const pi: Client = {
  agent: 'pi',
  title: 'Pi',
  packageName: '@earendil-works/pi-coding-agent',
  version: '0.87.1',
  // It wants Node 22.19 or newer.
  beside: { package: `node-${process.platform}-${process.arch}@22.23.3`, programs: '.bin' },
  program: '.bin/pi',
  stopEvent: 'Stop',
  trust: {
    file: '.pi/agent/trust.json',
    says: (root) => JSON.stringify({ [root]: true }),
    argument: '--approve',
  },
  leaves: /^\.pi\/agent\/extensions(?:\/reflectory\.js)?$/,
  wire: chatCompletions,
  shellCall: (command) => ({ name: 'bash', args: { command } }),
  configure: ({ home, modelUrl }) =>
    putFile(
      home,
      '.pi/agent/models.json',
      JSON.stringify({
        providers: {
          scripted: {
            baseUrl: `${modelUrl}/v1`,
            api: 'openai-completions',
            apiKey: 'none',
            models: [{ id: 'scripted', name: 'scripted', contextWindow: 100_000, maxTokens: 4000 }],
          },
        },
      }),
    ),
  turn: (prompt) => ({
    // A person has trusted the project.
    args: ['--provider', 'scripted', '--model', 'scripted', '--approve', '-p', prompt],
    env: { PI_OFFLINE: '1' },
  }),
}
