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

/** Grok and Cursor take no words at a prompt, and of a client without a name no words are taken. */
const NO_WORDS = new Set(['grok', 'cursor', 'generic'])
const TAKE_CONTEXT = CLIENTS.filter((agent) => !NO_WORDS.has(agent))

describe.each(TAKE_CONTEXT)('what a person said in a session of %s', (agent) => {
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

  it('knows a correction in the next session of another client, and no wish for once', async () => {
    const sandbox = openSandbox()
    const first = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await first.prompt('Show the order date on the invoice')
    await first.stop('It is shown with moment.')
    const correction = 'no, we never use moment.js here, use date-fns'
    await first.prompt(correction)
    await first.prompt('rename this variable to orderDay')
    await first.prompt('No, the button must be green')
    await first.end!()
    expect((await listMemory(sandbox)).map(({ text }) => text)).toEqual([correction])
    const next = openSession(sandbox, 'codex', { sessionId: 'b1', hoursAhead: 24 })
    expect((await next.prompt('Format the delivery date')).stdout).toContain(correction)
  })

  it('knows what was told in passing, in three languages, where it has to do with it', async () => {
    const sandbox = openSandbox()
    const first = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await first.prompt('Add a total to the cart. By the way, prices are stored in cents.')
    await first.prompt('Format src/price.mjs. Use tabs, not spaces.')
    await first.prompt('Die Staging-Datenbank ist schreibgeschützt.')
    await first.prompt('コミットメッセージは必ず英語で書いてください。')
    await first.end!()
    const next = openSession(sandbox, 'gemini', { sessionId: 'b1', hoursAhead: 24 })
    const told = async (text: string) => (await next.prompt(text)).stdout
    expect(await told('What is the capital of France?')).not.toContain('said')
    const atPrice = await told('Show the price of each item')
    expect(atPrice).toContain('By the way, prices are stored in cents.')
    expect(atPrice).not.toContain('Staging')
    const atWork = await told('Add a page for returns')
    expect(atWork).toContain('Use tabs, not spaces.')
    expect(atWork).toContain('コミットメッセージは必ず英語で書いてください。')
    expect(await told('Importiere die Bestellungen in die Staging-DB')).toContain(
      'schreibgeschützt',
    )
    const { stdout: digest } = await sandbox.reflect(['digest'])
    expect(digest).toContain('Agents were told 4 things that you said, in 1 session.')
    expect(digest).toContain('You said: Use tabs, not spaces.')
  })

  it('is what was said last, where the same words say the opposite', async () => {
    const sandbox = openSandbox()
    const first = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await first.prompt('Format src/price.mjs. Use tabs, not spaces.')
    await first.end!()
    const second = openSession(sandbox, 'claude-code', { sessionId: 'b1', hoursAhead: 24 })
    const now = await second.prompt('Format src/cart.mjs. Use spaces, not tabs.')
    expect(now.stdout).not.toContain('Use tabs')
    await second.end!()
    const third = openSession(sandbox, 'codex', { sessionId: 'c1', hoursAhead: 48 })
    const { stdout } = await third.prompt('Add a page for returns')
    expect(stdout).toContain('Use spaces, not tabs.')
    expect(stdout).not.toContain('Use tabs')
    const { stdout: why } = await sandbox.reflect(['recall', '--why', 'Add a page for returns'])
    expect(why).toContain('said again since')
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

  it('waits for a pin where a program without a client’s name handed it in', async () => {
    const sandbox = openSandbox()
    const event = { kind: 'prompt-submitted', sessionId: 'a1', origin: 'human', text: SAID }
    await sandbox.hook(['generic'], { ...event, cwd: sandbox.root }, { REFLECTION_MODE: 'solo' })
    const [entry] = await listMemory(sandbox)
    expect(entry).toMatchObject({ text: SAID })
    const next = openSession(sandbox, 'claude-code', { sessionId: 'b1' })
    expect((await next.prompt(MATCHING)).stdout).not.toContain(SAID)
    await sandbox.reflect(['memory', 'pin', entry!.id, '--yes'])
    const last = openSession(sandbox, 'claude-code', { sessionId: 'c1', hoursAhead: 24 })
    expect((await last.prompt(MATCHING)).stdout).toContain(SAID)
  })

  it('is forgotten for good', async () => {
    const sandbox = openSandbox()
    await say(sandbox, SAID)
    const [entry] = await listMemory(sandbox)
    expect((await sandbox.reflect(['memory', 'show', entry!.id])).stdout).toContain(SAID)
    await sandbox.reflect(['memory', 'forget', entry!.id, '--yes'])
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
