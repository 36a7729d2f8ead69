import { expect, it } from 'vitest'
import { hostEventKinds } from '../../schema/host-event.js'
import { toEventItem } from './event-item.js'

const told = (kind: string, body: unknown) => {
  const { summary, tone } = toEventItem({
    id: 1,
    at: '2026-03-01T09:00:00.000Z',
    kind,
    sessionId: null,
    key: null,
    body,
  })
  return { summary, tone }
}
const ended = { task_id: 'orders', duration_ms: 5, error: null }

it.each([
  ['sub_session.completed', ended, 'task orders completed its run', 'good'],
  ['sub_session.interrupted', ended, 'task orders was interrupted: its process was lost', 'normal'],
  [
    'sub_session.failed',
    { ...ended, error: 'no such file' },
    'task orders failed: no such file',
    'bad',
  ],
  [
    'sub_session.started',
    { task_id: null, runner: 'x', parent_id: null },
    'the cycle’s own session began a run',
    'normal',
  ],
  [
    'task.paused',
    { task_id: 'orders', by: 'rule', reason: 'failed 3 times' },
    'task orders was paused: failed 3 times',
    'bad',
  ],
  ['reflection.batch', { up_to: 4 }, 'the cycle takes the latest runs for analysis', 'normal'],
  [
    'reflection.analysis_completed',
    { findings_count: 1, actions_recommended: 2 },
    'the cycle looked at 1 finding and recommends 2 changes',
    'normal',
  ],
  ['cycle.change', { id: 'a' }, 'the cycle dealt with a change that it recommends', 'normal'],
])('tells %s as a sentence', (kind, body, summary, tone) => {
  expect(told(kind, body)).toEqual({ summary, tone })
})

it.each([...hostEventKinds, 'toString'])('tells %s without its body by its words', (kind) => {
  expect(told(kind, null)).toEqual({ summary: kind.replaceAll(/[._-]+/g, ' '), tone: 'normal' })
})
