import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBoardFile, readBoardHistory } from './read-board.js'

let folder = ''
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reflectory-board-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(file: string, content: string): Promise<string> {
  const target = path.join(folder, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, content)
  return target
}

function commit(repo: string, subject: string, day: number): string {
  const at = `${1_750_000_000 + day * 86_400} +0000`
  const withDates = { ...env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
  const run = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: path.join(folder, repo),
      env: withDates,
      encoding: 'utf8',
    }).trim()
  run('init', '-q')
  run('add', '-A')
  run('commit', '-q', '--allow-empty', '-m', subject)
  return run('rev-parse', 'HEAD')
}

const counts = ({ figures }: Awaited<ReturnType<typeof readBoardHistory>>) => ({
  format: figures.format,
  tasks: figures.tasks,
  completed: figures.completed,
  reopened: figures.reopened.hits,
  reverted: figures.reverted.hits,
  fixed: figures.fixed.hits,
  flapping: figures.flapping,
  malformed: figures.malformed,
})
const ZERO = { reopened: 0, reverted: 0, fixed: 0, flapping: 0, malformed: 0 }
const lines = (rows: unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n')

describe('readBoardHistory of a file', () => {
  it.each([
    {
      name: 'a plain export',
      file: 'export.json',
      content: JSON.stringify([
        {
          id: 1,
          status: 'done',
          completed_at: '2025-06-01',
          outcome: null,
          reopened_at: '2025-06-09',
          followups: [],
        },
        {
          id: 2,
          status: 'done',
          completed_at: '2025-06-01',
          outcome: null,
          reopened_at: null,
          followups: [3],
        },
        { id: 3, status: 'todo' },
      ]),
      expected: {
        ...ZERO,
        format: 'a plain export',
        tasks: 3,
        completed: 2,
        reopened: 1,
        fixed: 1,
      },
    },
    {
      name: 'an export in an envelope',
      file: 'envelope.json',
      content: JSON.stringify({ version: 1, tasks: [{ id: 1, status: 'done' }] }),
      expected: { ...ZERO, format: 'a plain export', tasks: 1, completed: 1 },
    },
    {
      name: 'beads',
      file: 'issues.jsonl',
      content: lines([
        {
          id: 'bd-1',
          status: 'closed',
          issue_type: 'task',
          created_at: '2025-06-01T00:00:00Z',
          updated_at: '2025-06-02T00:00:00Z',
          closed_at: '2025-06-02T00:00:00Z',
        },
        {
          id: 'bd-2',
          status: 'open',
          issue_type: 'bug',
          created_at: '2025-06-05T00:00:00Z',
          dependencies: [{ issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'discovered-from' }],
        },
      ]),
      expected: { ...ZERO, format: 'beads', tasks: 2, completed: 1, fixed: 1 },
    },
    {
      name: 'OpenAgents tasks',
      file: 'tasks.jsonl',
      content: lines([
        {
          id: 'oa-1',
          status: 'closed',
          deps: [],
          commits: [],
          updatedAt: '2025-06-02T00:00:00Z',
          closedAt: '2025-06-02T00:00:00Z',
        },
      ]),
      expected: { ...ZERO, format: 'OpenAgents tasks', tasks: 1, completed: 1 },
    },
    {
      name: 'transitions, with a backward one',
      file: 'transitions.jsonl',
      content: lines([
        { id: 'a', t: 1_750_000_000, frm: null, to: 'open' },
        { id: 'a', t: 1_750_100_000, frm: 'open', to: 'closed' },
        { id: 'a', t: 1_750_050_000, frm: 'closed', to: 'open' },
        { id: 'b', t: 1_750_100_000, frm: null, to: 'closed' },
        { id: 'b', t: 1_750_200_000, frm: 'closed', to: 'in_progress' },
      ]),
      expected: {
        ...ZERO,
        format: 'status transitions',
        tasks: 2,
        completed: 2,
        reopened: 1,
        flapping: 1,
      },
    },
    {
      name: 'a file with broken rows',
      file: 'broken.jsonl',
      content: '{"id":"a","status":"done"}\n{"id":\n{"note":"no task"}\n\n',
      expected: { ...ZERO, format: 'a plain export', tasks: 1, completed: 1, malformed: 2 },
    },
    {
      name: 'an empty file',
      file: 'empty.jsonl',
      content: '',
      expected: { ...ZERO, format: 'an empty file', tasks: 0, completed: 0 },
    },
  ])('reads $name', async ({ file, content, expected }) => {
    expect(counts(await readBoardHistory(await write(file, content)))).toEqual(expected)
  })

  it.each([
    { name: 'no tasks in JSON', file: 'none.json', content: '{"a":1}' },
    { name: 'no tasks in JSONL', file: 'none.jsonl', content: 'hello\nworld' },
  ])('refuses a file with $name', async ({ file, content }) => {
    const target = await write(file, content)
    await expect(readBoardFile(target)).rejects.toMatchObject({ code: 'payload-invalid' })
  })

  it('refuses a path that is not there', async () => {
    await expect(readBoardHistory(path.join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

const backlogTask = (id: string, status: string): string =>
  `---\nid: ${id}\ntitle: A task\nstatus: ${status}\nassignee: []\ncreated_date: '2025-06-01'\nupdated_date: '2025-06-03 10:00'\nlabels: []\ndependencies: []\n---\n\n## Description\n\nstatus: Done is only text here.\n`

describe('readBoardHistory of a folder', () => {
  it('reads a Backlog.md folder that is in no repository', async () => {
    await write('plain/backlog/tasks/task-1 - One.md', backlogTask('task-1', 'Done'))
    await write('plain/backlog/completed/task-2 - Two.md', backlogTask('task-2', 'Done'))
    await write('plain/backlog/tasks/task-3 - Three.md', backlogTask('task-3', 'To Do'))
    await write('plain/backlog/archive/tasks/task-4 - Four.md', backlogTask('task-4', 'Done'))
    await write('plain/backlog/docs/notes.md', '# Notes\n')
    const expected = { ...ZERO, format: 'Backlog.md', tasks: 3, completed: 2 }
    expect(counts(await readBoardHistory(path.join(folder, 'plain'), { env }))).toEqual(expected)
    const inside = path.join(folder, 'plain', 'backlog')
    expect(counts(await readBoardHistory(inside, { env }))).toEqual(expected)
    await write('renamed/tasks/task-1 - One.md', backlogTask('task-1', 'Done'))
    expect(counts(await readBoardHistory(path.join(folder, 'renamed'), { env }))).toEqual({
      ...expected,
      tasks: 1,
      completed: 1,
    })
  })

  it('follows a Backlog.md folder through its git history', async () => {
    const file = 'backlog-repo/backlog/tasks/task-1 - One "quoted".md'
    await write(file, backlogTask('task-1', 'To Do'))
    commit('backlog-repo', 'add', 0)
    await write(file, backlogTask('task-1', 'Done'))
    commit('backlog-repo', 'finish', 1)
    await write(file, backlogTask('task-1', 'In Progress'))
    commit('backlog-repo', 'again', 3)
    await rm(path.join(folder, file))
    await write('backlog-repo/backlog/completed/task-1 - One.md', backlogTask('task-1', 'Done'))
    commit('backlog-repo', 'finish again', 4)
    expect(counts(await readBoardHistory(path.join(folder, 'backlog-repo'), { env }))).toEqual({
      ...ZERO,
      format: 'the git history of Backlog.md',
      tasks: 1,
      completed: 1,
      reopened: 1,
    })
  })

  it('follows a beads file through its git history, dropping what was synced back', async () => {
    const board = (rows: unknown[]) => write('beads-repo/.beads/issues.jsonl', `${lines(rows)}\n`)
    await board([issue('bd-1', 'open', 0), issue('bd-2', 'open', 0)])
    await write('beads-repo/.beads/interactions.jsonl', '{"kind":"note"}\n')
    commit('beads-repo', 'start', 0)
    await board([issue('bd-1', 'closed', 1), issue('bd-2', 'closed', 1)])
    commit('beads-repo', 'close both', 1)
    await board([issue('bd-1', 'open', 0), issue('bd-2', 'in_progress', 2)])
    commit('beads-repo', 'a stale copy of one, the other reopened', 2)
    expect(counts(await readBoardHistory(path.join(folder, 'beads-repo'), { env }))).toEqual({
      ...ZERO,
      format: 'the git history of beads',
      tasks: 2,
      completed: 2,
      reopened: 1,
      flapping: 1,
    })
  })

  it('finds the revert of a commit that a task names', async () => {
    await write('oa-repo/src/a.ts', 'a')
    const hash = commit('oa-repo', 'feat: a', 0)
    const task = { id: 'oa-1', status: 'closed', deps: [], commits: [hash], closedAt: null }
    await write('oa-repo/.openagents/tasks.jsonl', `${JSON.stringify(task)}\n`)
    commit('oa-repo', 'close', 1)
    await write('oa-repo/src/a.ts', '')
    commit('oa-repo', `Revert "feat: a"`, 2)
    expect(counts(await readBoardHistory(path.join(folder, 'oa-repo'), { env }))).toEqual({
      ...ZERO,
      format: 'the git history of OpenAgents tasks',
      tasks: 1,
      completed: 1,
      reverted: 1,
    })
  })

  it('refuses a folder without a board', async () => {
    await write('bare/readme.md', '---\nid: x\nstatus: done\n---\n')
    await write('bare/rows.jsonl', '{"id":"x","status":"done"}')
    await expect(readBoardHistory(path.join(folder, 'bare'), { env })).rejects.toMatchObject({
      code: 'not-found',
      remedy: expect.stringContaining('.beads'),
    })
  })
})

const issue = (id: string, status: string, day: number) => ({
  id,
  status,
  issue_type: 'task',
  updated_at: new Date((1_750_000_000 + day * 86_400) * 1000).toISOString(),
})

describe('a board in data/', () => {
  const done = (id: number, status: string) => ({ id: `t${id}`, status })
  it.each([
    ['among other files', 'data/tasks.jsonl'],
    ['in a folder of its own', 'data/board/tasks-2025.jsonl'],
  ])('is found %s, in the history too once it is gone', async (name, file) => {
    const repo = `data-${name.replaceAll(' ', '-')}`
    await write(`${repo}/data/rows.jsonl`, lines([{ id: 1, status: 'done' }]))
    await write(`${repo}/${file}`, lines([done(1, 'done'), done(2, 'open')]))
    commit(repo, 'board', 0)
    await write(`${repo}/${file}`, lines([done(1, 'open'), done(2, 'done')]))
    commit(repo, 'reopened', 2)
    const seen = counts(await readBoardHistory(path.join(folder, repo), { env }))
    expect(seen).toMatchObject({ tasks: 2, completed: 2, reopened: 1 })
    await rm(path.join(folder, repo, file))
    commit(repo, 'gone', 3)
    expect(counts(await readBoardHistory(path.join(folder, repo), { env }))).toEqual(seen)
  })

  const day = (n: number): string => new Date((1_750_000_000 + n * 86_400) * 1000).toISOString()
  const closed = (id: string, more: object) => ({
    id,
    status: 'done',
    completed_at: day(0),
    ...more,
  })
  it.each([
    ['states its own dates', closed('a', { reopened_at: day(3) }), { reopened: 1 }],
    [
      'was reopened before',
      { ...closed('a', { reopened_at: day(3) }), status: 'open' },
      { reopened: 1 },
    ],
    [
      'names a follow-up',
      closed('a', { followups: [{ id: 'b', at: day(4), type: 'bug' }] }),
      { fixed: 1 },
    ],
  ])('that %s says the same as a file and as a commit', async (name, row, expected) => {
    const repo = `same-${name.replaceAll(' ', '-')}`
    const file = await write(`${repo}/data/tasks.jsonl`, lines([row, closed('z', {})]))
    commit(repo, 'board', 200)
    const asFile = (await readBoardHistory(file)).figures
    const whole = await readBoardHistory(path.join(folder, repo), { env })
    expect(counts(whole)).toMatchObject({ completed: 2, flapping: 0, ...expected })
    const { format: _, watchedShorter: __, ...same } = whole.figures
    expect(asFile).toMatchObject(same)
  })
})
