import { eventOf, HOOK_ENTRIES, hookGroup } from './hook-group.js'

const NAME = 'reflectory'
const DESCRIPTION =
  'Hindsight: is it really done, what did it change and risk, what did failures teach?'
/** The client writes the plugin's folder here, wherever it put it. */
const ROOT = '${CLAUDE_PLUGIN_ROOT}'

/**
 * The texts of a Claude Code plugin, by their place in its folder; the programs that they start lie
 * at its root. The folder is also a marketplace of its one plugin, so that it can be installed from
 * where it lies. https://code.claude.com/docs/en/plugins-reference
 */
export function pluginFiles(version: string): Record<string, string> {
  const hook = { node: 'node', script: `${ROOT}/hook.cjs` }
  const hooks: Record<string, object[]> = {}
  for (const entry of HOOK_ENTRIES) (hooks[eventOf(entry)] ??= []).push(hookGroup(entry, hook))
  return {
    '.claude-plugin/plugin.json': json({
      name: NAME,
      version,
      description: DESCRIPTION,
      license: 'MIT',
    }),
    '.claude-plugin/marketplace.json': json({
      name: NAME,
      owner: { name: 'Reflectory' },
      plugins: [{ name: NAME, source: './', description: DESCRIPTION }],
    }),
    'hooks/hooks.json': json({ description: DESCRIPTION, hooks }),
    '.mcp.json': json({ mcpServers: { [NAME]: { command: 'node', args: [`${ROOT}/mcp.cjs`] } } }),
  }
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
