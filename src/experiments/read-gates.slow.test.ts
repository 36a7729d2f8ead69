import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../schema/outcome.js'
import type { RunRow } from '../schema/run-record.js'
import type { Store } from '../store.js'
import { readGates } from './read-gates.js'

let folder = ''
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reflectory-gates-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sessions of a store, as `[confidence, right?]`. */
function storeOf(rows: [number, boolean][]): Pick<Store, 'list'> {
  const runs = rows.map(([confidence], i) => ({
    record: { session_id: `s${i}`, timestamp: '2025-06-01T00:00:00.000Z', confidence },
  })) as RunRow[]
  const outcomes = rows.map(([, right], i) => ({
    session_id: `s${i}`,
    status: right ? 'completed' : 'failed',
  })) as Outcome[]
  const list = async (kind: string) => {
    if (kind === 'session_outcome') return []
    return kind === 'run' ? runs : outcomes
  }
  return { list: list as Store['list'] }
}

const times = (n: number, row: [number, boolean]): [number, boolean][] =>
  Array.from({ length: n }, () => row)

async function project(name: string, tasks: object[], commits: [string, string[]][]) {
  const root = path.join(folder, name)
  await mkdir(path.join(root, '.beads'), { recursive: true })
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      env,
    })
  git('init', '-q')
  const rows = tasks.map((task) => JSON.stringify(task)).join('\n')
  await writeFile(path.join(root, '.beads', 'issues.jsonl'), `${rows}\n`)
  git('add', '-A')
  git('commit', '-q', '-m', 'chore: board')
  for (const [i, [subject, files]] of commits.entries()) {
    for (const file of files) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true })
      await writeFile(path.join(root, file), `${i}`)
    }
    git('add', '-A')
    git('commit', '-q', '-m', subject)
  }
  return root
}

const states = async (sources: Parameters<typeof readGates>[0]) =>
  Object.fromEntries((await readGates(sources)).map(({ id, state }) => [id, state]))

describe('readGates', () => {
  it('finds too few data in an empty folder', async () => {
    const gates = await readGates({ store: null, git: { cwd: folder, env } })
    expect(gates.map(({ id, state, reasons }) => ({ id, state, reasons }))).toEqual([
      { id: 'P1', state: 'insufficient', reasons: ['0 usable rows; 30 are needed'] },
      { id: 'P2', state: 'insufficient', reasons: [`${folder} is not in a git repository`] },
      { id: 'P3', state: 'insufficient', reasons: [`there is no task board in ${folder}`] },
    ])
  })

  it('passes on data that speak for it', async () => {
    const tasks = Array.from({ length: 20 }, (_, i) => ({
      id: `bd-${i}`,
      status: 'closed',
      issue_type: 'task',
      outcome: i < 15 ? 'passed' : null,
    }))
    const fixed = Array.from({ length: 12 }, (_, i): [string, string[]][] => [
      [`feat: part ${i}`, [`src/part-${i}.ts`]],
      [`fix: part ${i}`, [`src/part-${i}.ts`]],
    ]).flat()
    const cwd = await project('pass', tasks, fixed)
    const store = storeOf([
      ...times(80, [0.95, true]),
      ...times(5, [0.95, false]),
      ...times(20, [0.85, true]),
      ...times(20, [0.85, false]),
      ...times(10, [0.2, true]),
      ...times(80, [0.2, false]),
    ])
    expect(await states({ store, git: { cwd, env } })).toEqual({
      P1: 'passed',
      P2: 'passed',
      P3: 'passed',
    })
  })

  it('kills on data that speak against it', async () => {
    // The newest task shows that the others were watched for long enough.
    const tasks = Array.from({ length: 31 }, (_, i) => ({
      id: `bd-${i}`,
      status: 'closed',
      issue_type: 'task',
      closed_at: i < 30 ? '2026-01-05T10:00:00Z' : '2026-06-05T10:00:00Z',
    }))
    const caught = Array.from({ length: 80 }, (_, i): [string, string[]] => [
      `feat: part ${i}`,
      [`src/part.ts`],
    ])
    const cwd = await project('kill', tasks, [
      ...caught,
      ['fix: parts', ['src/part.ts', 'src/part.test.ts']],
    ])
    const store = storeOf([...times(30, [0.9, true]), ...times(30, [0.9, false])])
    expect(await states({ store, git: { cwd, env } })).toEqual({
      P1: 'killed',
      P2: 'killed',
      // The sessions' ends are known, so a machine can tell.
      P3: 'passed',
    })
    expect(await states({ store: null, git: { cwd, env } })).toMatchObject({ P3: 'killed' })
  })
})
