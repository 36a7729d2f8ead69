import { describe, expect, it } from 'vitest'
import { opencodeInstaller as installer } from './install.js'

const hook = { node: '/opt/no de/node', script: '/home/u/reflectory/0.1.0/hook.cjs' }
const FILE = '/home/u/.config/opencode/plugin/reflectory.js'
const place = {
  scope: 'user',
  home: '/home/u',
  projectRoot: '/srv/shop',
  env: {},
  platform: 'linux',
} as const
const ours = installer.add(null, hook, FILE)

it.each([
  { scope: 'user', env: {}, file: FILE },
  {
    scope: 'user',
    env: { XDG_CONFIG_HOME: '/etc/u' },
    file: '/etc/u/opencode/plugin/reflectory.js',
  },
  { scope: 'user', env: { XDG_CONFIG_HOME: 'here' }, file: FILE },
  { scope: 'project', env: {}, file: '/srv/shop/.opencode/plugin/reflectory.js' },
] as const)('is one file for the $scope: $file', ({ scope, env, file }) => {
  expect(installer.file({ ...place, scope, env })).toBe(file)
})

it('knows its file again, with what it starts', () => {
  expect(installer.inspect(ours, FILE)).toEqual({
    ok: true,
    hooks: [{ entry: 'plugin', ...hook, line: 4 }],
    switchedOff: null,
  })
  expect(ours.split('\n')[3]).toContain(hook.node)
})

it('is a module that the client can load, and that does nothing when the hook is gone', async () => {
  const url = `data:text/javascript;base64,${Buffer.from(ours).toString('base64')}`
  const { default: plugin, ...others } = (await import(url)) as {
    default: { id: string; server(input: object): Promise<object> }
  }
  expect(plugin.id).toBe('reflectory')
  expect(others).toEqual({})
  expect(await plugin.server({})).toEqual({})
})

describe('a foreign file', () => {
  const theirs = ['export const Notify = async () => ({})\n', `// mine\n${ours}`]
  it.each(theirs)('is neither ours nor replaced nor removed: %j', (text) => {
    expect(installer.inspect(text, FILE)).toEqual({ ok: true, hooks: [], switchedOff: null })
    expect(installer.remove(text, null, FILE)).toBe(text)
    expect(() => installer.add(text, hook, FILE)).toThrow(/the file is not ours/)
  })

  it.each([
    ours.replace(/^const NODE.*$/m, 'const NODE = 7'),
    ours.replace(/^const HOOK.*$/m, 'const HOOK = "broken'),
    ours.replace(/^const HOOK.*\n/m, ''),
  ])('is ours no longer when what it starts was taken out', (text) => {
    expect(installer.inspect(text, FILE)).toMatchObject({ hooks: [] })
  })
})

it('leaves nothing that anybody would miss', () => {
  expect(installer.isBlank(installer.remove(ours, null, FILE))).toBe(true)
  expect(installer.isBlank(ours)).toBe(false)
})
