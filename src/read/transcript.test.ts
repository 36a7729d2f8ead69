import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transcriptReader as reader } from '../agents/generic/transcript.js'
import { Ledger } from '../schema/evidence.js'
import { textKey } from '../util/text-key.js'
import { emptyLedger } from './empty-evidence.js'
import { readTranscript } from './transcript.js'
import type { TranscriptMark } from './transcript.js'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reflectory-transcript-'))
  file = path.join(folder, 'session.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lines = (...values: object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

let next = 0
const ran = (command: string, exitCode: number, output = '') => {
  const callId = `c${next++}`
  return [
    { kind: 'tool-call', callId, tool: 'sh', command },
    { kind: 'tool-result', callId, exitCode, output },
  ]
}
const edited = (file: string, written = 'x', creates = false) => {
  const callId = `c${next++}`
  return [
    { kind: 'tool-call', callId, tool: 'edit', toolKind: 'edit', files: [file], written, creates },
    { kind: 'tool-result', callId, status: 'completed' },
  ]
}

const session = [
  { kind: 'session', cwd: '/srv', branch: 'main', model: 'm', sessionId: 's' },
  { kind: 'human', text: 'Fix the cart and run the tests' },
  ...ran('npm test', 1, 'Tests:       1 failed, 2 passed, 3 total'),
  ...edited('/srv/src/cart.ts'),
  { kind: 'todos', todos: [{ text: 'fix', state: 'completed' }, { text: 'docs' }] },
  ...ran('npm test', 0, 'Tests:       3 passed, 3 total'),
  ...edited('/srv/README.md'),
  { kind: 'agent', text: 'Fixed. All tests pass.' },
]

it('takes for no human message what the agent was told by us', async () => {
  const told = [textKey('Not done yet: the tests <fail>.')]
  const texts = ['Fix the cart', 'Not done yet: the tests &lt;fail&gt;.', 'Go on']
  writeFileSync(file, lines(...texts.map((text) => ({ kind: 'human', text }))))
  const { ledger } = await readTranscript({ path: file, reader, mark: null, told })
  expect(ledger.request.messages.map(({ text }) => text)).toEqual(['Fix the cart', 'Go on'])
  expect(ledger.recent.map((entry) => ('source' in entry ? entry.source : entry.kind))).toEqual([
    'human',
    'ours',
    'human',
  ])
})

const read = (mark: TranscriptMark | null = null) => readTranscript({ path: file, reader, mark })
const keep = (mark: TranscriptMark): TranscriptMark =>
  JSON.parse(JSON.stringify(mark)) as TranscriptMark

describe('readTranscript', () => {
  it('adds a session up', async () => {
    writeFileSync(file, lines(...session))
    const { ledger, degraded } = await read()
    expect(Ledger.safeParse(ledger).error).toBeUndefined()
    const { commands, edits, firstEditStep, lastEditStep, todos, totals, lastMessage } = ledger
    expect({
      commands: commands.map(({ key, result, step, turn }) => [key, result, step, turn]),
      edits: edits.map(({ file, inert }) => [file, inert]),
      firstEditStep,
      lastEditStep,
      todos,
      totals,
      lastMessage,
      degraded,
    }).toEqual({
      commands: [
        ['npm test', 'failed', 1, 1],
        ['npm test', 'passed', 6, 1],
      ],
      edits: [
        ['/srv/src/cart.ts', false],
        ['/srv/README.md', true],
      ],
      firstEditStep: 3,
      lastEditStep: 3,
      todos: [
        { text: 'fix', state: 'completed' },
        { text: 'docs', state: 'pending' },
      ],
      totals: {
        ...emptyLedger().totals,
        lines: 12,
        human: 1,
        agentMessages: 1,
        toolCalls: 4,
        toolFailures: 1,
        edits: 2,
      },
      lastMessage: 'Fixed. All tests pass.',
      degraded: [],
    })
  })

  it('gives the same ledger when it is read in pieces, whatever is torn between them', async () => {
    const text = lines(...session, ...session, ...session)
    writeFileSync(file, text)
    const whole = await read()
    writeFileSync(file, '')
    let mark: TranscriptMark | null = null
    for (let at = 0; at < text.length; at += 97) {
      appendFileSync(file, text.slice(at, at + 97))
      // The first bytes decide whether it is the same file, so a mark begins with a whole opening.
      mark = keep((await read(mark)).mark)
    }
    const { ledger } = await read(mark)
    expect(ledger).toEqual(whole.ledger)
  })

  it('reads only what is new', async () => {
    writeFileSync(file, lines(...session))
    const { mark } = await read()
    appendFileSync(file, lines({ kind: 'human', text: 'thanks' }))
    const { ledger, mark: later } = await read(keep(mark))
    expect([ledger.totals.human, ledger.lastMessage, later.offset]).toEqual([
      2,
      null,
      readFileSync(file).length,
    ])
  })

  it.each([
    ['shrank', () => writeFileSync(file, lines({ kind: 'human', text: 'new' }))],
    [
      'was rewritten at its start',
      () => writeFileSync(file, lines({ kind: 'human', text: 'new' }).padEnd(5000, ' ')),
    ],
    [
      'was replaced',
      () => {
        rmSync(file)
        writeFileSync(path.join(folder, 'other'), '')
        writeFileSync(file, lines({ kind: 'human', text: 'new' }))
      },
    ],
  ])('reads a file anew that %s', async (_title, change) => {
    writeFileSync(file, lines(...session))
    const { mark } = await read()
    change()
    const { ledger } = await read(keep(mark))
    expect(ledger.request.messages.map(({ text }) => text)).toEqual(['new'])
  })

  it.each<[string, string, Partial<Record<'human' | 'lines', number>>, string[]]>([
    ['an empty file', '', { human: 0 }, []],
    ['blank lines', '\n\r\n\n', { human: 0 }, []],
    [
      'a torn last line',
      `${lines({ kind: 'human', text: 'a' })}{"kind":"hum`,
      { human: 1 },
      ['the last line of the transcript is not complete yet'],
    ],
    ['a last line without a line break', '{"kind":"human","text":"a"}', { human: 1 }, []],
    [
      'broken lines',
      `nope\n{"kind":\n${lines({ kind: 'human', text: 'a' })}`,
      { human: 1, lines: 1 },
      ['skipped 2 lines that are not JSON'],
    ],
    [
      'unknown kinds',
      lines({ kind: 'human', text: 'a' }, { kind: 'dance' }),
      { human: 1 },
      ['skipped 1 lines of an unknown kind'],
    ],
    [
      'a result without a call',
      lines({ kind: 'tool-result', callId: 'x' }),
      { human: 0 },
      ['skipped 1 results without a call'],
    ],
    [
      'bytes that are no text',
      '\u0000\u0001\n\ufffd\n',
      { human: 0 },
      ['skipped 2 lines that are not JSON'],
    ],
  ])('survives %s', async (_title, text, totals, degraded) => {
    writeFileSync(file, text)
    const reading = await read()
    expect(reading.ledger.totals).toMatchObject(totals)
    expect(reading.degraded).toEqual(degraded)
  })

  it('stops at the signal and goes on from there', async () => {
    writeFileSync(file, lines(...session))
    const stopped = await readTranscript({
      path: file,
      reader,
      mark: null,
      signal: AbortSignal.abort(),
    })
    expect(stopped.degraded).toEqual([
      `${readFileSync(file).length} bytes of the transcript are left for the next read`,
    ])
    expect((await read(keep(stopped.mark))).ledger.totals.human).toBe(1)
  })

  it('keeps its state small, however long the session', async () => {
    const long = Array.from({ length: 400 }, (_, n) => [
      { kind: 'human', text: `Fix item ${n} ${'and more '.repeat(300)}` },
      ...ran(
        `npm test -- file${n}`,
        1,
        `${'noise '.repeat(2000)}\nTests:       1 failed, 2 passed, 3 total`,
      ),
      ...edited(`/srv/src/file${n}.ts`, 'y'.repeat(4000), true),
      { kind: 'agent', text: 'I fixed it. '.repeat(500) },
    ]).flat()
    writeFileSync(file, lines(...long))
    const { mark, ledger } = await read()
    expect(JSON.stringify(mark).length).toBeLessThan(160_000)
    expect([ledger.request.total, ledger.request.messages.length, ledger.recent.length]).toEqual([
      400, 15, 60,
    ])
  })

  it('keeps checks in sight behind any amount of polling', async () => {
    const polls = Array.from({ length: 300 }, () => ran('node poll.js', 0, 'nothing')).flat()
    writeFileSync(file, lines(...session, ...polls))
    const { ledger } = await read()
    expect(ledger.commands.map(({ key, result }) => [key, result])).toEqual([
      ['npm test', 'failed'],
      ['npm test', 'passed'],
      ['node poll.js', 'passed'],
    ])
    const calls = ledger.recent.filter((item) => item.kind === 'call')
    expect(new Set(calls.map(({ actionKey, resultKey }) => `${actionKey} ${resultKey}`)).size).toBe(
      1,
    )
  })

  it('knows a push by its own words, though its line failed later', async () => {
    const line = 'git commit -qm fix && git push && cat a.md'
    const output = '   1a2b3c4..3f2a1c9  fix -> fix\ncat: a.md: No such file or directory'
    writeFileSync(file, lines({ kind: 'human', text: 'go' }, ...ran(line, 1, output)))
    const { delivery } = (await read()).ledger
    expect(delivery.lastPush?.command).toBe('git push')
  })

  it('tells what still runs, what was refused and what was delivered', async () => {
    writeFileSync(
      file,
      lines(
        { kind: 'human', text: 'go' },
        ...edited('/srv/src/new-thing.ts', 'export const a = 1', true),
        ...ran('git commit -am x && git push -u origin fix', 0),
        ...ran('gh pr create --fill', 0, 'https://example.com/a/b/pull/7'),
        { kind: 'tool-call', callId: 'open', tool: 'sh', command: 'sleep 60' },
        { kind: 'tool-call', callId: 'no', tool: 'sh', command: 'rm x' },
        { kind: 'tool-result', callId: 'no', status: 'denied' },
      ),
    )
    const { ledger } = await read()
    expect({
      pending: ledger.pending.map(({ action }) => action),
      interrupted: ledger.interrupted,
      unwired: ledger.unwired,
      delivery: ledger.delivery,
    }).toEqual({
      pending: ['sleep 60'],
      interrupted: true,
      unwired: ['/srv/src/new-thing.ts'],
      delivery: {
        commits: 1,
        lastCommitStep: 3,
        lastPush: { step: 3, branch: 'fix', command: 'git push -u origin fix' },
        pullRequest: {
          step: 5,
          number: 7,
          url: 'https://example.com/a/b/pull/7',
          opened: true,
          updatedStep: 5,
        },
        lastDeployStep: null,
      },
    })
  })
})
