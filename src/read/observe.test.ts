import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReaderState, TranscriptReader } from '../agent.js'
import { transcriptReader } from '../agents/generic/transcript.js'
import type { AgentEventOf } from '../schema/agent-event.js'
import { Evidence } from '../schema/evidence.js'
import { observe } from './observe.js'

const NOW = '2026-01-01T00:00:00.000Z'
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reflectory-observe-'))
  file = path.join(folder, 'session.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const stopped = (
  fields: Partial<AgentEventOf<'session-stopped'>> = {},
): AgentEventOf<'session-stopped'> => ({
  kind: 'session-stopped',
  id: 'e',
  agent: 'generic',
  sessionId: 's',
  parentSessionId: null,
  at: NOW,
  cwd: null,
  transcriptPath: file,
  degraded: null,
  lastMessage: null,
  backgroundTasks: 0,
  planMode: false,
  ...fields,
})

/** A cache that remembers, and a reader that counts what it is given. */
function world() {
  const rows = new Map<string, string>()
  let values = 0
  const reader: TranscriptReader = {
    ...transcriptReader,
    read: (value: unknown, state: ReaderState, sink) => {
      values += 1
      transcriptReader.read(value, state, sink)
    },
  }
  return {
    rows,
    values: () => values,
    deps: {
      projectRoot: null,
      startPoint: null,
      now: NOW,
      loadTranscriptReader: async () => reader,
      store: {
        readCache: async (key: string) => rows.get(key) ?? null,
        writeCache: async (key: string, value: string) => void rows.set(key, value),
      },
    },
  }
}

const human = (text: string): string => `${JSON.stringify({ kind: 'human', text })}\n`
const says = (text: string): string => `${JSON.stringify({ kind: 'agent', text })}\n`

describe('observe', () => {
  it('reads the transcript that the event names, and only what is new the next time', async () => {
    const { deps, values } = world()
    writeFileSync(file, human('Fix it') + says('All tests pass.'))
    const first = await observe({ event: stopped(), ...deps })
    appendFileSync(file, human('Really?'))
    const second = await observe({ event: stopped(), ...deps })
    expect([
      first.request.total,
      first.claims.map(({ kind, status }) => [kind, status]),
      second.request.total,
      values(),
    ]).toEqual([1, [['tests-pass', 'unsupported']], 2, 3])
    expect(Evidence.safeParse(second).error).toBeUndefined()
  })

  it("takes the client's own last message before the transcript's, which may lag", async () => {
    const { deps } = world()
    writeFileSync(file, human('Fix it') + says('Working.'))
    const { lastMessage } = await observe({ event: stopped({ lastMessage: 'Done.' }), ...deps })
    expect(lastMessage).toBe('Done.')
  })

  it('reads from the beginning when what was kept is not a mark', async () => {
    const { deps, rows } = world()
    writeFileSync(file, human('Fix it'))
    await observe({ event: stopped(), ...deps })
    for (const key of rows.keys()) rows.set(key, '{"version":0}')
    const { request } = await observe({ event: stopped(), ...deps })
    expect(request.total).toBe(1)
  })

  it.each([
    ['no transcript is named', { transcriptPath: null }, []],
    [
      'the transcript is gone',
      { transcriptPath: '/nowhere/at/all.jsonl' },
      [expect.stringMatching(/^the transcript could not be read: ENOENT/)],
    ],
  ])('falls back to the last message when %s', async (_title, fields, degraded) => {
    const { deps } = world()
    const evidence = await observe({ event: stopped({ lastMessage: 'Done.', ...fields }), ...deps })
    expect([evidence.lastMessage, evidence.steps, evidence.degraded]).toEqual([
      'Done.',
      0,
      degraded,
    ])
  })

  it('does not wait for a FIFO in the place of the transcript', async () => {
    const { deps } = world()
    execFileSync('mkfifo', [file])
    const { degraded } = await observe({ event: stopped(), ...deps })
    expect(degraded).toEqual(['the transcript could not be read: it is not a regular file'])
  })

  it.each(['session-started', 'prompt-submitted'] as const)(
    'asks git nothing at %s: no moment of it looks at the change',
    async (kind) => {
      const asked: string[] = []
      const askRepository = async () => {
        asked.push(kind)
        throw new Error('git was asked')
      }
      const fields = kind === 'prompt-submitted' ? { text: 'Fix it', origin: 'human' } : {}
      const { backgroundTasks: _, planMode: __, lastMessage: ___, ...event } = stopped()
      await observe({
        ...world().deps,
        event: { ...event, kind, ...fields } as AgentEventOf<typeof kind>,
        projectRoot: folder,
        askRepository,
      })
      expect(asked).toEqual([])
    },
  )

  it('says so when the mark can not be kept', async () => {
    const { deps } = world()
    writeFileSync(file, human('Fix it'))
    const store = { ...deps.store, writeCache: async () => Promise.reject(new Error('full')) }
    const { degraded, request } = await observe({ event: stopped(), ...deps, store })
    expect([request.total, degraded]).toEqual([
      1,
      ['the read position of the transcript could not be saved'],
    ])
  })
})
