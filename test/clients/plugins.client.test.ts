/** The repository as a marketplace or an extension of each client that installs from git. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claudeCode } from './clients/claude-code.js'
import { codex } from './clients/codex.js'
import { copilot } from './clients/copilot.js'
import { droid } from './clients/droid.js'
import { gemini } from './clients/gemini.js'
import { grok } from './clients/grok.js'
import { qwen } from './clients/qwen.js'
import { failureOf, textsOf } from './frame/describe-client.js'
import { installClient } from './frame/install-client.js'
import { openClient } from './frame/open-client.js'
import { putFile } from './frame/put-file.js'
import { runProgram } from './frame/run-program.js'
import { serveRepository } from './frame/serve-repository.js'
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
      title: `${client.title} ${client.version}${
        client.plugin?.silent === undefined
          ? ''
          : ` (installed and removed only: ${client.plugin.silent})`
      }`,
    })),
  )('works in $title', async ({ client }, context) => {
    const { plugin } = client
    const installed = await installClient(client)
    if ('missing' in installed) return context.skip(installed.missing)
    if (plugin === undefined || node === '') return context.skip('there is no Node for it')
    const homeName = 'mein höme'
    const opened = await openClient(client, installed.program, {
      homeName,
      path: `${path.dirname(node)}:`,
    })
    const call = async (args: string[]) => {
      const ran = await runProgram(installed.program, args, { cwd: opened.root, env: opened.env })
      expect(failureOf({ ...ran, requests: [], sideRequests: [], others: [] })).toBeNull()
    }
    const stopsEarly = async () => {
      rmSync(path.join(opened.root, 'sum.mjs'), { force: true })
      const run = await opened.run(PROMPT, STOPS_EARLY)
      expect(failureOf(run)).toBeNull()
      const messages = run.requests.at(-1)!.messages.filter(({ text }) => !client.echo?.test(text))
      const pushes =
        messages
          .map(({ text }) => text)
          .join('\n')
          .split('Not done yet: ').length - 1
      return { asked: run.requests.length, pushes }
    }
    const LET_GO = { asked: 3, pushes: 0 }
    const PUSHED_ONCE = { asked: 6, pushes: 1 }

    for (const args of plugin.add(repository.url)) await call(args)
    // Installed is not on.
    expect(await stopsEarly()).toEqual(LET_GO)
    expect(opened.stateDir()).toBeNull()

    putFile(opened.home, '.config/reflectory/reflection.yaml', SOLO)
    expect(await stopsEarly()).toEqual(plugin.silent === undefined ? PUSHED_ONCE : LET_GO)
    rmSync(path.join(opened.root, 'sum.mjs'))
    const honest = await opened.run(PROMPT, DOES_IT)
    expect(honest.requests).toHaveLength(DOES_IT.length)
    expect(textsOf(honest.requests.at(-1)!)).not.toContain('Not done yet')
    opened.reflect('install', client.agent, '--yes')
    expect(await stopsEarly()).toEqual(PUSHED_ONCE)
    await opened.asPerson('uninstall', client.agent, '--yes')

    for (const args of plugin.remove) await call(args)
    expect(await stopsEarly()).toEqual(LET_GO)
    expect(opened.hookLog()).toBe('')
  })
})
