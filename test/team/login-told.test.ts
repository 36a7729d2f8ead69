/** Where a person is told that this machine takes part in a team, and when it does so no more. */
import { expect, it } from 'vitest'
import { putOffDelivery } from '../../src/team/want-delivery.js'
import { openCli } from '../support/open-cli.js'
import { JOINED, openLiar, says } from './open-liar.js'
import type { Lie } from './open-liar.js'

const ME = { ...JOINED, name: 'Ada', scope: 'project' }
const refuses: Lie = (response) =>
  response.writeHead(401).end('{"detail":"A valid token is needed"}')

async function openLoggedIn(answer: Lie) {
  const cli = openCli()
  await cli.run(['login', await openLiar(answer), '--name', 'Ada', '--yes'])
  return cli
}

it.each([
  ['that it is in', says(ME), 'ok', 'in shop at http://127.0.0.1:'],
  [
    'that its token ends soon',
    says({ ...ME, expiresAt: '2000-01-01T00:00:00.000Z' }),
    'notice',
    '',
  ],
  ['that its token ended', refuses, 'broken', 'A valid token is needed'],
  ['that no one is there', ((response) => response.destroy()) as Lie, 'broken', "can't be reached"],
])('doctor asks the server, and says %s', async (_, answer, state, said) => {
  const { out } = await (await openLoggedIn(answer)).run(['doctor'])
  const line = out.split('\n').find((one) => / team  /.test(one)) ?? ''
  expect([line.split(/ +/)[0], line.includes(said)]).toEqual([state, true])
})

it.each([
  ['no hook', '', 'No agent has the hooks here: `reflect install <agent> --mode solo` first.'],
  ['the mode off', 'off', 'The mode is off here: `reflect install <agent> --mode solo` first.'],
  ['hooks that record', 'solo', '2099-01-01. Sessions send and fetch from now on'],
])('login says what is missing with %s', async (_, mode, said) => {
  const cli = openCli()
  cli.putHome('.claude/settings.json', '{}')
  if (mode !== '') await cli.run(['install', 'claude-code', '--mode', mode, '--yes'])
  const { out } = await cli.run(['login', await openLiar(says(ME)), '--name', 'Ada', '--yes'])
  expect(out).toContain(said)
})

it('whoever is out is told how to come in', async () => {
  const { notes } = await (await openLoggedIn(refuses)).run(['sync'])
  expect(notes).toContain('Ask an owner for an invite (`reflect team invite`)')
})

it('status says that deliveries fail, after the first one too', async () => {
  const cli = await openLoggedIn(refuses)
  for (const [failures, said] of [
    [1, 'the last delivery failed'],
    [3, 'the last 3 deliveries failed'],
  ] as const) {
    putOffDelivery(cli.stateDir(), failures, new Date())
    expect((await cli.run(['status'])).out).toContain(said)
  }
})

it.each([
  ['records', 'What goes to the team shop at http://127.0.0.1:', 'and no prompt or message'],
  ['messages', 'What goes to the team shop at http://127.0.0.1:', 'what was asked for'],
])('init says what goes to the team with %s', async (share, where, what) => {
  const cli = await openLoggedIn(refuses)
  cli.putHome('.config/reflectory/reflection.yaml', `mode: solo\nteam: {share: ${share}}\n`)
  const { out } = await cli.run(['init'])
  expect(out).toContain(where)
  expect(out).toContain(what)
  expect(out).not.toContain('Nothing leaves this machine:')
})
