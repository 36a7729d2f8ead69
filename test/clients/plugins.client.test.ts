/** The repository as a marketplace or an extension of each client that installs from git. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import { claudeCode } from './clients/claude-code.js'
import { codex } from './clients/codex.js'
import { copilot } from './clients/copilot.js'
import { droid } from './clients/droid.js'
import { gemini } from './clients/gemini.js'
import { grok } from './clients/grok.js'
import { qwen } from './clients/qwen.js'
import type { Client } from './frame/client.js'
import { failureOf, pushesIn, textsOf } from './frame/describe-client.js'
import { installClient } from './frame/install-client.js'
import { openClient } from './frame/open-client.js'
import { NO_TERMINAL, openTerminal } from './frame/open-terminal.js'
import { putFile } from './frame/put-file.js'
import { runProgram } from './frame/run-program.js'
import { serveRepository } from './frame/serve-repository.js'
import { skipped } from './frame/skipped.js'
import { DOES_IT, PROMPT, STOPS_EARLY } from './frame/stories.js'

const SOLO = 'mode: solo\nlessons:\n  holdout: 0\n'
/** The plugin brings no SQLite: it needs a Node that has one. */
const NODE = {
  agent: 'node',
  packageName: `node-${process.platform}-${process.arch}`,
  version: '22.23.3',
  program: '.bin/node',
}

describe('the repository as a plugin', () => {
  let repository: Awaited<ReturnType<typeof serveRepository>>
  let node = ''
  beforeAll(async () => {
    const [served, installed] = await Promise.all([serveRepository(), installClient(NODE)])
    repository = served
    if ('program' in installed) node = installed.program
  })
  afterAll(() => repository.close())

  it.for(
    [claudeCode, codex, copilot, droid, gemini, grok, qwen].map((client) => ({
      client,
      title: `${client.title} ${client.version}${skipped(client.plugin?.silent)}`,
    })),
  )('works in $title', async ({ client }, context) => {
    const plugin = await openPlugin(client, context)
    if (client.plugin?.silent !== undefined) return context.skip(client.plugin.silent)
    const { opened } = plugin
    await plugin.add()
    // Installed is not on.
    expect(await plugin.stopsEarly()).toEqual(LET_GO)
    expect(opened.stateDir()).toBeNull()

    putFile(opened.home, '.config/reflectory/reflection.yaml', SOLO)
    expect(await plugin.stopsEarly()).toEqual(PUSHED_ONCE)
    rmSync(path.join(opened.root, 'sum.mjs'))
    const honest = await opened.run(PROMPT, DOES_IT)
    expect(honest.requests).toHaveLength(DOES_IT.length)
    expect(textsOf(honest.requests.at(-1)!)).not.toContain('Not done yet')
    opened.reflect('install', client.agent, '--yes')
    expect(await plugin.stopsEarly()).toEqual(PUSHED_ONCE)
    await opened.asPerson('uninstall', client.agent, '--yes')

    await plugin.remove()
    expect(await plugin.stopsEarly()).toEqual(LET_GO)
    expect(opened.hookLog()).toBe('')
  })

  it(`works in ${grok.title} ${grok.version} once its user reloads the hooks in its terminal${skipped(NO_TERMINAL)}`, async (context) => {
    if (NO_TERMINAL !== null) return context.skip(NO_TERMINAL)
    const plugin = await openPlugin(grok, context)
    const { opened } = plugin
    await plugin.add()
    putFile(opened.home, '.config/reflectory/reflection.yaml', SOLO)
    expect(await plugin.stopsEarly()).toEqual(LET_GO)
    expect(opened.stateDir()).toBeNull()
    rmSync(path.join(opened.root, 'sum.mjs'))
    const asked = opened.begin(STOPS_EARLY)
    const { program, root: cwd, env, base } = opened
    const args = ['-m', 'scripted', '--trust', '--always-approve']
    const terminal = openTerminal({ program, args, cwd, env, base })
    try {
      await terminal.until('its prompt', (screen) => screen.includes('always-approve'))
      await terminal.enter('/hooks')
      await terminal.until('the hooks', (screen) => screen.includes('r reload'))
      terminal.press('r')
      await terminal.until('ours', (screen) => /Plugin: \S+ \(\d+ hooks\)/.test(screen))
      terminal.press('Escape')
      await terminal.until('its prompt', (screen) => !screen.includes('r reload'))
      await terminal.enter(PROMPT)
      await terminal.until('its end', () => asked.requests.length === STOPS_EARLY.length)
    } finally {
      terminal.close()
    }
    expect(pushesIn(grok, asked)).toBe(1)
    await plugin.remove()
    expect(await plugin.stopsEarly()).toEqual(LET_GO)
  })

  async function openPlugin(client: Client, context: TestContext) {
    const { plugin } = client
    const installed = await installClient(client)
    if ('missing' in installed) return context.skip(installed.missing)
    if (plugin === undefined || node === '') return context.skip('there is no Node for it')
    const opened = await openClient(client, installed.program, {
      homeName: 'mein höme',
      path: path.dirname(node),
    })
    const call = async (all: string[][]) => {
      for (const args of all) {
        const ran = await runProgram(installed.program, args, { cwd: opened.root, env: opened.env })
        expect(failureOf({ ...ran, requests: [], sideRequests: [], others: [] })).toBeNull()
      }
    }
    return {
      opened,
      add: () => call(plugin.add(repository.url)),
      remove: () => call(plugin.remove),
      async stopsEarly() {
        rmSync(path.join(opened.root, 'sum.mjs'), { force: true })
        const run = await opened.run(PROMPT, STOPS_EARLY)
        expect(failureOf(run)).toBeNull()
        return { asked: run.requests.length, pushes: pushesIn(client, run) }
      },
    }
  }
})

const LET_GO = { asked: 3, pushes: 0 }
const PUSHED_ONCE = { asked: 6, pushes: 1 }
