import path from 'node:path'

export interface HomePlace {
  home: string
  env: Readonly<Record<string, string | undefined>>
}

/** Where clients keep a user's own things: a folder in the home, which a variable may lead away from. */
interface Folder {
  variable?: string
  /** What the variable stands for. */
  instead: string
  /** Where in it the client's own folder lies. @default it is the client's own */
  below?: string
}

const FOLDERS = {
  'claude-code': { variable: 'CLAUDE_CONFIG_DIR', instead: '.claude' },
  codex: { variable: 'CODEX_HOME', instead: '.codex' },
  copilot: { variable: 'COPILOT_HOME', instead: '.copilot' },
  cursor: { instead: '.cursor' },
  droid: { variable: 'FACTORY_HOME_OVERRIDE', instead: '', below: '.factory' },
  gemini: { variable: 'GEMINI_CLI_HOME', instead: '', below: '.gemini' },
  grok: { variable: 'GROK_HOME', instead: '.grok' },
  opencode: { variable: 'XDG_CONFIG_HOME', instead: '.config', below: 'opencode' },
  'opencode data': { variable: 'XDG_DATA_HOME', instead: '.local/share', below: 'opencode' },
  pi: { variable: 'PI_CODING_AGENT_DIR', instead: '.pi/agent' },
  qwen: { variable: 'QWEN_HOME', instead: '.qwen' },
} satisfies Record<string, Folder>

export type ClientId = keyof typeof FOLDERS

/** Where a client keeps its own things for a user. */
export function clientFolder(client: ClientId, { home, env }: HomePlace): string {
  const { variable = '', instead, below = '' }: Folder = FOLDERS[client]
  const chosen = env[variable] ?? ''
  return path.join(path.isAbsolute(chosen) ? chosen : path.join(home, instead), below)
}
