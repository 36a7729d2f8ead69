import { expect, it } from 'vitest'
import { machineOf, processEntry as entry } from './__fixtures__/processes.js'
import { lookAtProcess } from './look-for-person.js'

const CHROME = '/opt/google/chrome/chrome'
const TMUX = entry(22, 1, '/usr/bin/tmux')
const SHELL = entry(23, 22, '/usr/bin/bash')

it.each([
  ['a browser’s', [entry(50, 23, CHROME), entry(60, 50, `${CHROME} --type=utility`)], true],
  ['another program’s', [entry(50, 23, '/usr/bin/python3'), entry(60, 50, '/usr/bin/curl')], false],
  [
    'a browser’s of which its words alone are known',
    [
      entry(60, 1, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', {
        program: null,
      }),
    ],
    true,
  ],
])('a connected process is %s, and no more than its own program', async (_, own, isBrowser) => {
  const machine = machineOf('/none', [TMUX, SHELL, ...own])
  const seen = await lookAtProcess(60, machine, { env: {}, home: '/none', platform: 'linux' })
  const processes = own.length === 2 && isBrowser ? ['60 60', '50 50'] : ['60 60']
  expect(seen).toMatchObject({ processes, isBrowser })
})
