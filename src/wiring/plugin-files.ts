/**
 * The texts that make the repository a marketplace and an extension, by their place in it. A version
 * comes in; manifests, hook files, the server's entry and the command go out. The hooks of each client are
 * those that `reflect install` would write, started from the folder that the client put the plugin into.
 */
import type { AgentInstaller } from '../agent.js'
import { claudeCodeInstaller } from '../agents/claude-code/install.js'
import { codexInstaller } from '../agents/codex/install.js'
import { copilotInstaller } from '../agents/copilot/install.js'
import { droidInstaller } from '../agents/droid/install.js'
import { geminiInstaller } from '../agents/gemini/install.js'
import { grokInstaller } from '../agents/grok/install.js'
import { qwenInstaller } from '../agents/qwen/install.js'

const NAME = 'reflectory'
const DESCRIPTION =
  'Hindsight: is it really done, what did it change and risk, what did failures teach?'

/** Where a client finds our hooks, and what it writes in the place of its plugin's folder. */
interface PluginHooks {
  installer: AgentInstaller
  file: string
  root: string
  /** What the file has besides hooks. @default nothing */
  rest?(version: string): object
}

/** Clients whose plugin is the folder `plugin`. */
const CLAUDE_ROOT = '${CLAUDE_PLUGIN_ROOT}'
/** Clients whose extension is the whole repository. */
const QWEN_ROOT = `${CLAUDE_ROOT}/plugin`
const GEMINI_ROOT = '${extensionPath}/plugin'

const HOOKS: readonly PluginHooks[] = [
  {
    installer: claudeCodeInstaller,
    file: 'plugin/hooks/claude-code.json',
    root: CLAUDE_ROOT,
  },
  { installer: codexInstaller, file: 'plugin/hooks/codex.json', root: CLAUDE_ROOT },
  { installer: copilotInstaller, file: 'plugin/hooks/copilot.json', root: CLAUDE_ROOT },
  { installer: grokInstaller, file: 'plugin/hooks/grok.json', root: CLAUDE_ROOT },
  // It takes no other name, and looks into hooks/ for hooks.json alone.
  { installer: droidInstaller, file: 'plugin/hooks.json', root: CLAUDE_ROOT },
  { installer: geminiInstaller, file: 'hooks/hooks.json', root: GEMINI_ROOT },
  {
    installer: qwenInstaller,
    file: 'qwen-extension.json',
    root: QWEN_ROOT,
    rest: (version) => ({ ...manifest(version), mcpServers: server('${extensionPath}/plugin') }),
  },
]

export function pluginFiles(version: string): Record<string, string> {
  const files: Record<string, object> = {
    '.claude-plugin/marketplace.json': {
      name: NAME,
      owner: { name: 'Reflectory' },
      description: DESCRIPTION,
      plugins: [{ name: NAME, source: './plugin', description: DESCRIPTION }],
    },
    'gemini-extension.json': { ...manifest(version), mcpServers: server(GEMINI_ROOT) },
    'plugin/.claude-plugin/plugin.json': {
      ...manifest(version),
      author: { name: 'Reflectory' },
      license: 'MIT',
      hooks: './hooks/claude-code.json',
    },
    'plugin/.codex-plugin/plugin.json': {
      ...manifest(version),
      hooks: './hooks/codex.json',
      mcpServers: './.mcp.json',
      skills: './skills/',
    },
    'plugin/.github/plugin/plugin.json': {
      ...manifest(version),
      hooks: 'hooks/copilot.json',
      mcpServers: '.mcp.json',
      skills: 'skills/',
    },
    'plugin/.grok-plugin/plugin.json': { ...manifest(version), hooks: './hooks/grok.json' },
    'plugin/.factory-plugin/plugin.json': manifest(version),
    'plugin/.mcp.json': { mcpServers: server(CLAUDE_ROOT) },
    'plugin/mcp.json': { mcpServers: server(CLAUDE_ROOT) },
  }
  for (const { file, rest, ...hooks } of HOOKS) {
    files[file] = { ...rest?.(version), ...hooksOf(hooks) }
  }
  const texts = Object.entries(files).map(([file, value]) => [file, json(value)])
  return { ...(Object.fromEntries(texts) as Record<string, string>), ...COMMANDS }
}

const manifest = (version: string) => ({ name: NAME, version, description: DESCRIPTION })

const server = (root: string) => ({ [NAME]: { command: 'node', args: [`${root}/mcp.cjs`] } })

/** A word that no quoting changes, for where our script is named. */
const SCRIPT = '/reflectory/plugin/hook.cjs'

function hooksOf({ installer, root }: Pick<PluginHooks, 'installer' | 'root'>): object {
  const text = installer.add(null, { node: 'node', script: SCRIPT }, 'plugin')
  return JSON.parse(text, (key, value: unknown) =>
    typeof value !== 'string'
      ? value
      : key === 'powershell'
        ? value.replace(SCRIPT, `"$env:CLAUDE_PLUGIN_ROOT/hook.cjs"`)
        : // An argument is a word already; in a command line a space has to be kept in it.
          value === SCRIPT
          ? `${root}/hook.cjs`
          : value.replace(SCRIPT, `"${root}/hook.cjs"`),
  ) as object
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** What the person reads who asks for it; the agent does nothing but pass it on. */
const HOW = `Reflectory is installed and does nothing until its user switches it on. \
Do not switch it on yourself and run no command. Show the user these lines as they stand:

To switch it on, put the line \`mode: solo\` into the file
  Linux, macOS: ~/.config/reflectory/reflection.yaml
  Windows: %APPDATA%\\reflectory\\reflection.yaml
or run \`npx reflectory init\` in a terminal of your own. \`mode: off\` switches it off again.
It needs Node 22.16 or newer. \`npx reflectory doctor\` says whether its hooks fire.`

const TITLE = 'How to switch Reflectory on or off'

const COMMANDS: Readonly<Record<string, string>> = {
  'plugin/commands/reflectory.md': `---\ndescription: ${TITLE}\n---\n\n${HOW}\n`,
  'plugin/skills/reflectory/SKILL.md': `---\nname: reflectory\ndescription: ${TITLE}. Use only when the user asks about Reflectory.\n---\n\n${HOW}\n`,
  'commands/reflectory.toml': `description = "${TITLE}"\nprompt = '''\n${HOW}\n'''\n`,
  'plugin/README.md':
    `# Reflectory\n\n${DESCRIPTION} This folder is built by \`npm run plugin\` from the sources beside it; ` +
    'it is the plugin that\nClaude Code, Codex, Copilot CLI, Droid and Grok Build install from this repository, ' +
    'and what its extension\nfor Qwen Code and Gemini CLI starts. See [docs/agents.md](../docs/agents.md).\n',
}
