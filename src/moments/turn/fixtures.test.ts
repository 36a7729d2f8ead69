import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRecordings } from '../../wiring/open-model.js'
import { openMemoryStore } from '../../store/memory.js'
import { makeBundle, turnConfig } from './__fixtures__/bundle.js'
import { toFixturePrompt } from './fixture-prompt.js'
import { reflectTurn } from './reflect-turn.js'
import type { TurnBundle } from './turn-bundle.js'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'turn-fixtures-'))
  file = path.join(dir, 'replies.jsonl')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const config = turnConfig({
  backend: 'model-fixtures',
  fixtures: { enabled: true, path: 'replies.jsonl' },
})
const PROMPT =
  '{"agent":"ada","plan_reflection":true,"snippets":["a snippet"],"summary_tokens":128,"task":"reflect_summary","turn":3,"utter":"The Key is under the mat.","version":1}'
const HASH = createHash('sha256').update(PROMPT).digest('hex')
const bundle = makeBundle({
  utter: ' The Key\n is under  the mat. ',
  snippets: [{ id: 's', text: 'a\tsnippet' }],
})

const line = (completion: string, prompt_hash = HASH) =>
  `${JSON.stringify({ prompt_hash, completion })}\n`

async function reflectWith(text: string | null, given: TurnBundle = bundle) {
  if (text !== null) writeFileSync(file, text)
  const store = await openMemoryStore()
  const model = openRecordings({ file, now: () => new Date(0) })
  const { summary, metrics, report } = await reflectTurn(given, config, { store, model, ci: true })
  const kept = (await store.list('memory')).map((entry) => entry.text)
  const events = await store.readEvents()
  await store.close()
  return { summary, metrics, report, kept, events: events.length }
}

describe('a recorded reply', () => {
  it('is found by the whole hash of the canonical prompt', async () => {
    const found = await reflectWith(line('  The key:\n under the Mat! '))
    expect(found).toMatchObject({
      summary: 'The key: under the Mat!',
      metrics: {
        backend: 'llm-fixture',
        summary_len: 5,
        embed: true,
        fixture_key: HASH.slice(0, 12),
        ms: 0,
      },
      report: { attempted: 1, written: 1 },
      kept: ['The key: under the Mat!'],
      events: 1,
    })
    expect(found.metrics).not.toHaveProperty('reason')
  })

  it('is the last one of its hash', async () => {
    const { kept } = await reflectWith(line('old') + line('other', 'f'.repeat(64)) + line('new'))
    expect(kept).toEqual(['new'])
  })

  it.each([
    { title: 'there is no file', text: null, type: 'FixtureMissingError' },
    { title: 'the file is empty', text: '', type: 'FixtureMissingError' },
    {
      title: 'the hash is of another prompt',
      text: line('x', 'f'.repeat(64)),
      type: 'FixtureMissingError',
    },
    {
      title: 'the hash is cut short',
      text: line('x', HASH.slice(0, 12)),
      type: 'FixtureFormatError',
    },
    {
      title: 'the hash is in capitals',
      text: line('x', HASH.toUpperCase()),
      type: 'FixtureFormatError',
    },
    { title: 'a line is no JSON', text: `${line('x')}{oops\n`, type: 'FixtureFormatError' },
    {
      title: 'a line has no completion',
      text: `{"prompt_hash":"${HASH}"}\n`,
      type: 'FixtureFormatError',
    },
  ])('is not guessed when $title', async ({ text, type }) => {
    expect(await reflectWith(text)).toEqual({
      summary: '',
      metrics: {
        backend: 'llm-fixture',
        summary_len: 0,
        embed: true,
        fixture_key: HASH.slice(0, 12),
        ms: 0,
        reason: `reflect_error:${type}`,
      },
      report: { attempted: 0, written: 0, unchanged: 0, errors: [] },
      kept: [],
      events: 0,
    })
  })

  it('is missing where there is no model at all', async () => {
    const { metrics } = await reflectTurn(bundle, config, { store: null })
    expect(metrics.reason).toBe('reflect_error:FixtureMissingError')
  })

  it('that is empty is not stored', async () => {
    expect(await reflectWith(line(' \n'))).toMatchObject({
      metrics: { reason: 'empty_summary' },
      kept: [],
    })
  })

  it('is asked for by a prompt without secrets', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const utter = `the token is ${token}`
    const { prompt } = toFixturePrompt({
      agent: 'ada',
      turn: 3,
      summaryTokens: 128,
      utter: 'the token is [redacted:github-token]',
      snippets: [],
    })
    const hash = createHash('sha256').update(prompt).digest('hex')
    const { kept } = await reflectWith(line(`it was ${token}`, hash), makeBundle({ utter }))
    expect(kept).toEqual(['it was [redacted:github-token]'])
  })
})
