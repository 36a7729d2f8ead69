import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pluginFiles } from '../../src/wiring/plugin-files.js'

const files = pluginFiles('1.2.3')
const HOOKS: Readonly<Record<string, { file: string; stop: string; root: string }>> = {
  codex: { file: 'plugin/hooks/codex.json', stop: 'Stop', root: '${CLAUDE_PLUGIN_ROOT}' },
  copilot: { file: 'plugin/hooks/copilot.json', stop: 'agentStop', root: '${CLAUDE_PLUGIN_ROOT}' },
  droid: { file: 'plugin/hooks.json', stop: 'Stop', root: '${CLAUDE_PLUGIN_ROOT}' },
  grok: { file: 'plugin/hooks/grok.json', stop: 'Stop', root: '${CLAUDE_PLUGIN_ROOT}' },
  gemini: { file: 'hooks/hooks.json', stop: 'AfterAgent', root: '${extensionPath}/plugin' },
  qwen: { file: 'qwen-extension.json', stop: 'Stop', root: '${CLAUDE_PLUGIN_ROOT}/plugin' },
}

describe('the files of the plugin', () => {
  it.each(Object.entries(HOOKS))(
    'start the hook of %s by its name and its event, quoted, from the folder of the client',
    (agent, { file, stop, root }) => {
      const { hooks } = JSON.parse(files[file]!) as { hooks: Record<string, unknown[]> }
      const [entry] = hooks[stop] as { hooks?: { command: string }[]; bash?: string }[]
      const line = entry!.bash ?? entry!.hooks![0]!.command
      expect(line).toBe(`node "${root}/hook.cjs" ${agent} ${stop}`)
    },
  )

  it('hand Claude Code a program with arguments, which needs no quoting', () => {
    const { hooks } = JSON.parse(files['plugin/hooks/claude-code.json']!) as {
      hooks: Record<string, { hooks: object[] }[]>
    }
    expect(hooks['Stop']![0]!.hooks[0]).toMatchObject({
      command: 'node',
      args: ['${CLAUDE_PLUGIN_ROOT}/hook.cjs', 'claude-code', 'Stop'],
    })
  })

  it('name no path of a machine, and no program but node', () => {
    for (const [name, text] of Object.entries(files)) {
      expect({ name, found: /\/home\/|\/usr\/|\/tmp\/|reflect hook/.test(text) }).toEqual({
        name,
        found: false,
      })
    }
  })

  it('carry the same weights as the sources, so that git keeps them once', () => {
    for (const name of ['acts', 'requests', 'replies']) {
      const [built, source] = ['plugin', 'src/read/prose'].map((folder) =>
        readFileSync(`${folder}/weights/${name}.bin`),
      )
      expect(built!.equals(source!)).toBe(true)
    }
  })
})
