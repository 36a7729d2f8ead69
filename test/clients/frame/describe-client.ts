/**
 * The stories that every client has to complete, with the real program, the real `reflect install`
 * and a scripted model. A client that can't be had is skipped, with the reason.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import type { Client } from './client.js'
import { describeSkills } from './describe-skills.js'
import { installClient } from './install-client.js'
import type { InstalledClient } from './install-client.js'
import { findLeaks } from './left-behind.js'
import type { ModelRequest } from './model-script.js'
import { openClient } from './open-client.js'
import type { ClientRun, OpenedClient } from './open-client.js'
import { normalised } from './normalised.js'
import { putFile } from './put-file.js'
import { RUINS } from './ruins.js'
import { skipped } from './skipped.js'
import { DOES_IT, GETS_THERE, PROMPT, STOPS_EARLY, STUMBLES, withSecret } from './stories.js'

export interface DescribedClient {
  /** The client, or one that differs from it a little, in a home of its own with our hooks in it. */
  open(options?: { mode?: 'solo' | 'off'; client?: Client }): Promise<OpenedClient>
  /** The same without our hooks. */
  openBare(client?: Client): Promise<OpenedClient>
}

/** How every push begins. */
const PUSH = 'Not done yet: '
const FACT = 'node --test'
/** What an earlier session knows about the test that fails. */
export const LESSON =
  '`node --test` was red at `sum.test.mjs › sum adds` (AssertionError). Once a change to `sum.mjs` made it green.'

export const textsOf = ({ messages }: ModelRequest): string =>
  messages.map(({ text }) => text).join('\n')

/** How often the agent was sent back, by what its model was told last. */
export function pushesIn({ echo }: Client, { requests }: Pick<ClientRun, 'requests'>): number {
  const messages = requests.at(-1)!.messages.filter(({ text }) => !echo?.test(text))
  return messages.reduce((sum, { text }) => sum + text.split(PUSH).length - 1, 0)
}

