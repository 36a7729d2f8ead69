import { expect, it } from 'vitest'
import { makeCommandRun } from '../../../read/__fixtures__/command-run.js'
import type { Verdict } from '../../../schema/verdict.js'
import { readTurns } from './read-turns.js'

const AT = '2026-03-01T09:00:00.000Z'
const settled = (action: object) => ({
  id: 1,
  at: AT,
  kind: 'guard.settled',
  sessionId: 's',
  key: null,
  body: { action, end: 'reflected', fence: null, fingerprint: null },
})

it('calls done what the session changed, and not what others left in its tree', () => {
  const facts = { claims: [], commands: [], edits: [], todosOpen: 0, degraded: [] }
  const filesChanged = ['src/own.ts', 'src/left-by-another.ts']
  const note = { reason: '', failure: null, not_written: null, gates: [] }
  const notes = new Map([['v', { ...note, facts: { ...facts, filesChanged } }]])
  const verdict = { id: 'v', turn: 0, timestamp: AT, gates: [] } as unknown as Verdict
  const told = {
    events: [settled({ kind: 'none', reason: '' })],
    verdicts: [verdict],
    checkRuns: [],
  }
  const filesOf = (own: ReadonlySet<string> | null) =>
    readTurns({ ...told, notes, own, isSettled: false }).map(({ done }) => done.files)
  expect(filesOf(new Set(['src/own.ts']))).toEqual([['src/own.ts']])
  expect(filesOf(null)).toEqual([filesChanged])
})

it('tells what an interrupted turn did in that turn, and not in the next', () => {
  const asked = (minute: number) => ({
    ...settled({}),
    at: `2026-03-01T09:0${minute}:00.000Z`,
    kind: 'agent.prompt-submitted',
    body: {
      id: 'e',
      kind: 'prompt-submitted',
      agent: 'a',
      sessionId: 's',
      origin: 'human',
      text: 'Fix it',
    },
  })
  const edit = { step: 1, turn: 1, inert: false, creates: false }
  const edits = [
    { ...edit, file: '/w/test/a.test.ts', at: '2026-03-01T09:01:30.000Z' },
    { ...edit, file: '/w/src/b.ts', at: '2026-03-01T09:03:00.000Z' },
  ]
  const run = makeCommandRun({ step: 2, turn: 1, endedAt: '2026-03-01T09:01:40.000Z' })
  const filesChanged = ['src/b.ts', 'src/made.ts', 'test/a.test.ts']
  const facts = { claims: [], commands: [run], edits, todosOpen: 0, degraded: [], filesChanged }
  const note = { reason: '', failure: null, not_written: null, gates: [], facts }
  const verdict = { id: 'v', turn: 2, timestamp: AT, gates: [] } as unknown as Verdict
  const opened = { agent: 'a', parentSessionId: null, projectRoot: null }
  const turns = readTurns({
    events: [{ ...settled({}), kind: 'guard.opened', body: opened }, asked(1), asked(2)],
    verdicts: [verdict],
    notes: new Map([['v', note]]),
    checkRuns: [],
    own: null,
    isSettled: true,
  })
  expect(turns.map(({ turn, done }) => [turn, done.files, done.commands.length])).toEqual([
    [1, ['/w/test/a.test.ts'], 1],
    [2, ['src/b.ts', 'src/made.ts'], 0],
  ])
})

it('does not say that nothing contradicted a turn, whose red check its report may have told', () => {
  const verdict = {
    id: 'v',
    turn: 0,
    timestamp: AT,
    gates: [],
    complete: null,
  } as unknown as Verdict
  const events = [settled({ kind: 'none', reason: '' })]
  const [turn] = readTurns({
    events,
    verdicts: [verdict],
    notes: new Map(),
    checkRuns: [],
    own: null,
    isSettled: true,
  })
  expect(turn?.ended.text).toBe('Nothing proved that it is done.')
})

it.each([
  [false, 'Still going.'],
  [true, 'It was not judged.'],
])(
  'says of a turn that no stop ended, of a session that is settled (%s): %s',
  (isSettled, text) => {
    const body = {
      id: 'e',
      kind: 'prompt-submitted',
      agent: 'a',
      sessionId: 's',
      origin: 'human',
      text: 'Fix it',
    }
    const events = [
      {
        ...settled({}),
        kind: 'guard.opened',
        body: { agent: 'a', parentSessionId: null, projectRoot: null },
      },
      { ...settled({}), kind: 'agent.prompt-submitted', body },
    ]
    const [turn] = readTurns({
      events,
      verdicts: [],
      notes: new Map(),
      checkRuns: [],
      own: null,
      isSettled,
    })
    expect(turn?.ended.text).toBe(text)
  },
)

it('has the last message of the transcript where the client hands none over', () => {
  const facts = {
    claims: [],
    commands: [],
    edits: [],
    todosOpen: 0,
    degraded: [],
    filesChanged: [],
  }
  const note = { reason: '', failure: null, not_written: null, gates: [] }
  const notes = new Map([['v', { ...note, facts: { ...facts, said: 'Done.' } }]])
  const verdict = { id: 'v', turn: 0, timestamp: AT, gates: [] } as unknown as Verdict
  const events = [settled({ kind: 'none', reason: '' })]
  const [turn] = readTurns({
    events,
    verdicts: [verdict],
    notes,
    checkRuns: [],
    own: null,
    isSettled: false,
  })
  expect(turn?.lastMessage).toBe('Done.')
})

it.each([
  {
    action: { kind: 'continue', text: 'Run it.', metadata: { moment: 'stop' } },
    said: [{ at: AT, moment: 'stop', text: 'Run it.' }],
  },
  {
    action: { kind: 'toast', level: 'warning', text: 'The check "test" is flaky.' },
    said: [{ at: AT, moment: 'to the human', text: 'The check "test" is flaky.' }],
  },
  { action: { kind: 'none', reason: 'abstained' }, said: undefined },
])('tells what we said, to the agent or to the human: $action', ({ action, said }) => {
  const events = [settled(action)]
  const [turn] = readTurns({
    events,
    verdicts: [],
    notes: new Map(),
    checkRuns: [],
    own: null,
    isSettled: false,
  })
  expect(turn?.said).toEqual(said)
})
