import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/cli/doctor/check.js'
import { checkNode } from '../../src/cli/doctor/check-machine.js'
import { HOOK_FILES } from '../../src/cli/install/copy-hook.js'
import { READER_FILES } from '../../src/cli/install/reader-files.js'
import { thisProgram } from '../../src/cli/install/this-program.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const SETTINGS = '.claude/settings.json'
const { version: VERSION } = thisProgram()
const COPY = `.local/share/reflectory/${VERSION}`
const INSTALL = ['install', 'claude-code', '--yes', '--mode', 'solo']

async function examine(cli: OpenedCli, env: NodeJS.ProcessEnv = {}) {
  const { code, out } = await cli.run(['doctor', '--json'], { env })
  return { code, checks: (JSON.parse(out) as { checks: CheckResult[] }).checks }
}

const edit = (cli: OpenedCli, from: string, to: string) =>
  cli.putHome(SETTINGS, (cli.inHome(SETTINGS) ?? '').replaceAll(from, to))

const BROKEN: {
  name: string
  damage(cli: OpenedCli): unknown
  state: CheckResult['state']
  says: string
  remedy: string
}[] = [
  {
    name: 'a hook that points nowhere',
    damage: (cli) => rmSync(path.join(cli.home, COPY), { recursive: true }),
    state: 'broken',
    says: 'hook.cjs is gone',
    remedy: 'reflect install claude-code --scope user',
  },
  {
    name: 'half a hook',
    damage: (cli) => rmSync(path.join(cli.home, COPY, 'answer.cjs')),
    state: 'broken',
    says: 'answer.cjs is gone',
    remedy: 'reflect install claude-code --scope user',
  },
  {
    name: 'a hook that another program wrote over',
    damage: (cli) => cli.putHome(`${COPY}/hook.cjs`, 'process.exit(0)\n'),
    state: 'broken',
    says: "The hook's hook.cjs is not the one that this program installs",
    remedy: 'reflect install claude-code puts it back',
  },
  {
    name: 'a hook that can not ask a model',
    damage: (cli) => rmSync(path.join(cli.home, COPY, 'open-model.cjs')),
    state: 'broken',
    says: 'open-model.cjs is gone',
    remedy: 'reflect install claude-code --scope user',
  },
  {
    name: 'a Node that is gone',
    damage: (cli) => edit(cli, process.execPath, '/old/node'),
    state: 'broken',
    says: 'the hook points nowhere: /old/node is gone',
    remedy: 'reflect install claude-code --scope user',
  },
  {
    name: 'an entry of another version',
    damage: (cli) => {
      for (const file of [...HOOK_FILES, ...READER_FILES.keys()]) {
        cli.putHome(`.local/share/reflectory/0.0.1/${file}`, '')
      }
      edit(cli, `/${VERSION}/`, '/0.0.1/')
    },
    state: 'notice',
    says: `the hook is version 0.0.1, not ${VERSION}`,
    remedy: 'reflect upgrade',
  },
  {
    name: 'entries that an older version did not have',
    damage: (cli) => {
      const settings = JSON.parse(cli.inHome(SETTINGS)!) as { hooks: Record<string, unknown[]> }
      delete settings.hooks['PostToolUseFailure']
      settings.hooks['Stop']!.splice(1)
      cli.putHome(SETTINGS, JSON.stringify(settings))
    },
    state: 'notice',
    says: 'no hook for PostToolUseFailure, wake',
    remedy: 'reflect upgrade',
  },
  {
    name: 'settings that can not be parsed',
    damage: (cli) => cli.putHome(SETTINGS, '{\n"a": 1,,\n}'),
    state: 'broken',
    says: 'settings.json:2: expected a key',
    remedy: 'Fix the file',
  },
  {
    name: 'hooks that the client is told not to run',
    damage: (cli) => edit(cli, '{\n  "hooks"', '{\n  "disableAllHooks": true,\n  "hooks"'),
    state: 'broken',
    says: 'settings.json:2: disableAllHooks',
    remedy: 'Remove disableAllHooks',
  },
  {
    name: 'hooks that the project tells the client not to run',
    damage: (cli) => cli.write('.claude/settings.json', '{"disableAllHooks": true}'),
    state: 'broken',
    says: 'settings.json:1: disableAllHooks',
    remedy: 'Remove disableAllHooks',
  },
  {
    name: 'a mode that is off',
    damage: (cli) => cli.putHome('.config/reflectory/reflection.yaml', 'mode: off\n'),
    state: 'notice',
    says: 'installed, off',
    remedy: '--mode solo',
  },
]

