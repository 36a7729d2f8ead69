import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { SkillChange } from '../../src/schema/skill-change.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const CONFIG = `cycle:
  runners:
    agent: { command: [${JSON.stringify(process.execPath)}, "-e", "process.exit(1)"] }
`

function openProject(): OpenedCli {
  const cli = openCli()
  cli.putHome('.config/reflectory/reflection.yaml', CONFIG)
  return cli
}

async function ask<T>(cli: OpenedCli, ...argv: string[]): Promise<T> {
  return JSON.parse((await cli.run([...argv, '--json'])).out) as T
}

const openStore = (cli: OpenedCli) => openSqliteStore(path.join(cli.stateDir(), 'reflectory.db'))

describe('reflect tasks', () => {
  it('adds, lists, shows, pauses, resumes and removes a task', async () => {
    const cli = openProject()
    const added = await cli.run([
      'tasks',
      'add',
      'nightly',
      '--prompt',
      'Sum up',
      '--cron',
      '30 3 * * *',
      '--zone',
      'UTC',
    ])
    expect(added.code).toBe(0)
    expect(added.out).toMatch(/^Added nightly; next run \d{4}-\d\d-\d\dT03:30:00\.000Z\.$/)
    expect(added.notes).toContain('It runs while `reflect serve`')
    expect(await ask(cli, 'tasks', 'list')).toMatchObject([
      { id: 'nightly', status: 'active', runner: 'builtin', timeout_ms: 600_000 },
    ])
    await cli.run(['tasks', 'pause', 'nightly', '--reason', 'holidays'])
    expect(await ask(cli, 'tasks', 'show', 'nightly')).toMatchObject({
      task: { status: 'paused', pause_reason: 'user: holidays' },
    })
    expect((await cli.run(['tasks', 'list'])).out).toContain('user: holidays')
    expect((await cli.run(['tasks', 'resume', 'nightly'])).out).toBe('nightly: resumed.')
    expect((await cli.run(['tasks', 'remove', 'nightly'])).out).toBe('Removed nightly.')
    expect((await cli.run(['tasks', 'list'])).out).toBe('No tasks.')
  })

  it('runs a task by hand, exits with 1 when it failed, and pauses it the third time', async () => {
    const cli = openProject()
    await cli.run(['tasks', 'add', 'broken', '--prompt', 'Fail', '--runner', 'agent', '--yes'])
    const codes = [1, 2, 3].map(() => cli.run(['tasks', 'run', 'broken']))
    const first = await Promise.all(codes)
    // Asked for at the same time, one runs and the others are told that it goes on.
    expect(first.filter(({ out }) => out.includes('failed'))).toHaveLength(1)
    for (let n = 0; n < 2; n += 1) expect((await cli.run(['tasks', 'run', 'broken'])).code).toBe(1)
    expect((await cli.run(['cycle', 'findings'])).out).toContain('consecutive_failures')
    expect((await cli.run(['cycle', 'run'])).out).toContain('rules only')
    expect((await cli.run(['cycle', 'run'])).out).toBe('Nothing new.')
  })

  it('takes reports of another scheduler, each once', async () => {
    const cli = openProject()
    const report = (n: number, status: string, ...more: string[]) =>
      cli.run(['tasks', 'report', 'deploy', '--status', status, '--session', `run-${n}`, ...more])
    await report(1, 'failed', '--error', 'exit 1', '--skills', 'release, checks')
    expect((await report(1, 'failed')).out).toBe('Already recorded.')
    await report(2, 'timeout')
    expect((await report(3, 'failed')).out).toContain('found     consecutive_failures')
    expect((await report(4, 'completed', '--result', 'fine')).out).toContain(
      'resolved  consecutive_failures',
    )
    expect((await cli.run(['tasks'])).out).toMatch(/deploy +reported +4 +– +fine/)
    const { out: shown } = await cli.run(['tasks', 'show', 'deploy'])
    expect(shown).toContain('completed  fine')
    expect(shown).toMatch(/^status +reported$/m)
  })

  it('lists no task that was removed, though its runs stay recorded', async () => {
    const cli = openProject()
    await cli.run(['tasks', 'add', 'broken', '--prompt', 'Fail', '--runner', 'agent', '--yes'])
    await cli.run(['tasks', 'run', 'broken'])
    await cli.run(['tasks', 'remove', 'broken'])
    expect((await cli.run(['tasks'])).out).toBe('No tasks.')
  })

  it.each([
    { argv: ['serve', '--port', 'x'], says: '0 takes a free one', code: 2 },
    { argv: ['tasks', 'resum', 'x'], says: 'Did you mean `reflect tasks resume`?', code: 2 },
    { argv: ['tasks', 'add', 'x'], says: '--prompt <text>', code: 2 },
    {
      argv: ['tasks', 'add', 'x', '--prompt', 'y', '--runner', 'agnt', '--yes'],
      says: 'did you mean agent?',
      code: 2,
    },
    {
      argv: ['tasks', 'add', 'x', '--prompt', 'y', '--cron', 'often'],
      says: "can't be used",
      code: 2,
    },
    {
      argv: ['tasks', 'add', 'x', '--prompt', 'y', '--timeout', 'long'],
      says: 'is not a duration',
      code: 2,
    },
    { argv: ['tasks', 'run', 'x'], says: 'There is no task "x"', code: 1 },
    {
      argv: ['tasks', 'report', 'x', '--status', 'great'],
      says: 'completed, failed, timeout, interrupted',
      code: 2,
    },
    {
      argv: ['tasks', 'report', 'x', '--status', 'failed', '--session', 'system:reflection:1'],
      says: 'a reserved name',
      code: 2,
    },
    { argv: ['skills', 'approve', '--yes'], says: "Missing required argument 'change'", code: 2 },
    { argv: ['skills', 'instal', 'x'], says: 'Did you mean `reflect skills install`?', code: 2 },
    { argv: ['skills', 'install', 'x', '--yes'], says: 'There is no skill', code: 1 },
    {
      argv: ['skills', 'install', 'x', '--scope', 'all', '--yes'],
      says: '--scope is one of project, user',
      code: 2,
    },
    { argv: ['skills', 'retire', 'x', '--yes'], says: 'There is no skill', code: 1 },
    { argv: ['skills', 'approve', 'x', '--yes'], says: 'There is no change x', code: 1 },
    { argv: ['skills', 'rollback', 'abcd', '--yes'], says: 'There is no change abcd', code: 1 },
    { argv: ['skills', 'show', '../x'], says: 'There is no skill', code: 1 },
    { argv: ['cycle', 'findins'], says: 'Did you mean `reflect cycle findings`?', code: 2 },
  ])('answers $argv with what to do', async ({ argv, says, code }) => {
    const ran = await openProject().run(argv)
    expect({ code: ran.code, says: ran.notes.includes(says) ? says : ran.notes }).toEqual({
      code,
      says,
    })
  })
})

describe('reflect skills', () => {
  it('shows a proposal as a diff, approves and installs it, tells a change by hand, and rolls it back', async () => {
    const cli = openProject()
    await cli.run(['skills', 'list'])
    const store = await openStore(cli)
    const change: SkillChange = {
      id: 'c1-checks',
      skill: 'checks',
      reason: 'three runs failed alike',
      before: null,
      after: '---\nname: checks\ndescription: "Use before checks"\n---\n\nLook first.\n',
      state: 'proposed',
      verdict: null,
      commit: null,
      proposed_at: '2030-01-01T00:00:00.000Z',
      settled_at: null,
    }
    await store.add([{ kind: 'skill_change', record: change }])
    await store.close()
    expect((await cli.run(['skills', 'proposals'])).out).toContain('+ Look first.')
    cli.putHome('.claude/settings.json', '{}')
    const approved = await cli.run(['skills', 'approve', 'checks', '--yes'])
    expect(approved.out).toMatch(
      /^Committed checks as \w{10}\.\nInstalled in .*\.claude\/skills\/checks\.$/,
    )
    expect(approved.notes).toContain('+ Look first.')
    expect((await cli.run(['skills', 'approve', 'checks', '--yes'])).out).toBe(approved.out)
    const copy = path.join(cli.root, '.claude/skills/checks/SKILL.md')
    expect(readFileSync(copy, 'utf8')).toBe(change.after)
    expect(cli.git('status', '--porcelain')).toBe('')
    const file = path.join(cli.stateDir(), 'skills/checks/SKILL.md')
    expect(readFileSync(file, 'utf8')).toBe(change.after)
    expect((await cli.run(['skills'])).out).toBe('checks  active  installed  Use before checks')
    expect((await cli.run(['skills', 'show', 'checks'])).out).toContain(change.after)
    writeFileSync(copy, change.after.replace('Look', 'Listen'))
    expect((await cli.run(['skills'])).out).toContain('conflict')
    expect((await cli.run(['skills', 'diff', 'checks'])).out).toContain('+ Listen first.')
    expect((await cli.run(['skills', 'install', 'checks', '--yes'])).code).toBe(1)
    writeFileSync(copy, change.after)
    const [commit] = await ask<{ commit: string }[]>(cli, 'skills', 'log')
    const rolled = await cli.run(['skills', 'rollback', commit!.commit.slice(0, 8), '--yes'])
    expect(rolled.out).toMatch(/^Rolled back checks in \w{10}\.$/)
    expect(existsSync(path.join(cli.root, '.claude'))).toBe(false)
    expect((await cli.run(['skills', 'list', '--all'])).out).toContain('rolled back')
    const gone = await cli.run(['skills', 'show', 'checks'])
    expect(gone.out).toContain('checks is no longer in use; this was its last text:')
    expect(gone.out).toContain(change.after)
    expect((await cli.run(['skills', 'proposals'])).out).toBe('No proposals.')
  })
})

describe('reflect doctor', () => {
  it('lists tasks that are due while no server is there', async () => {
    const cli = openProject()
    await cli.run(['tasks', 'add', 'nightly', '--prompt', 'x', '--cron', '30 3 * * *'])
    expect((await cli.run(['doctor'])).out).not.toContain('nightly')
    const store = await openStore(cli)
    const [row] = await store.list('due')
    const dueAt = new Date(Date.now() - 3_600_000).toISOString()
    await store.add([{ kind: 'due', record: { ...row!, dueAt } }])
    await store.close()
    expect((await cli.run(['doctor'])).out).toContain(`nightly has been due since ${dueAt}`)
  })
})
