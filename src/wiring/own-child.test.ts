import { expect, it } from 'vitest'
import { isOwnChild } from './own-child.js'
import { INIT, processEntry as entry } from './person/__fixtures__/processes.js'

const LINKS: Record<string, string> = {
  '/usr/local/bin/reflect': '/usr/local/lib/node_modules/reflectory/dist/cli/bin.cjs',
}

it.each([
  ['reflect serve', 'node /opt/reflectory/dist/cli/bin.cjs serve', true],
  ['the command by its link', 'node /usr/local/bin/reflect tasks run x', true],
  ['a shell script of that name', '/usr/bin/bash /tmp/reflect', false],
  ['a script of that name', 'node /tmp/reflect', false],
  ['a program of that name', '/tmp/reflect serve', false],
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
  expect(isOwnChild(1000, table, (file) => LINKS[file] ?? file)).toBe(isOurs)
})
