import { describe, expect, it } from 'vitest'
import { CLIENTS, openSession } from '../support/client-session.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SAID = 'Amounts are integer cents, never floats.'
const MATCHING = 'Show the amounts of the invoice as cents in the footer.'

interface Listed {
  entries: { text: string; owner: string; id: string }[]
}

const listMemory = async (sandbox: Sandbox): Promise<Listed['entries']> => {
  const { stdout } = await sandbox.reflect(['memory', '--json'])
  return (JSON.parse(stdout) as Listed).entries
}

async function say(sandbox: Sandbox, text: string, env = {}): Promise<void> {
  const first = openSession(sandbox, 'claude-code', { sessionId: 'a1', env })
  await first.prompt(text)
  await first.stop('Done.')
  await first.end!()
}

describe.each(CLIENTS)('what a person said in a session of %s', (agent) => {
  it('is recalled once at a matching prompt of a later one', async () => {
    const sandbox = openSandbox()
    const first = openSession(sandbox, agent, { sessionId: 'a1' })
    const same = await first.prompt(`Add a discount to the cart. ${SAID}`)
    await first.stop('Done.')
    await first.end?.()
    expect(same.stdout).not.toContain(SAID)
    const next = openSession(sandbox, agent, { sessionId: 'b1', hoursAhead: 24 })
    await next.start()
    expect((await next.prompt('What is the capital of France?')).stdout).not.toContain(SAID)
    expect((await next.prompt(MATCHING)).stdout).toContain(SAID)
    expect((await next.prompt(MATCHING)).stdout).not.toContain(SAID)
  })
})

describe('the memory of what was said', () => {
  it('is kept in the words that were written, without secrets', async () => {
    const sandbox = openSandbox()
    const secret = `ghp_${'a1B2c3D4'.repeat(5)}`
    await say(sandbox, `We always deploy with the token ${secret}. Fix the login.`)
    const [entry] = await listMemory(sandbox)
    expect(entry).toMatchObject({ owner: 'human' })
    expect(entry!.text).toMatch(/^We always deploy with the token /)
    expect(entry!.text).not.toContain(secret)
  })

  it('stays in its project', async () => {
    const sandbox = openSandbox()
    await say(sandbox, SAID)
    const other = openSandbox()
    const next = openSession({ ...sandbox, root: other.root, hook: other.hook }, 'claude-code', {
      sessionId: 'b1',
      env: { HOME: sandbox.home },
    })
    expect((await next.prompt(MATCHING)).stdout).not.toContain(SAID)
  })

  it('takes nothing from quoted text, our own processes, or where it is switched off', async () => {
    const quoted = openSandbox()
    await say(quoted, 'Fix this issue.\n\n> We always deploy as root.')
    expect(await listMemory(quoted)).toEqual([])
    const own = openSandbox()
    await say(own, SAID, { REFLECTION_PARENT: 'judge' })
    expect(await listMemory(own)).toEqual([])
    const off = openSandbox()
    off.write('../home/.config/reflectory/reflection.yaml', 'memory: { recall: false }\n')
    await say(off, SAID)
    expect(await listMemory(off)).toEqual([])
  })

  it('is forgotten for good', async () => {
    const sandbox = openSandbox()
    await say(sandbox, SAID)
    const [entry] = await listMemory(sandbox)
    expect((await sandbox.reflect(['memory', 'show', entry!.id])).stdout).toContain(SAID)
    await sandbox.reflect(['memory', 'forget', entry!.id])
    const next = openSession(sandbox, 'claude-code', { sessionId: 'b1' })
    expect((await next.prompt(MATCHING)).stdout).not.toContain(SAID)
  })

  it("shows an agent's words to later sessions only when a person pinned them", async () => {
    const sandbox = openSandbox()
    sandbox.write('../home/.config/reflectory/reflection.yaml', 'turn: { enabled: true }\n')
    const first = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await first.prompt('Fix the footer.')
    await first.stop('The invoice footer shows amounts in cents.')
    await first.end!()
    const [entry] = await listMemory(sandbox)
    const next = openSession(sandbox, 'claude-code', { sessionId: 'b1' })
    expect((await next.prompt(MATCHING)).stdout).not.toContain('invoice footer shows')
    await sandbox.reflect(['memory', 'pin', entry!.id, '--yes'])
    const third = openSession(sandbox, 'claude-code', { sessionId: 'c1' })
    expect((await third.prompt(MATCHING)).stdout).toContain('invoice footer shows')
  })
})