describe('reflect doctor', () => {
  it('says that nothing is seen where the mode is on and no agent has our hooks', async () => {
    const cli = openCli()
    const { checks } = await examine(cli, { REFLECTION_MODE: 'solo' })
    expect(checks.find(({ name }) => name === 'agents')).toMatchObject({
      state: 'notice',
      remedy: 'reflect install',
    })
    const { checks: off } = await examine(cli)
    expect(off.map(({ name }) => name)).not.toContain('agents')
  })

  it('finds nothing wrong right after an install', async () => {
    const cli = openCli()
    await cli.run(INSTALL)
    const { code, checks } = await examine(cli)
    expect({ code, agents: checks.filter(({ name }) => name === 'claude-code') }).toEqual({
      code: 0,
      agents: [
        {
          name: 'claude-code',
          state: 'ok',
          detail: `installed: ${path.join(cli.home, SETTINGS)}`,
          remedy: null,
        },
        {
          name: 'claude-code',
          state: 'notice',
          detail: 'installed, and no hook has fired here yet',
          remedy: 'Start a session of Claude Code here: it reads hooks when it starts.',
        },
      ],
    })
  })

  it.each(BROKEN)('finds $name', async ({ damage, state, says, remedy }) => {
    const cli = openCli()
    await cli.run(INSTALL)
    damage(cli)
    const { code, checks } = await examine(cli)
    const found = checks.filter(
      ({ name, detail }) => name === 'claude-code' && detail.includes(says),
    )
    expect(found.map((check) => [check.state, check.remedy?.includes(remedy)])).toEqual([
      [state, true],
    ])
    expect(code).toBe(state === 'broken' ? 1 : 0)
  })

  it('is named by `status` where a hook was written over or agents may do all', async () => {
    const cli = openCli()
    await cli.run(INSTALL)
    const before = (await cli.run(['status'])).out
    expect(before).not.toMatch(/reflect doctor|allowAgents/)
    cli.putHome(`${COPY}/answer.cjs`, '')
    cli.putHome('.config/reflectory/reflection.yaml', 'mode: solo\nallowAgents: true\n')
    const { out } = await cli.run(['status'])
    expect(out).toMatch(/claude-code .*see `reflect doctor`/)
    expect(out).toContain('Agents may do what needs a person')
  })

  it('says nothing of the switch of a client that has no hooks of ours', async () => {
    const cli = openCli()
    cli.putHome(SETTINGS, '{"disableAllHooks": true}')
    const { checks } = await examine(cli)
    expect(checks.filter(({ name }) => name === 'claude-code').map(({ detail }) => detail)).toEqual(
      ['not installed'],
    )
  })

  it.each([
    { name: 'older than a minute', pid: process.pid, ageMs: 61_000, stale: true },
    { name: 'of a process that is gone', pid: 2 ** 30, ageMs: 0, stale: true },
    { name: 'of a process that lives', pid: process.pid, ageMs: 0, stale: false },
  ])('looks at a capture lock $name', async ({ pid, ageMs, stale }) => {
    const cli = openCli()
    const lock = cli.write('.reflection/runs/s1.lock', String(pid))
    const at = new Date(Date.now() - ageMs)
    utimesSync(lock, at, at)
    const { checks } = await examine(cli)
    expect(checks.filter(({ name }) => name === 'lock').length).toBe(stale ? 1 : 0)
    expect(existsSync(lock)).toBe(true)
  })

  it('finds a missing git, and a store that is no database', async () => {
    const cli = openCli()
    await cli.hook(
      ['claude-code', 'Stop'],
      { hook_event_name: 'Stop', session_id: 's', cwd: cli.root },
      { REFLECTION_MODE: 'solo' },
    )
    for (const end of ['-wal', '-shm'])
      rmSync(path.join(cli.stateDir(), `reflectory.db${end}`), { force: true })
    writeFileSync(path.join(cli.stateDir(), 'reflectory.db'), 'x'.repeat(8192))
    const { code, checks } = await examine(cli, { PATH: '/nowhere' })
    const broken = checks.filter(({ state }) => state === 'broken').map(({ name }) => name)
    expect({ code, broken }).toEqual({ code: 1, broken: ['git', 'store', 'writing'] })
  })

  it.each([
    { version: '20.18.3', state: 'broken' },
    { version: '18.20.0', state: 'broken' },
    { version: '20.19.0', state: 'ok' },
    { version: '24.1.0', state: 'ok' },
  ])('calls Node $version $state', ({ version, state }) => {
    expect(checkNode(version).state).toBe(state)
  })
})

