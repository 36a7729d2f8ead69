import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ModelCall } from '../../src/schema/model-call.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const call = (id: string, fields: Partial<ModelCall>) => ({
  kind: 'model_call' as const,
  record: {
    id,
    sessionId: 's',
    role: 'judge' as const,
    backend: 'fast',
    model: 'gpt-4o-mini',
    startedAt: '2030-01-01T10:00:00.000Z',
    durationMs: 1500,
    inputTokens: 1000,
    outputTokens: 100,
    cost: 0.25,
    outcome: 'ok' as const,
    reason: null,
    ...fields,
  },
})

async function withCalls(cli: OpenedCli, ...calls: ReturnType<typeof call>[]): Promise<void> {
  const { out } = await cli.run(['db', 'path', '--json'])
  const store = await openSqliteStore((JSON.parse(out) as { file: string }).file)
  await store.add(calls)
  await store.close()
}

describe('reflect cost', () => {
  it('says so when no model was called, and makes no database', async () => {
    const cli = openCli()
    expect(await cli.run(['cost'])).toMatchObject({ code: 0, out: 'No model calls yet.' })
    const { out } = await cli.run(['db', 'path', '--json'])
    expect(JSON.parse(out)).toMatchObject({ exists: false })
  })

  it('adds the ledger up, and says what it can not know', async () => {
    const cli = openCli()
    await withCalls(
      cli,
      call('a', {}),
      call('b', { role: 'lesson', model: 'own', cost: null, durationMs: 500 }),
      call('c', { outcome: 'reserved' }),
      call('d', { outcome: 'refused_by_budget', durationMs: 0, cost: null }),
    )
    const { code, out } = await cli.run(['cost'])
    expect({ code, lines: out.split('\n') }).toEqual({
      code: 0,
      lines: [
        'role    calls  failed  refused  input tokens  output tokens  seconds  US dollars',
        'judge   3      0       1        1,000         100            1.5      0.2500',
        'lesson  1      0       0        1,000         100            0.5      not known',
        'all     4      0       1        2,000         200            2.0      0.2500',
        '',
        expect.stringMatching(
          /^Prices of \d{4}-\d\d-\d\d; models\.prices in the config replaces them\.$/,
        ),
        '1 call went to models without a known price: tokens are counted, dollars are not.',
        '1 call is under way, or its process died: not included.',
      ],
    })
  })

  it.each([
    { by: 'model', groups: ['gpt-4o-mini'] },
    { by: 'day', groups: ['2030-01-01', '2029-12-31'] },
    { by: 'backend', groups: ['fast'] },
  ])('adds up by $by', async ({ by, groups }) => {
    const cli = openCli()
    await withCalls(
      cli,
      call('a', {}),
      call('b', { startedAt: '2029-12-31T10:00:00.000Z', cost: 0 }),
    )
    const { out } = await cli.run(['cost', '--by', by, '--json'])
    const parsed = JSON.parse(out) as { groups: { group: string }[] }
    expect(parsed.groups.map(({ group }) => group)).toEqual(groups)
  })

  it('groups by what it has, and by nothing else', async () => {
    expect(await openCli().run(['cost', '--by', 'session'])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('--by is one of role, model, backend, day, not "session"'),
    })
  })
})

describe('reflect db', () => {
  it('exports, imports elsewhere, and exports the same again', async () => {
    const [one, two] = [openCli(), openCli()]
    await withCalls(one, call('a', {}), call('b', { cost: 1 }))
    const file = path.join(one.home, 'backup.jsonl')
    const again = path.join(two.home, 'again.jsonl')
    const rows = 4
    const exported = await one.run(['db', 'export', file, '--json'])
    expect(JSON.parse(exported.out)).toEqual({ file, rows })
    expect(await two.run(['db', 'import', file, '--yes'])).toMatchObject({
      code: 0,
      out: `Imported ${rows} rows from ${file}.`,
    })
    await two.run(['db', 'export', again])
    expect(two.inHome('again.jsonl')).toBe(one.inHome('backup.jsonl'))
    expect(await two.run(['db', 'import', file, '--yes'])).toMatchObject({
      code: 2,
      notes: expect.stringMatching(/Only an empty store can be filled/),
    })
  })

  it('rebuilds sessions and says how many differed', async () => {
    const cli = openCli()
    await withCalls(cli, call('a', {}))
    expect(await cli.run(['db', 'rebuild'])).toMatchObject({
      code: 0,
      out: '0 sessions recomputed; nothing differed.',
    })
  })

  it('deletes what is too old and frees its room', async () => {
    const cli = openCli()
    const old = Array.from({ length: 4000 }, (_, index) =>
      call(`old-${index}`, { startedAt: '2001-01-01T00:00:00.000Z', reason: 'x'.repeat(200) }),
    )
    await withCalls(cli, ...old)
    const { out } = await cli.run(['db', 'vacuum', '--json'])
    const { deleted, bytesBefore, bytesAfter } = JSON.parse(out) as {
      deleted: object
      bytesBefore: number
      bytesAfter: number
    }
    expect(deleted).toEqual({ event: 4000, model_call: 4000 })
    expect(bytesAfter).toBeLessThan(bytesBefore / 4)
  })

  it.each([['export', 'x.jsonl'], ['vacuum'], ['rebuild']])(
    'refuses %s in a project that has none',
    async (...argv) => {
      expect(await openCli().run(['db', ...argv])).toMatchObject({
        code: 1,
        notes: expect.stringContaining('has no database yet'),
      })
    },
  )
})

describe('reflect doctor', () => {
  it('says what keeps a backend from being asked', async () => {
    const cli = openCli()
    cli.putHome(
      '.config/reflectory/reflection.yaml',
      `models:
  backends:
    typo: { provider: antropic, model: x }
    bare: { provider: openai-compatible, model: gpt-4o-mini }
    keyless: { provider: openai, model: gpt-4o-mini, apiKeyEnv: NOT_SET }
    dear: { provider: openai-compatible, model: unheard-of, baseUrl: 'http://127.0.0.1:1' }
  roles: { default: [typo, bare, keyless, dear] }
`,
    )
    const { out } = await cli.run(['doctor', '--json'])
    const { checks } = JSON.parse(out) as { checks: { name: string; detail: string }[] }
    expect(checks.filter(({ name }) => name === 'models').map(({ detail }) => detail)).toEqual([
      'typo: there is no provider antropic',
      "typo: the price of x is not known; budgets in dollars don't apply to it",
      'bare: provider openai-compatible needs a base URL',
      'keyless: NOT_SET is not set here',
      "dear: the price of unheard-of is not known; budgets in dollars don't apply to it",
    ])
  })
})
