import { describe, expect, it } from 'vitest'
import { codexInstaller } from './install.js'
import { trustHash, untrustedHooks } from './untrusted-hooks.js'

const FILE = '/home/my u/.codex/hooks.json'
const HOOK = { node: '/usr/bin/node', script: '/home/my u/.local/share/reflectory/1.0.0/hook.cjs' }
const untrusted = (text: string, config: string) => untrustedHooks({ file: FILE, text }, config)
const add = (text: string | null) => codexInstaller.add(text, HOOK, FILE)

/** As the client writes it down when its user agrees to every handler of the file. */
function agreed(text: string, at = 0): string {
  const { hooks } = JSON.parse(text) as { hooks: Record<string, { hooks: object[] }[]> }
  return Object.entries(hooks)
    .map(([event, groups]) => {
      const name = event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
      const hash = trustHash(name, groups[at]!.hooks[0])
      return `[hooks.state."${FILE}:${name}:${at}:0"]\ntrusted_hash = "${hash}"\n`
    })
    .join('\n')
}

describe('trustHash', () => {
  it('is the one that the client computes', () => {
    const handler = { type: 'command', command: 'node /x.cjs codex PreCompact', timeout: 20 }
    expect(trustHash('pre_compact', handler)).toBe(
      'sha256:4afd46a6f9eabb9ea5dbeb13425d2a537e0a5dc27fccf0e1d32a2587537a20bd',
    )
  })
})

describe('hooks of ours', () => {
  it('are all untrusted before anybody was asked', () => {
    const found = untrusted(add(null), 'model = "x"\n')
    expect(found.map(({ event }) => event)).toEqual([...codexInstaller.entries])
    expect(found[0]).toEqual({ event: 'SessionStart', line: 6, changed: false })
  })

  it('are trusted as they were agreed to, also after the hooks of others', () => {
    expect(untrusted(add(null), agreed(add(null)))).toEqual([])
    const others = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say"}]}]}}'
    const stop = untrusted(add(others), agreed(add(null))).map(({ event }) => event)
    expect(stop).toEqual(['Stop'])
  })

  it('are changed when they are of another version than was agreed to', () => {
    const newer = { ...HOOK, script: HOOK.script.replace('1.0.0', '2.0.0') }
    const found = untrusted(codexInstaller.add(null, newer, FILE), agreed(add(null)))
    expect(found).toHaveLength(codexInstaller.entries.length)
    expect(found.every(({ changed }) => changed)).toBe(true)
  })

  it.each(['', '{', '[]'])('are none in %j', (text) => {
    expect(untrusted(text, '')).toEqual([])
  })
})
