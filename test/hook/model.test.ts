import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  KEY_ENV,
  PLANTED_KEY,
  WIRES,
  backendAt,
  request,
} from '../../src/model/__fixtures__/open-test-model.js'
import { startWireServer } from '../../src/model/__fixtures__/wire-server.js'
import type { WireServer } from '../../src/model/__fixtures__/wire-server.js'
import type { openModel as OpenModel } from '../../src/wiring/open-model.js'
import { Config } from '../../src/schema/config.js'
import { openMemoryStore } from '../../src/store/memory.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'

let server: WireServer
beforeAll(async () => {
  server = await startWireServer()
})
afterAll(() => server.close())

/** Writes down what a process loads, when it ends. */
const SPY = `const Module = require('node:module'); const loaded = []; const load = Module._load
Module._load = function (name, ...rest) { loaded.push(name); return load.call(this, name, ...rest) }
process.on('exit', () => require('node:fs').writeFileSync(process.env.SPY_FILE, JSON.stringify(loaded)))`

describe('a hook with a model in its config', () => {
  it('loads none of it, and asks no model, for an event that needs no model', async () => {
    const sandbox = openSandbox()
    sandbox.write(
      path.join(sandbox.home, '.config/reflectory/reflection.yaml'),
      JSON.stringify({
        mode: 'solo',
        models: {
          backends: { only: backendAt(server.url, 'anthropic') },
          roles: { default: ['only'] },
        },
      }),
    )
    const spy = path.join(sandbox.base, 'spy.cjs')
    const spyFile = path.join(sandbox.base, 'loaded.json')
    writeFileSync(spy, SPY)
    const event = { hook_event_name: 'SessionStart', session_id: 's1', cwd: sandbox.root }
    const done = await sandbox.hook(['claude-code'], event, {
      NODE_OPTIONS: `--require ${spy}`,
      SPY_FILE: spyFile,
      [KEY_ENV]: PLANTED_KEY,
    })
    expect(done.code).toBe(0)
    const loaded = JSON.parse(readFileSync(spyFile, 'utf8')) as string[]
    expect(loaded).not.toEqual([])
    expect(loaded.filter((name) => /ai-sdk|open-model/.test(name))).toEqual([])
    expect(server.requests).toEqual([])
    const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
    expect(await store.readEvents({ kinds: ['agent.session-started'] })).toHaveLength(1)
    await store.close()
  })
})

describe('the model file beside the hook', () => {
  it('is what the hook asks for at its first call', () => {
    expect(readFileSync('dist/hook/answer.cjs', 'utf8')).toContain('require("./open-model.cjs")')
  })

  it.each(WIRES)('speaks to %s, with a schema made elsewhere', async (wire) => {
    server.turns = [{ say: { done: true } }]
    expect(await askObject(path.resolve('dist/hook/open-model.cjs'), wire)).toMatchObject({
      outcome: 'ok',
      value: { done: true },
    })
  })

  it.each(WIRES)('says which package is missing for %s, and how to get it', async (wire) => {
    const alone = path.join(openSandbox().base, 'open-model.cjs')
    copyFileSync('dist/hook/open-model.cjs', alone)
    expect(await askObject(alone, wire)).toMatchObject({
      outcome: 'failed',
      failure: 'package_missing',
      reason: `@ai-sdk/${wire} is not installed: \`npm install @ai-sdk/${wire}\` beside reflectory`,
    })
  })
})

async function askObject(file: string, wire: (typeof WIRES)[number]) {
  const { openModel } = createRequire(import.meta.url)(file) as { openModel: typeof OpenModel }
  const store = await openMemoryStore()
  const backends = { only: backendAt(server.url, wire) }
  const model = openModel({
    config: Config.parse({ models: { backends, roles: { default: ['only'] } } }),
    store,
    projectRoot: '/nowhere',
    env: { [KEY_ENV]: PLANTED_KEY },
    now: () => new Date('2030-01-01T12:00:00.000Z'),
    nextId: () => 'call-1',
  })
  const reply = await model.object({ ...request(), schema: z.strictObject({ done: z.boolean() }) })
  await store.close()
  return reply
}