const agentsOf = (out: string) => (JSON.parse(out) as { agents: { agent: string }[] }).agents

describe('hooks that a client has to be told to trust', () => {
  it.each([
    { trusted: '', says: 'they are not trusted' },
    { trusted: 'sha256:another', says: 'they changed since they were trusted' },
  ])('are broken when $says', async ({ trusted, says }) => {
    const cli = openCli()
    const { notes } = await cli.run(['install', 'codex', '--yes', '--mode', 'solo'])
    expect(notes).toContain('Start codex, type /hooks and trust them')
    const file = path.join(cli.home, '.codex/hooks.json')
    const { hooks } = JSON.parse(cli.inHome('.codex/hooks.json') ?? '') as { hooks: object }
    const tables = Object.keys(hooks).map((event) => {
      const name = event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
      return `[hooks.state."${file}:${name}:0:0"]\ntrusted_hash = "${trusted}"\n`
    })
    if (trusted !== '') cli.putHome('.codex/config.toml', tables.join('\n'))
    const { code, checks } = await examine(cli)
    const found = checks.find(({ name, state }) => name === 'codex' && state === 'broken')
    expect({ code, detail: found?.detail, remedy: found?.remedy }).toEqual({
      code: 1,
      detail: expect.stringMatching(new RegExp(`hooks\\.json:\\d+: Codex runs none .*: ${says}$`)),
      remedy: expect.stringContaining('/hooks'),
    })
  })

  it('are broken when the client runs no hooks at all', async () => {
    const cli = openCli()
    await cli.run(['install', 'codex', '--yes', '--mode', 'solo'])
    cli.putHome('.codex/config.toml', 'model = "x"\n\n[features]\nhooks = false # for now\n')
    const { checks } = await examine(cli)
    expect(checks.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('config.toml:4: features.hooks'),
    )
  })
})

describe('reflect status', () => {
  it('tells of an agent from not installed to seen', async () => {
    const cli = openCli()
    const status = async () =>
      agentsOf((await cli.run(['status', '--json'])).out).filter(
        ({ agent }) => agent === 'claude-code',
      )
    const base = { agent: 'claude-code', problems: [], lastSeen: null }
    const installed = [{ scope: 'user', file: path.join(cli.home, SETTINGS), version: VERSION }]
    expect(await status()).toEqual([
      { ...base, found: false, state: 'not installed', installed: [] },
    ])

    await cli.run(['install', 'claude-code', '--yes'])
    expect(await status()).toEqual([{ ...base, found: true, state: 'installed, off', installed }])

    await cli.run(INSTALL)
    await cli.hook(['claude-code', 'Stop'], {
      hook_event_name: 'Stop',
      session_id: 's',
      cwd: cli.root,
    })
    expect(await status()).toEqual([
      {
        ...base,
        found: true,
        state: 'installed',
        installed,
        lastSeen: expect.stringMatching(/^\d{4}-/),
      },
    ])
  })

  it('says "installed, off" to people', async () => {
    const cli = openCli()
    await cli.run(['install', 'claude-code', '--yes', '--scope', 'project'])
    const { out } = await cli.run(['status'])
    expect(out).toContain(`claude-code  installed, off (project ${VERSION})  not seen here yet`)
  })
})

describe('reflect init', () => {
  it.each([
    { answers: [true, true, true], asks: 3, installed: true },
    { answers: [false], asks: 1, installed: false },
  ])('offers to install for what it found: $answers', async ({ answers, asks, installed }) => {
    const cli = openCli()
    mkdirSync(path.join(cli.home, '.claude'))
    const { questions } = await cli.run(['init'], { answers })
    expect({ asks: questions.length, installed: cli.inHome(SETTINGS) !== null }).toEqual({
      asks,
      installed,
    })
  })

  it('only names the command when there is no one to ask', async () => {
    const cli = openCli()
    mkdirSync(path.join(cli.home, '.claude'))
    const { out } = await cli.run(['init', '--mode', 'solo'])
    expect(out).toContain('`reflect install claude-code`')
    expect(cli.inHome(SETTINGS)).toBeNull()
  })
})
