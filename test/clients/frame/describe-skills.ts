/** An installed skill as a client shows it to its model: once, and no longer than it is in use. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Client } from './client.js'
import { failureOf } from './describe-client.js'
import type { DescribedClient } from './describe-client.js'
import type { ClientRun, OpenedClient } from './open-client.js'
import { putFile } from './put-file.js'

const NAME = 'harbour-light'
const DESCRIPTION = 'Use when a person asks about the harbour light at night'

export function describeSkills(client: Client, { open }: Pick<DescribedClient, 'open'>): void {
  const { skillsEnv: env = {} } = client
  it('lists an installed skill once, with a clean work tree, and not when it is retired', async () => {
    const opened = await open()
    opened.reflect('skills')
    const text = `---\nname: ${NAME}\ndescription: ${DESCRIPTION}\n---\n\nThe light is green.\n`
    putFile(path.join(opened.stateDir()!, 'skills', NAME), 'SKILL.md', text)
    const before = statusOf(opened)
    expect(await opened.asPerson('skills', 'install', NAME, '--yes')).toContain('Installed in')
    expect(statusOf(opened)).toBe(before)
    const run = await opened.run('Say hello, nothing else.', [{ text: 'Hello.' }], env)
    expect(failureOf(run)).toBeNull()
    expect(timesListed(run)).toBe(1)

    await opened.asPerson('skills', 'retire', NAME, '--yes')
    const later = await opened.run('Say hello again.', [{ text: 'Hello.' }], env)
    expect(timesListed(later)).toBe(0)
    expect(statusOf(opened)).toBe(before)
  })
}

/** In everything that the client's first question hands to its model. */
const timesListed = ({ requests }: ClientRun): number =>
  requests[0]!.whole.split(DESCRIPTION).length - 1

const statusOf = ({ root, env }: OpenedClient): string =>
  execFileSync('git', ['status', '--porcelain'], { cwd: root, env, encoding: 'utf8' })
