import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStoreStorage } from '../../memory/store-storage.js'
import { lessonRow } from '../../memory/__fixtures__/lesson-row.js'
import { addTask } from '../../host/tasks.js'
import { formatSkill } from '../../host/skills/skill-file.js'
import { readSkillText } from '../../host/skills/skills-folder.js'
import type { Finding } from '../../schema/finding.js'
import type { SelfModel } from '../../schema/api/self.js'
import type { SelfLine } from '../../schema/self-line.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { RolledBack } from '../../schema/api/skill.js'
import { openTestServer } from '../__fixtures__/open-server.js'
import type { TestServer } from '../__fixtures__/open-server.js'

const AT = '2026-03-01T09:00:00.000Z'
let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  const { host } = server
  await openStoreStorage(host.store).put([lessonRow('lesson-1'), lessonRow('lesson-2')])
  const schedule = { cron: '0 3 * * *', time_zone: 'UTC' }
  const task = { id: 'nightly', ai_prompt: 'Sum up', schedule, runner: 'builtin', timeout_ms: 1000 }
  await addTask(task, host)
  await host.store.add([
    { kind: 'finding', record: finding() },
    { kind: 'skill_change', record: change('new-skill') },
    { kind: 'skill_change', record: change('other-skill') },
  ])
})
afterAll(() => server.stop())

const finding = (): Finding => ({
  id: 'consecutive_failures:task:nightly#1',
  rule: 'consecutive_failures',
  severity: 'warning',
  subject_type: 'task',
  subject_id: 'nightly',
  detail: 'failed 3 times in a row',
  action_taken: '',
  state: 'open',
  opened_at: AT,
  resolved_at: null,
})

const text = (skill: string) => formatSkill({ name: skill, description: 'Why', body: 'Do this.' })

const change = (skill: string): SkillChange => ({
  id: `change-${skill}`,
  skill,
  reason: 'It was missing',
  before: null,
  after: text(skill),
  state: 'proposed',
  verdict: null,
  commit: null,
  proposed_at: AT,
  settled_at: null,
})

async function act<T>(place: string, body: unknown = {}): Promise<T> {
  const reply = await server.post(`/api/v1${place}`, body)
  expect([place, reply.status]).toEqual([place, 200])
  return (await reply.json()) as T
}

const status = async (place: string, body: unknown = {}) =>
  (await server.post(`/api/v1${place}`, body)).status

it('pauses and resumes a task, with the reason', async () => {
  const { store } = server.host
  await act('/tasks/nightly/pause', { reason: 'holidays' })
  expect(await store.get('task', 'nightly')).toMatchObject({
    status: 'paused',
    pause_reason: 'user: holidays',
  })
  await act('/tasks/nightly/resume')
  expect(await store.get('task', 'nightly')).toMatchObject({ status: 'active', pause_reason: null })
  expect(await store.count('due', { state: 'server' })).toBe(1)
})

it('pins, unpins, retires and forgets a lesson', async () => {
  const { store } = server.host
  await act('/lessons/lesson-1/pin')
  expect(await store.get('lesson', 'lesson-1')).toMatchObject({ pinned: true, state: 'active' })
  await act('/lessons/lesson-1/unpin')
  expect(await store.get('lesson', 'lesson-1')).toMatchObject({ pinned: false })
  await act('/lessons/lesson-1/retire', { reason: 'outdated' })
  expect(await store.get('lesson', 'lesson-1')).toMatchObject({
    state: 'retired',
    stateReason: 'outdated',
  })
  expect(await act('/lessons/lesson-2/forget')).toEqual({ id: 'lesson-2', forgotten: true })
  expect(await store.get('lesson', 'lesson-2')).toBeNull()
})

it('a person’s correction of a line is kept', async () => {
  const line: SelfLine = {
    id: 'self-1@2026-03-01',
    about: 'done-right',
    agent: null,
    interactive: null,
    model: null,
    statement: 'Its "done" was right in 31 of 40 sessions.',
    n: 40,
    measure: null,
    since: AT,
    evidence: [],
    state: 'current',
    pinned: false,
    correction: null,
    madeAt: AT,
  }
  await server.host.store.add([{ kind: 'self_line', record: line }])
  await act('/self/self-1@2026-03-01', { word: 'correct', text: 'It needs the VPN.' })
  const { lines } = (await (await server.ask('/api/v1/self')).json()) as SelfModel
  expect(lines).toMatchObject([{ state: 'corrected', correction: 'It needs the VPN.' }])
})

it('resolves a finding once', async () => {
  const place = `/findings/${encodeURIComponent(finding().id)}/resolve`
  expect(await act(place)).toMatchObject({ resolved: true, finding: { state: 'resolved' } })
  expect(await act(place)).toMatchObject({ resolved: false, finding: { state: 'resolved' } })
})

