import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sumCalls } from '../sums/read-call-sums.js'
import * as z from 'zod/mini'
import {
  KEY_ENV,
  PLANTED_KEY,
  backendAt,
  openTestModel,
  request,
} from './__fixtures__/open-test-model.js'
import { startWireServer } from './__fixtures__/wire-server.js'
import { promptHash } from './recordings.js'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'recorded-'))
  file = path.join(dir, 'replies.jsonl')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const write = (...lines: object[]) =>
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

const recordingOf = (prompt: string) => ({
  prompt_hash: promptHash(prompt),
  completion: 'x',
  prompt,
})

const openRecorded = (rest: object = {}, env: object = {}) =>
  openTestModel(
    { backends: { tape: { adapter: 'recorded', file: 'replies.jsonl', ...rest } } },
    { projectRoot: dir, env: { [KEY_ENV]: PLANTED_KEY, ...env } },
  )

describe('recorded answers', () => {
  it.each([
    'plain',
    ' spaces \n\n',
    '“ünïcødé” 🎉 \u0000 \u2028',
    '{"a": "$& \\" }"}',
    'lone \ud800 half',
  ])('come back byte for byte: %j', async (completion) => {
    write({ prompt_hash: promptHash('Say something.'), completion })
    const { model, store } = await openRecorded()
    expect(await model.text(request())).toMatchObject({ outcome: 'ok', value: completion })
    expect(await sumCalls(store, { by: 'role' })).toMatchObject([
      { ok: 1, inputTokens: 0, outputTokens: 0, usd: 0, unpriced: 0 },
    ])
  })

  it('are found by the sha256 of the prompt, the last one first', async () => {
    const prompt_hash = 'cb91f7a83514ea267d4b1273f67b08d5719ee66f92f7ed2c970d5c48da9be0cf'
    write({ prompt_hash, completion: 'old' }, { prompt_hash, completion: 'new' })
    const { model } = await openRecorded()
    expect(await model.text(request())).toMatchObject({ value: 'new' })
  })

  it('tell requests apart by schema and temperature', async () => {
    write({ prompt_hash: promptHash('Say something.'), completion: '{"a":1}' })
    const { model } = await openRecorded()
    const outcomes = [
      await model.text(request()),
      await model.text(request({ temperature: 0.5 })),
      await model.object({ ...request(), schema: z.object({ a: z.number() }) }),
    ].map((reply) => ('failure' in reply ? reply.failure : 'ok'))
    expect(outcomes).toEqual(['ok', 'recording_missing', 'recording_missing'])
  })

  it('name the nearest one when a prompt has changed', async () => {
    const near = 'Judge this run: the tests are red and the agent says that it is done.'
    const far = 'Write a poem about the sea, in four lines, without a rhyme.'
    write(recordingOf(far), recordingOf(near))
    const { model } = await openRecorded()
    const changed = near.replace('red', 'green')
    expect(await model.text(request({ prompt: changed }))).toEqual({
      outcome: 'failed',
      failure: 'recording_missing',
      reason: expect.stringMatching(
        new RegExp(
          `has no answer for ${promptHash(changed).slice(0, 12)}; the nearest is ${promptHash(near).slice(0, 12)} \\(\\d\\d % alike, differs from character 30\\); RECORD=1 makes a new one$`,
        ),
      ),
      call: expect.objectContaining({ outcome: 'failed', cost: null }),
    })
  })

  it.each([
    { text: '', reason: /\(0 recordings\); RECORD=1 makes one$/, failure: 'recording_missing' },
    {
      text: '{"prompt_hash":"abc"}\n',
      reason: /replies\.jsonl:1 is not a recorded answer$/,
      failure: 'misconfigured',
    },
    {
      text: '\n{oops\n',
      reason: /replies\.jsonl:2 is not a recorded answer$/,
      failure: 'misconfigured',
    },
  ])('say what is wrong with the file $text', async ({ text, reason, failure }) => {
    writeFileSync(file, text)
    const { model } = await openRecorded()
    const reply = await model.text(request())
    expect(reply).toMatchObject({ failure, reason: expect.stringMatching(reason) })
  })

  it('are made without the user’s home, in the prompt and in the answer', async () => {
    const server = await startWireServer()
    server.turns = [{ say: `look at ${homedir()}/shop/a.ts` }]
    const { baseUrl, provider, model: name, apiKeyEnv } = backendAt(server.url, 'anthropic')
    const { model } = await openRecorded(
      { provider, model: name, baseUrl, apiKeyEnv },
      { RECORD: '1' },
    )
    const reply = await model.text(request({ prompt: `What of ${homedir()}/shop?` }))
    await server.close()
    expect(reply).toMatchObject({ outcome: 'ok', value: 'look at ~/shop/a.ts' })
    expect(readFileSync(file, 'utf8')).not.toContain(`${homedir()}/shop`)
    expect(JSON.stringify(server.requests)).not.toContain(`${homedir()}/shop`)
  })

  it('are made with RECORD=1, without secrets, and replay as they were answered', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const server = await startWireServer()
    server.turns = [{ say: `it said ${token}` }]
    const { baseUrl, provider, model: name, apiKeyEnv } = backendAt(server.url, 'anthropic')
    const live = { provider, model: name, baseUrl, apiKeyEnv }
    const prompt = `What of ${token}?`
    const first = await (await openRecorded(live, { RECORD: '1' })).model.text(request({ prompt }))
    await server.close()
    const again = await (await openRecorded(live)).model.text(request({ prompt }))
    expect(first).toMatchObject({ outcome: 'ok', value: 'it said [redacted:github-token]' })
    expect(again).toMatchObject({ outcome: 'ok', value: 'it said [redacted:github-token]' })
    expect(readFileSync(file, 'utf8')).not.toContain(token)
    expect(readFileSync(file, 'utf8')).not.toContain(PLANTED_KEY)
  })

  it('can not be made without a model to ask', async () => {
    const { model } = await openRecorded({}, { RECORD: '1' })
    expect(await model.text(request())).toMatchObject({
      failure: 'misconfigured',
      reason: expect.stringContaining('RECORD=1 needs a model to ask'),
    })
  })
})
