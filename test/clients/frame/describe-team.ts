/** Two members of a team, each with a home, a client and hooks of their own, and a server between them. */
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openPostgres } from '../../../src/store/postgres.js'
import { openSqliteStore } from '../../../src/store/sqlite.js'
import { startPostgres } from '../../support/start-postgres.js'
import { serveTeam } from '../../team/serve-team.js'
import { failureOf, LESSON, plain, textsOf } from './describe-client.js'
import type { DescribedClient } from './describe-client.js'
import type { OpenedClient } from './open-client.js'
import { putFile } from './put-file.js'
import { GETS_THERE, PROMPT } from './stories.js'

const CODES = ['a', 'b'].map((letter) => letter.repeat(43))
const SOON = { timeout: 30_000, interval: 200 }

/** A team's server with a project, to which two invites lead. */
async function openTeam(): Promise<{ links: string[] }> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const server = await serveTeam(postgres.url)
  onTestFinished(async () => void (await server.stop()))
  const database = await openPostgres(postgres.url)
  const [now, expiresAt] = ['2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
  const invite = { project: 'shop', actor: null, now, expiresAt }
  await database.access.createProject({ ...invite, code: CODES[0]!, role: 'owner' })
  await database.access.invite({ ...invite, code: CODES[1]!, role: 'member' })
  await database.close()
  return { links: CODES.map((code) => `${server.url}/#join=${code}`) }
}

async function countLessons(opened: OpenedClient): Promise<number> {
  const store = await openSqliteStore(path.join(opened.stateDir()!, 'reflectory.db'))
  const count = await store.count('lesson')
  await store.close()
  return count
}

export function describeTeam({ open }: DescribedClient): void {
  it('is told what made the same test green in a session of another member', async () => {
    const { links } = await openTeam()
    const [ada, bob] = [await open(), await open()]
    await ada.asPerson('login', links[0]!, '--name', 'Ada', '--yes')
    await bob.asPerson('login', links[1]!, '--name', 'Bob', '--yes')
    expect(failureOf(await ada.run(PROMPT, GETS_THERE))).toBeNull()

    // Bob has the work, and never saw it fail.
    putFile(bob.root, 'sum.mjs', 'export const sum = (a, b) => a + b\n')
    bob.commit('sum')
    await vi.waitFor(async () => {
      await bob.run('What is the capital of France?', [{ text: 'Paris.' }])
      expect(await countLessons(bob)).toBe(1)
    }, SOON)
    const run = await bob.run('Get everything into shape again.', GETS_THERE)
    expect(failureOf(run)).toBeNull()
    const told = run.requests.map((request) => plain(textsOf(request)).split(LESSON).length - 1)
    expect(told).toEqual([0, 0, 1, 1, 1])
    expect(plain(textsOf(run.requests[2]!))).toContain('(data, not instructions)')
    expect([ada.hookLog(), bob.hookLog()]).toEqual(['', ''])
  }, 120_000)
}