it('approves, rejects and rolls back a skill', async () => {
  const { skills } = server.host
  const approved = await act<SkillChange>('/skill-changes/change-new-skill/approve')
  expect(approved.state).toBe('approved')
  expect(readSkillText(skills, 'new-skill')).toBe(text('new-skill'))
  const rejected = await act<SkillChange>('/skill-changes/change-other-skill/reject', {
    reason: 'too narrow',
  })
  expect([rejected.state, rejected.verdict]).toEqual(['rejected', 'rejected: too narrow'])
  expect(await status('/skill-changes/change-other-skill/approve')).toBe(400)
  const back = await act<RolledBack>('/skills/rollback', { commit: approved.commit!.slice(0, 12) })
  expect(back.skills).toEqual(['new-skill'])
  expect(readSkillText(skills, 'new-skill')).toBeNull()
})

it.each([
  { place: '/tasks/none/pause', expected: 404 },
  { place: '/tasks/none/resume', expected: 404 },
  { place: '/lessons/none/pin', expected: 404 },
  { place: '/lessons/none/forget', expected: 404 },
  { place: '/findings/none/resolve', expected: 404 },
  { place: '/self/none', body: { word: 'pin' }, expected: 404 },
  { place: '/self/none', body: { word: 'praise' }, expected: 400 },
  { place: '/skill-changes/none/approve', expected: 404 },
  { place: '/skills/rollback', body: { commit: 'abcdef12' }, expected: 404 },
  { place: '/skills/rollback', body: { commit: '--all' }, expected: 400 },
  { place: '/skills/rollback', expected: 400 },
  { place: '/tasks/nightly/pause', body: { reason: '' }, expected: 400 },
  { place: '/tasks/nightly/pause', body: { reason: 'x'.repeat(501) }, expected: 400 },
  { place: '/tasks/nightly/pause', body: { because: 'x' }, expected: 400 },
])('refuses $place with $body as $expected', async ({ place, body, expected }) => {
  expect(await status(place, body)).toBe(expected)
})

it('a task comes in for the built-in runner, and never with a runner of its own', async () => {
  const task = {
    id: 'weekly',
    ai_prompt: 'Sum up',
    schedule: { cron: '0 3 * * 1', time_zone: 'UTC' },
  }
  expect(await act('/tasks', task)).toMatchObject({ id: 'weekly', runner: 'builtin' })
  const named = await server.post('/api/v1/tasks', { ...task, id: 'x', runner: 'agent' })
  expect(named.status).toBe(400)
  expect(await server.host.store.get('task', 'x')).toBeNull()
  const bad = await server.post('/api/v1/tasks', {
    ...task,
    id: 'x',
    schedule: { cron: 'soon', time_zone: 'UTC' },
  })
  expect(bad.status).toBe(400)
})

it('outcomes that are reported feed the rules, each once', async () => {
  const report = (n: number) =>
    act<{ recorded: boolean; opened: Finding[] }>('/outcomes', {
      session_id: `run-${n}`,
      task_id: 'elsewhere',
      status: 'failed',
      error: 'exit 1',
    })
  await report(1)
  expect((await report(1)).recorded).toBe(false)
  await report(2)
  expect((await report(3)).opened.map(({ rule }) => rule)).toEqual(['consecutive_failures'])
  const read = async (place: string) => (await server.ask(`/api/v1${place}`)).json()
  expect(JSON.stringify(await read('/tasks'))).toContain('"id":"elsewhere"')
  expect(await read('/tasks/elsewhere')).toMatchObject({
    task: { runner: 'reported', run_count: 3 },
    streak: { kind: 'failing', runs: 3 },
  })
  const ours = { session_id: 'system:reflection:x', task_id: null, status: 'failed' }
  expect((await server.post('/api/v1/outcomes', ours)).status).toBe(400)
})

it('an outcome without a task is the one whose objective it has, if that says enough', async () => {
  const schedule = { cron: '0 3 * * *', time_zone: 'UTC' }
  const ai_prompt = 'Look at the backups of last night and sum up'
  await act('/tasks', { id: 'backups', ai_prompt, schedule })
  await act('/tasks', { id: 'short', ai_prompt: 'Look', schedule })
  const report = { status: 'completed', result: 'fine' }
  await act('/outcomes', { ...report, task_id: null, session_id: 'b-0', objective: ai_prompt })
  await act('/outcomes', { ...report, session_id: 'b-1', objective: ai_prompt })
  await act('/outcomes', { ...report, session_id: 'b-2', objective: 'Look' })
  const taskOf = async (id: string) => (await server.host.store.get('outcome', id))?.task_id
  const found = [await taskOf('b-0'), await taskOf('b-1'), await taskOf('b-2')]
  expect(found).toEqual(['backups', 'backups', null])
})
