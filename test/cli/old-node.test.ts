import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { BIN, HOOK, openSandbox } from '../support/sandbox.js'

const SAID = /^Reflectory needs Node\.js 20\.19 or newer; this is 18\.20\.8\. .*\n$/
const CHECK = path.resolve('scripts/check-node.cjs')

it.each([
  ['a command', [BIN, 'status'], 1, SAID],
  ['npm start', [CHECK], 1, SAID],
  ['a hook', [HOOK, 'claude-code'], 0, /^$/],
  ["a plugin's hook", [path.resolve('plugin/hook.cjs'), 'claude-code'], 0, /^$/],
  ["a plugin's server", [path.resolve('plugin/mcp.cjs')], 1, SAID],
  ['the command of a hook', [BIN, 'hook', 'codex'], 0, /^$/],
])('%s ends at once on a Node that is too old', (_, words, code, says) => {
  const sandbox = openSandbox()
  const preload = path.join(sandbox.base, 'old.cjs')
  const versions = `{ value: { ...process.versions, node: '18.20.8' } }`
  writeFileSync(preload, `Object.defineProperty(process, 'versions', ${versions})\n`)
  const { root: cwd, env } = sandbox
  const done = spawnSync(process.execPath, ['-r', preload, ...words], {
    cwd,
    env,
    encoding: 'utf8',
  })
  expect([done.status, done.stdout]).toEqual([code, ''])
  expect(done.stderr).toMatch(says)
})

it('is the version that the package names', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: object }
  expect(engines).toEqual({ node: '>=20.19' })
})
