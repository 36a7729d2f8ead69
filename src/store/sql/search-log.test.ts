import { beforeEach, describe, expect, it } from 'vitest'
import { makeSession } from '../../guard/__fixtures__/session.js'
import type { NewLogEvent } from '../../schema/log-event.js'
import type { RecordWrite } from '../../schema/records.js'
import type { LogSearch } from '../../schema/search.js'
import type { Store } from '../../store.js'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import { openMemoryStore } from '../memory.js'

const DAY = '2030-01-01'
const at = (minute: number) => `${DAY}T10:${String(minute).padStart(2, '0')}:00.000Z`

const event = (sessionId: string, minute: number, kind: string, body: object): NewLogEvent => ({
  kind: `agent.${kind}`,
  sessionId,
  at: at(minute),
  key: null,
  body,
})

const note = (id: string, sessionId: string, output: unknown): RecordWrite => ({
  kind: 'interaction',
  record: {
    id,
    timestamp: at(9),
    action: 'stop_judged',
    session: sessionId,
    input: id,
    output: typeof output === 'string' ? output : JSON.stringify(output),
  } as never,
})

let store: Store
beforeEach(async () => {
  store = await openMemoryStore()
  for (const [sessionId, agent] of [
    ['blue', 'codex'],
    ['green', 'claude-code'],
  ] as const) {
    await store.transact({ sessionId, key: null }, () => ({
      state: makeSession({ sessionId, agent, projectRoot: `/work/${sessionId}` }),
      events: [],
      writes: [],
      result: null,
    }))
  }
  await store.add(
    [
      note('n1', 'green', {
        gates: [{ fact: 'the suite is red', quote: '2 kettles failed' }],
        facts: { commands: [{ command: 'make brew' }], filesChanged: ['src/tea/pot.ts'] },
      }),
      note('broken', 'green', 'no json, and a kettle'),
    ],
    [
      event('blue', 1, 'prompt-submitted', { origin: 'human', text: 'Mend the old kettle' }),
      event('blue', 2, 'prompt-submitted', { origin: 'ours', text: 'Our kettle is not asked for' }),
      event('blue', 3, 'tool-finished', {
        call: { toolKind: 'command', action: 'npm test -- kettle.test.ts' },
      }),
      event('blue', 4, 'tool-finished', {
        call: { toolKind: 'edit', action: 'src/kettle/lid.ts' },
      }),
      event('blue', 5, 'tool-finished', { call: { toolKind: 'read', action: 'docs/kettle.md' } }),
      event('blue', 6, 'session-stopped', {
        lastMessage: 'The kettle is whole; the café is open.',
      }),
      event('green', 7, 'prompt-submitted', { origin: 'human', text: 'Paint the door' }),
    ],
  )
})

const ask = async (query: Partial<LogSearch>) =>
  (await store.searchLog({ words: 'kettle', limit: 20, skip: 0, ...query })).hits

describe('search of the log', () => {
  it.each<[title: string, query: Partial<LogSearch>, kinds: string[]]>([
    ['every kind of text', {}, ['closing', 'command', 'file', 'request']],
    ['all of the words', { words: 'kettle mend' }, ['request']],
    ['words that stand together', { words: '"old kettle"' }, ['request']],
    ['not what only looks so', { words: '"kettle old"' }, []],
    ['the beginning of a word', { words: 'kett*', kind: 'request' }, ['request']],
    ['a path', { words: 'src/kettle/lid.ts' }, ['file']],
    ['without accents', { words: 'CAFE' }, ['closing']],
    ['what a person asked, not we', { words: 'asked' }, []],
    ['points, commands and files of a judged stop', { words: 'kettles' }, ['point']],
    ['commands that only a transcript had', { words: 'brew' }, ['command']],
    ['one kind', { kind: 'command' }, ['command']],
    ['one agent', { agent: 'claude-code' }, []],
    ['one project', { words: 'the', project: '/work/green' }, ['point', 'request']],
    ['one day', { day: DAY, kind: 'request' }, ['request']],
    ['another day', { day: '2030-01-02' }, []],
    ['since an instant', { since: at(5) }, ['closing']],
    ['sessions with a file', { words: 'red OR door', file: 'tea/pot.ts' }, []],
    ['a session with a file', { words: 'door', file: 'tea/pot.ts' }, ['request']],
    ['nothing for signs', { words: '"" * - ( )' }, []],
    ['words that are operators', { words: 'NOT AND' }, []],
  ])('finds %s', async (_, query, kinds) => {
    expect((await ask(query)).map(({ kind }) => kind).sort()).toEqual(kinds)
  })

  it('shows the place with the words apart, and the session', async () => {
    expect(await ask({ kind: 'request' })).toEqual([
      { kind: 'request', sessionId: 'blue', at: at(1), snippet: ['Mend the old ', 'kettle', ''] },
    ])
  })

  it('narrows to the last verdict of the session', async () => {
    const verdict = sampleWrite('verdict', { sessionId: 'blue', at: at(8) })
    await store.add([verdict])
    const all = ['done', 'not_done', 'needs_person', 'unproven'] as const
    const found = await Promise.all(all.map((one) => ask({ verdict: one })))
    expect(found.map(({ length }) => length > 0).filter(Boolean)).toHaveLength(1)
  })

  it('takes in what is new with the next question, and forgets what was deleted', async () => {
    expect(await ask({ words: 'lantern' })).toEqual([])
    await store.add([], [event('green', 8, 'session-stopped', { lastMessage: 'A lantern too' })])
    expect(await ask({ words: 'lantern' })).toHaveLength(1)
    await store.remove('interaction', 'n1', at(10))
    expect(await ask({ words: 'kettles' })).toEqual([])
    await store.expire('event', at(59), 1000)
    expect(await ask({})).toEqual([])
    expect(await ask({ words: 'lantern' })).toEqual([])
  })

  it('shows what a session says again in the same words once', async () => {
    const again = { lastMessage: 'A lantern, again' }
    await store.add(
      [],
      [8, 9, 10].map((minute) => event('green', minute, 'session-stopped', again)),
    )
    const { hits, taken, matches } = await store.searchLog({ words: 'lantern', limit: 20, skip: 0 })
    expect([hits.map(({ at }) => at), taken, matches]).toEqual([[at(10)], 3, 3])
  })

  it('says how much is not taken in yet', async () => {
    const lines = Array.from({ length: 1200 }, () =>
      event('blue', 9, 'prompt-submitted', { origin: 'human', text: 'again' }),
    )
    await store.add([], lines)
    const first = await store.searchLog({ words: 'again', limit: 1, skip: 0 })
    expect(first.pending).toBeGreaterThan(0)
    while ((await store.indexLog(500)) > 0);
    expect(await store.searchLog({ words: 'again', limit: 1, skip: 0 })).toMatchObject({
      matches: 1200,
      isCapped: false,
      pending: 0,
    })
  })
})
