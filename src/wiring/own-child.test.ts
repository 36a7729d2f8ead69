import { expect, it } from 'vitest'
import { isOwnChild } from './own-child.js'
import { INIT, processEntry as entry } from './person/__fixtures__/processes.js'

it.each([
  ['reflect serve', 'node /opt/reflectory/dist/cli/bin.cjs serve', true],
  ['the command itself', '/usr/local/bin/reflect tasks run x', true],
  [
    'a hook that asks a model',
    'node /home/ada/.local/share/reflectory/1/hook.cjs claude-code',
    true,
  ],
  ['a shell', '/usr/bin/bash', false],
  ['a program of another', 'node /srv/app/bin.js', false],
  ['a file that is only named', 'vim a b /opt/reflectory/dist/cli/bin.cjs', false],
])('what runs below %s', (_title, command, isOurs) => {
  const table = [
    INIT,
    entry(20, 1, command),
    entry(30, 20, 'claude'),
    entry(1000, 30, 'node hook.cjs'),
  ]
  expect(isOwnChild(1000, table)).toBe(isOurs)
})
