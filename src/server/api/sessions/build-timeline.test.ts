import { expect, it } from 'vitest'
import type { JudgedNote } from '../../../schema/judged-note.js'
import type { RecordKind, RecordOf } from '../../../schema/records.js'
import { makeCommandRun } from '../../../read/__fixtures__/command-run.js'
import { buildTimeline } from './build-timeline.js'

const at = (minute: number): string => `2026-03-01T09:${String(minute).padStart(2, '0')}:00.000Z`
const line = (id: number, kind: string, minute: number, body: object) => ({
  id,
  at: at(minute),
  kind,
  sessionId: 's',
  key: null,
  body,
})
const said = (id: string, kind: string, more: object = {}) => ({
  id,
  kind,
  agent: 'a',
  sessionId: 's',
  ...more,
})
const stop = { lastMessage: 'Done.', backgroundTasks: 0, planMode: false }
const edit = { file: 'a.ts', turn: 1, inert: false, creates: false }

const NOTHING = {
  verdicts: [],
  notes: new Map<string, JudgedNote>(),
  wrong: new Set<string>(),
  interactions: new Map(),
  told: new Map<string, string>(),
  record: () => null,
}

it('tells what was done with its own time, among what the log tells', () => {
  const facts = {
    claims: [],
    todosOpen: 0,
    filesChanged: [],
    degraded: [],
    edits: [
      { ...edit, step: 1, at: at(2) },
      { ...edit, step: 3, at: at(6) },
    ],
    commands: [makeCommandRun({ step: 2, turn: 1, endedAt: at(4) })],
  }
  const note = { reason: '', failure: null, not_written: null, gates: [], facts }
  const entries = buildTimeline({
    ...NOTHING,
    notes: new Map([['v', note]]),
    events: [
      line(
        1,
        'agent.prompt-submitted',
        1,
        said('e1', 'prompt-submitted', { origin: 'human', text: 'Fix it' }),
      ),
      line(
        2,
        'agent.tool-finished',
        5,
        said('e2', 'tool-finished', { tool: 'Bash', failed: false }),
      ),
      line(3, 'agent.session-stopped', 9, said('e3', 'session-stopped', stop)),
      line(4, 'record.verdict', 9, { id: 'v' }),
    ],
  })
  expect(entries.map((one) => [one.kind, one.at.slice(14, 16)])).toEqual([
    ['human', '01'],
    ['edit', '02'],
    ['command', '04'],
    ['tool', '05'],
    ['edit', '06'],
    ['stop', '09'],
  ])
})

it('tells what a lesson said when it was shown', () => {
  const exposure = { lessonId: 'l', arm: 'shown', outcome: 'open', openedAt: at(2) }
  const rows: Record<string, unknown> = {
    'exposure x': exposure,
    'lesson l': { lesson: { analysis: 'It was red in 3 sessions.' } },
  }
  const record = <K extends RecordKind>(kind: K, id: string) =>
    (rows[`${kind} ${id}`] ?? null) as RecordOf<K> | null
  const events = [line(1, 'record.exposure', 2, { id: 'x' })]
  const summaries = (told: Map<string, string>) =>
    buildTimeline({ ...NOTHING, told, record, events }).map(
      (one) => 'summary' in one && one.summary,
    )
  expect(summaries(new Map([['x', 'It was red once.']]))).toEqual(['It was red once.'])
  expect(summaries(new Map())).toEqual(['It was red in 3 sessions.'])
})

it('tells of a compaction why it began, also where the client says it only once', () => {
  const events = [
    line(1, 'agent.session-compacting', 1, said('e1', 'session-compacting', { trigger: 'manual' })),
    line(2, 'agent.session-compacted', 2, said('e2', 'session-compacted', { trigger: 'unknown' })),
    line(3, 'agent.session-compacted', 3, said('e3', 'session-compacted', { trigger: 'unknown' })),
  ]
  const entries = buildTimeline({ ...NOTHING, events })
  expect(entries.map((entry) => entry.kind === 'compaction' && entry.trigger)).toEqual([
    'manual',
    'manual',
    'unknown',
  ])
})