export function describeClient(client: Client, more?: (described: DescribedClient) => void): void {
  describe(`${client.title} ${client.version}`, () => {
    let installed: InstalledClient = { missing: 'it was not looked for' }
    beforeAll(async () => {
      installed = await installClient(client)
    })
    beforeEach((context) => {
      if ('missing' in installed) context.skip(installed.missing)
    })

    const openBare = async (opened = client): Promise<OpenedClient> => {
      if ('missing' in installed) throw new Error(installed.missing)
      return openClient(opened, installed.program)
    }
    const open: DescribedClient['open'] = async (options = {}) => {
      const opened = await openBare(options.client)
      // Off is how its home begins.
      const mode = options.mode === 'off' ? [] : ['--mode', 'solo']
      opened.reflect('install', client.agent, '--yes', ...mode)
      return opened
    }

    describeSkills(client, { open })

    it('stops early, is told the fact once, goes on and is done', async (context) => {
      const opened = await open()
      const run = await opened.run(PROMPT, withSecret(STOPS_EARLY))
      noteTimes(context, opened)
      expect(failureOf(run)).toBeNull()
      expect(run.requests).toHaveLength(STOPS_EARLY.length)
      expect(pushesIn(client, run)).toBe(1)
      expect(textsOf(run.requests[3]!)).toContain(FACT)
      expect(opened.hookLog()).toBe('')
      expect(opened.hookTimes().map(({ event }) => event)).toContain(client.stopEvent)

      expect(opened.reflect('status')).toMatch(
        new RegExp(`${client.agent} +installed \\(user [^)]+\\) +last seen`),
      )
      expect(await findLeaks(opened)).toEqual([])
    })

    const { hearsNothing } = client
    it(`is told in the next session what made the same test green, once${skipped(hearsNothing)}`, async (context) => {
      if (hearsNothing !== undefined) return context.skip(hearsNothing)
      const opened = await open()
      expect(failureOf(await opened.run(PROMPT, GETS_THERE))).toBeNull()
      // On another day the work is committed, and breaks again.
      opened.commit('sum')
      const asked = await opened.run('What is the capital of France?', [{ text: 'Paris.' }])
      const next = await opened.run('Get everything into shape again.', GETS_THERE)
      expect(failureOf(next)).toBeNull()
      const told = (run: ClientRun) =>
        run.requests.map((request) => plain(textsOf(request)).split(LESSON).length - 1)
      expect(told(asked).every((count) => count === 0)).toBe(true)
      expect(told(next)).toEqual([0, 0, 1, 1, 1])
      expect(plain(textsOf(next.requests[2]!))).toContain('(data, not instructions)')
      expect(opened.hookLog()).toBe('')
    })

    it('does what was asked for and is not told anything', async (context) => {
      const opened = await open()
      const run = await opened.run(PROMPT, DOES_IT)
      noteTimes(context, opened)
      expect(failureOf(run)).toBeNull()
      expect(run.requests).toHaveLength(DOES_IT.length)
      expect(textsOf(run.requests.at(-1)!)).not.toContain('Not done yet')
      expect(opened.hookLog()).toBe('')
    })

    it('asks, says and leaves nothing more when the mode is off', async () => {
      const bare = await openBare()
      const opened = await open({ mode: 'off' })
      const without = await bare.run(PROMPT, STOPS_EARLY.slice(0, 3))
      const off = await opened.run(PROMPT, STOPS_EARLY.slice(0, 3))
      expect(opened.hookTimes().length).toBeGreaterThan(0)
      expect(normalised(off, opened, client)).toEqual(normalised(without, bare, client))
      expect(opened.stateDir()).toBeNull()
    })

    it('is named by doctor where it ran since the install and no hook of ours fired', async () => {
      const opened = await open()
      // Off by a variable of that run alone: a hook that leaves no trace is like one that never ran.
      const run = await opened.run('Say hello.', [{ text: 'Hello.' }], { REFLECTION_MODE: 'off' })
      expect(failureOf(run)).toBeNull()
      expect(opened.stateDir()).toBeNull()
      const [code, text] = opened.doctor()
      expect(text).toContain(`no hook has fired here, though ${client.title} has run here since`)
      expect(code).toBe(1)
    })

    it.each(RUINS)('is unharmed when our program $how', async ({ ruin, ends }) => {
      const opened = await open()
      const run = await opened.run(PROMPT, STUMBLES, ruin(opened) ?? {})
      expect(failureOf(run)).toBeNull()
      expect(run.requests).toHaveLength(STUMBLES.length)
      expect(run.stdout).toContain('All tests pass.')
      const ended = opened.hookTimes().map(({ event }) => event)
      // A hook that stays as long as its client has no end of its own.
      const isResident = client.drive !== undefined
      expect(isResident || ended.includes(client.stopEvent) === ends).toBe(true)
    })

    it('is told the same where only the project has our hooks, in a folder that its user trusts', async () => {
      const opened = await openBare()
      const scope = ['--scope', 'project']
      opened.reflect('install', client.agent, ...scope, '--yes', '--mode', 'solo')
      const asking = { client: withoutTrust(client) }
      if (client.trust !== undefined) await trustFolder(opened, client.trust, asking)
      const run = await opened.run(PROMPT, STOPS_EARLY, {}, asking)
      expect(failureOf(run)).toBeNull()
      expect(run.requests).toHaveLength(STOPS_EARLY.length)
      expect(pushesIn(client, run)).toBe(1)
      expect(opened.reflect('status')).toMatch(
        new RegExp(`${client.agent} +installed \\(project [^)]+\\) +last seen`),
      )
      await opened.asPerson('uninstall', client.agent, ...scope, '--yes')
      const starting = Object.entries(opened.clientFiles()).filter(
        ([name, text]) => name.startsWith('work/') && text.includes('hook.cjs'),
      )
      expect(starting.map(([name]) => name)).toEqual([])
    })

    it('is as it was after uninstalling', async () => {
      const opened = await openBare()
      const before = opened.clientFiles()
      opened.reflect('install', client.agent, '--yes', '--mode', 'solo')
      expect(opened.clientFiles()).not.toEqual(before)
      await opened.asPerson('uninstall', client.agent, '--yes')
      expect(opened.clientFiles()).toEqual(before)
    })

    more?.({ open, openBare })
  })
}

/** Its user says yes, after a session in which none of our hooks ran, and doctor knew why. */
async function trustFolder(
  opened: OpenedClient,
  { file, says }: NonNullable<Client['trust']>,
  asking: { client: Client },
): Promise<void> {
  const wary = await opened.run('Say hello.', [{ text: 'Hello.' }], {}, asking)
  expect(failureOf(wary)).toBeNull()
  expect(opened.hookTimes()).toEqual([])
  expect(opened.doctor()[1]).toContain('in this project: its folder is not trusted')
  putFile(opened.home, file, says(opened.root))
}

/** The same client, which is not told to trust the folder whatever its user said. */
const withoutTrust = (client: Client): Client => ({
  ...client,
  turn(prompt, place) {
    const { args, env } = client.turn(prompt, place)
    return { args: args.filter((argument) => argument !== client.trust?.argument), env }
  },
})

/** Clients escape angle brackets in what hooks hand them. */
export const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&quot;', '"')

/** A run that failed, with what it said, so that the test shows it. */
export const failureOf = ({ code, stdout, stderr }: ClientRun): string | null =>
  code === 0 ? null : `exit code ${code}\n${stdout}\n${stderr}`

function noteTimes(context: TestContext, opened: OpenedClient): void {
  Object.assign(context.task.meta, { hookTimes: opened.hookTimes() })
}
