import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/cli/doctor/check.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const USER = '.config/reflectory/reflection.yaml'
const SOLO = { REFLECTION_MODE: 'solo' }

async function examine(cli: OpenedCli): Promise<CheckResult[]> {
  const { out } = await cli.run(['doctor', '--json'])
  return (JSON.parse(out) as { checks: CheckResult[] }).checks
}

describe('a config that can not be read', () => {
  it('is one finding of doctor, which still looks at the rest', async () => {
    const cli = openCli()
    cli.putHome(USER, 'moed: solo\n')
    const checks = await examine(cli)
    expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'config broken',
      'node ok',
      'git ok',
      'sqlite ok',
      'claude-code ok',
      'opencode ok',
      'codex ok',
      'gemini ok',
      'qwen ok',
      'copilot ok',
      'grok ok',
      'droid ok',
      'pi ok',
      'cursor ok',
      'hooks ok',
    ])
    expect(checks[0]?.remedy).toBe('Fix the lines above.')
  })

  it('still lets a person pause and resume', async () => {
    const cli = openCli()
    cli.putHome(USER, 'moed: solo\n')
    const paused = await cli.run(['pause', '--for', '1h', '--yes'])
    const resumed = await cli.run(['resume'])
    expect([paused.code, resumed.code, resumed.out]).toEqual([
      0,
      0,
      'Resumed; the mode is not known: see `reflect doctor`.',
    ])
    expect(paused.out).toMatch(/^Paused: .*, until \S+ \S+ UTC \(in 1 h\)\.$/)
  })

  it('names a variable as what to fix', async () => {
    const cli = openCli()
    const { code, notes } = await cli.run(['status'], { env: { REFLECTION_MODE: 'maybe' } })
    expect([code, notes.split('→ ')[1]]).toEqual([1, 'Fix the variable, or unset it.'])
  })
})

describe('store.url', () => {
  const secret = 'hunter' + '2'.repeat(3)

  it.each([
    `postgres://ada:${secret}@db.example/x`,
    `postgresql://ada:${secret}@db.example/x`,
    `sqlite://ada:${secret}@db.example/x.db`,
    `mysql://ada:${secret}@db.example/x`,
    'plain.db',
    'sqlite:',
  ])('%s is refused, without a word of the password', async (url) => {
    const cli = openCli()
    for (const argv of [['status'], ['db', 'path'], ['config']]) {
      const { code, out, notes } = await cli.run(argv, { env: { REFLECTION_STORE: url } })
      expect(code).toBe(1)
      expect(notes).toContain('PostgreSQL is not supported yet')
      expect(out + notes).not.toContain(secret)
    }
  })

  it.each(['sqlite:other.db', 'file:other.db', 'file:///tmp/other.db', 'sqlite:/tmp/other.db'])(
    '%s is taken, and its path is absolute',
    async (url) => {
      const cli = openCli()
      const { out } = await cli.run(['db', 'path'], { env: { REFLECTION_STORE: url } })
      expect(out).toMatch(/^\/.*other\.db$/)
    },
  )
})

describe('a pause', () => {
  it('is what doctor and status name, with its end', async () => {
    const cli = openCli()
    await cli.run(['install', 'claude-code', '--mode', 'solo', '--yes'])
    await cli.run(['pause', '--yes'])
    const agent = (await examine(cli)).findLast(({ name }) => name === 'claude-code')
    expect([agent?.detail, agent?.remedy]).toEqual([
      'installed, paused: the hooks do nothing here',
      'reflect resume',
    ])
    expect((await cli.run(['status'])).out).toContain('installed, paused')
  })
})

describe("a project's file", () => {
  it.each([['config'], ['doctor'], ['trust', '--status']])(
    'with a bad key is said to be ignored by %s %s',
    async (...argv) => {
      const cli = openCli()
      cli.write('reflection.yaml', 'serve: {port: 1}\nmoed: solo\n')
      const { out } = await cli.run(argv)
      expect(out).toContain('is ignored until you fix that')
      expect(out).not.toContain('would put these settings in force')
    },
  )

  it('that changed after it was trusted is one finding', async () => {
    const cli = openCli()
    cli.write('reflection.yaml', 'serve: {port: 4000}\n')
    await cli.run(['trust', '--yes'])
    cli.write('reflection.yaml', 'serve: {port: 4001}\n')
    const checks = await examine(cli)
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([
      {
        name: 'trust',
        state: 'notice',
        detail:
          'revoked, because reflection.yaml changed since you trusted it; 1 setting has no effect',
        remedy: 'Look at the change; if you want it, run `reflect trust` again.',
      },
    ])
    expect((await cli.run(['status'])).out).toContain('no longer trusted, because they changed')
  })

  it('is none where nothing needs trust', async () => {
    const cli = openCli()
    expect((await cli.run(['status'])).out).toMatch(/^project files +none$/m)
  })
})

describe("a hook's failure", () => {
  it('that is bad JSON is in the log, and doctor says what to do until all is well again', async () => {
    const cli = openCli()
    cli.putHome(USER, 'mode: solo\n')
    await cli.hook(['claude-code', 'PreToolUse'], '{"broken', SOLO)
    const found = (await examine(cli)).find(({ name }) => name === 'hooks')
    expect(found).toMatchObject({ state: 'notice', remedy: expect.stringContaining('JSON') })
    expect(found?.detail).toContain('the payload is not JSON')
    await cli.hook(['claude-code', 'Stop'], { session_id: 's1', cwd: cli.root }, SOLO)
    const later = (await examine(cli)).find(({ name }) => name === 'hooks')
    expect(later?.state).toBe('ok')
    expect(later?.detail).toMatch(/^since then 1 event went well; the last failure: /)
  })

  it('that is a place for records which is none is in the log and found, and the store has the run', async () => {
    const cli = openCli()
    cli.putHome(USER, 'mode: solo\n')
    cli.write('.reflection/runs', 'not a folder')
    await cli.hook(['claude-code', 'Stop'], { session_id: 's1', cwd: cli.root }, SOLO)
    const checks = await examine(cli)
    expect(checks.find(({ name }) => name === 'records')).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('runs is not a folder'),
    })
    const { out } = await cli.run(['runs', 'show', 'latest', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      degraded_reasons: expect.arrayContaining(['runs is not a real folder']),
    })
  })
})

describe('reflect uninstall', () => {
  it('does not call a file clean that it could not read', async () => {
    const cli = openCli()
    cli.putHome('.claude/settings.json', '{"hooks": ')
    const { code, out, notes } = await cli.run(['uninstall', '--scope', 'user', '--yes'])
    expect([code, out.includes('no entries of ours')]).toEqual([1, false])
    expect(notes).toContain('settings.json')
  })
})
