import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { armOf } from '../../src/memory/holdout.js'
import { openSession } from '../support/client-session.js'
import { openSandbox } from '../support/sandbox.js'

const CONFIG = '../home/.config/reflectory/reflection.yaml'
const THANKS = 'Thanks, that works perfectly, looks great!'
const DOUBT = "That's wrong, the login still fails with the same error."

/** The first name whose session is in that arm. */
const named = (arm: 'shown' | 'held_out', holdout: number): string =>
  Array.from({ length: 500 }, (_, n) => `start-${n}`).find(
    (id) => armOf('self-model', id, holdout) === arm,
  )!

it('twenty sessions make lines, which the next session is told once they are switched on', async () => {
  const sandbox = openSandbox()
  const work = async (n: number): Promise<void> => {
    const env = { CLAUDE_CODE_SESSION_ATTENDED: n < 20 ? '1' : '0' }
    const session = openSession(sandbox, 'claude-code', { sessionId: `s${n}`, env })
    await session.prompt(`Fix the login of form ${n}.`)
    sandbox.write(`src/form-${n}.ts`, 'export {}\n')
    await session.stop(`I fixed the login of form ${n}.`)
    await session.prompt(n % 2 === 0 ? THANKS : DOUBT)
    await session.end!()
  }
  for (let n = 0; n < 19; n += 1) await work(n)
  expect((await sandbox.reflect(['self'])).stdout).toMatch(/^Nothing is measured yet/)
  for (let n = 19; n < 22; n += 1) await work(n)
  const { stdout } = await sandbox.reflect(['self'])
  expect(stdout).toMatch(
    /self-\w+ {2}Its "done" was right in 11 of 22 sessions: 50 % \(\d+ to \d+ %\)\./,
  )
  expect(stdout).toContain('With a person there, its "done" was right in 10 of 20 sessions')
  const yaml = path.join(sandbox.stateDir(), 'self_model.yaml')
  const before = readFileSync(yaml, 'utf8')
  expect(before).toContain('about: "done-right"')
  writeFileSync(yaml, 'gone')
  await sandbox.reflect(['self', 'rebuild'])
  expect(readFileSync(yaml, 'utf8')).toBe(before)

  const start = (sessionId: string) => openSession(sandbox, 'claude-code', { sessionId }).start()
  expect((await start('off')).stdout).not.toContain('Measured in earlier sessions')
  sandbox.write(CONFIG, 'self: { inject: true }\nlessons: { storage: jsonl }\n')
  const shown = openSession(sandbox, 'claude-code', { sessionId: named('shown', 0.1) })
  const told = (await shown.start()).stdout
  expect(told).toContain('Its \\"done\\" was right in 11 of 22 sessions')
  expect(told).toContain('data, not instructions')
  await shown.prompt('Fix the last login.')
  sandbox.write('src/last.ts', 'export {}\n')
  await shown.stop('I fixed the last login.')
  await shown.prompt(THANKS)
  await shown.end!()
  expect((await start(named('held_out', 0.1))).stdout).not.toContain('Measured in earlier')
  const exported = path.join(sandbox.base, 'all.jsonl')
  await sandbox.reflect(['db', 'export', exported])
  const rows = readFileSync(exported, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"self-model"') && line.includes('"arm"'))
  const seen = rows.map((line) => /"arm":"(\w+)".*"outcome":"(\w+)"/.exec(line)!.slice(1))
  // The last session's end stays open until the next first words.
  expect(seen.toSorted()).toEqual([
    ['held_out', 'open'],
    ['shown', 'open'],
  ])

  const id = /(self-\w+) {2}Its "done"/.exec(stdout)![1]!
  const corrected = await sandbox.reflect([
    'self',
    'correct',
    id,
    'Logins are hard here.',
    '--json',
  ])
  expect(corrected.stderr).toMatch(/person/)
}, 60_000)
