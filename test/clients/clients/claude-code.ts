import path from 'node:path'
import type { Client } from '../frame/client.js'
import { putFile } from '../frame/put-file.js'
import { messages } from '../wires/messages.js'

const KEY = 'sk-none'

export const claudeCode: Client = {
  agent: 'claude-code',
  title: 'Claude Code',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.325',
  // The package's own `claude` is put in place by a script of its installation, which isn't run.
  program: `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  stopEvent: 'Stop',
  plugin: {
    add: (url) => [
      ['plugin', 'marketplace', 'add', url],
      ['plugin', 'install', 'reflectory@reflectory'],
    ],
    remove: [['plugin', 'uninstall', 'reflectory@reflectory']],
  },
  echo: /^Stop hook blocking error from command: /,
  // Written when it comes round to it.
  leaves: /^\.claude\/\.last-cleanup$/,
  wire: messages,
  shellCall: (command) => ({ name: 'Bash', args: { command, description: 'run it' } }),
  configure: ({ home, root }) => {
    putFile(home, '.claude/settings.json', '{}\n')
    // What a person has answered before they first use it in a terminal.
    const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
    putFile(
      home,
      '.claude/.claude.json',
      JSON.stringify({
        hasCompletedOnboarding: true,
        theme: 'dark',
        bypassPermissionsModeAccepted: true,
        customApiKeyResponses: { approved: [KEY], rejected: [] },
        projects: { [root]: project },
      }),
    )
  },
  turn: (prompt, { home, modelUrl }) => ({
    args: ['-p', prompt, '--permission-mode', 'bypassPermissions', '--output-format', 'text'],
    env: {
      CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      // Without it the client refuses to let root do everything.
      IS_SANDBOX: '1',
    },
  }),
}
