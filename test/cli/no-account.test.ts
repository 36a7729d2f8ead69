import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { BIN, openSandbox } from '../support/sandbox.js'

/** A container may run its programs as a number that no account has. */
const NO_ACCOUNT = `require('node:os').userInfo = () => {
  throw new Error('uv_os_get_passwd returned ENOENT')
}
require('node:module').syncBuiltinESMExports()
`

it.each([
  ['looks', ['status'], 0, ''],
  ['asks for a person', ['pause'], 1, '`reflect pause` needs a person'],
])('a command that %s works for a user without an account', (_, words, code, says) => {
  const sandbox = openSandbox()
  const preload = path.join(sandbox.base, 'no-account.cjs')
  writeFileSync(preload, NO_ACCOUNT)
  const { root: cwd, env } = sandbox
  const args = ['-r', preload, BIN, ...words]
  // Started by an agent, as far as it can see.
  const done = spawnSync(process.execPath, args, {
    cwd,
    env: { ...env, CLAUDECODE: '1' },
    encoding: 'utf8',
  })
  expect(done).toMatchObject({ status: code, stderr: expect.stringContaining(says) })
})
