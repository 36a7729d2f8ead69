import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/cli/doctor/check.js'
import { thisProgram } from '../../src/cli/install/this-program.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { loadInstallers } from '../../src/wiring/client-signs.js'
import { CLIENTS, openSession } from '../support/client-session.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

async function examine(cli: OpenedCli, agent: string, env: NodeJS.ProcessEnv = {}) {
  const { out } = await cli.run(['doctor', '--json'], { env })
  return (JSON.parse(out) as { checks: CheckResult[] }).checks.filter(({ name }) => name === agent)
}

const installed = async (agent: string) => {
  const cli = openCli()
  await cli.run(['install', agent, '--yes', '--mode', 'solo'])
  return cli
}

const AGENTS = (await loadInstallers()).map(([id]) => id)
/** Where each client keeps its sessions, and the variable that points it to another folder. */
const FOLDERS: Readonly<Record<string, { sessions: string; variable: string }>> = {
  'claude-code': { sessions: '.claude/projects/x', variable: 'CLAUDE_CONFIG_DIR' },
  codex: { sessions: '.codex/sessions/2026', variable: 'CODEX_HOME' },
  qwen: { sessions: '.qwen/projects/x', variable: 'QWEN_HOME' },
  gemini: { sessions: '.gemini/tmp/x', variable: 'GEMINI_CLI_HOME' },
  copilot: { sessions: '.copilot/session-state/x', variable: 'COPILOT_HOME' },
  grok: { sessions: '.grok/sessions/x', variable: 'GROK_HOME' },
  droid: { sessions: '.factory/sessions/x', variable: 'FACTORY_HOME_OVERRIDE' },
  pi: { sessions: '.pi/agent/sessions/x', variable: 'PI_CODING_AGENT_DIR' },
}

/** A session in a folder, as each client keeps it: a file that names the folder, or is named after it. */
const SESSIONS: Readonly<Record<string, (cli: OpenedCli, folder: string, at: Date) => void>> = {
  ...Object.fromEntries(
    Object.entries(FOLDERS).map(([agent, { sessions }]) => [
      agent,
      (cli: OpenedCli, cwd: string, at: Date) =>
        keep(cli, `${sessions}/${path.basename(cwd)}.jsonl`, JSON.stringify({ cwd }), at),
    ]),
  ),
  gemini: (cli, folder, at) => {
    const projectHash = createHash('sha256').update(folder).digest('hex')
    const file = `.gemini/tmp/x/chats/session-${projectHash.slice(0, 8)}.jsonl`
    keep(cli, file, JSON.stringify({ sessionId: 's1', projectHash }), at)
  },
  cursor: (cli, folder, at) => {
    const name = folder.replaceAll(/[^A-Za-z0-9]/g, '-').slice(1)
    keep(cli, `.cursor/projects/${name}/agent-transcripts/s1/s1.jsonl`, '{"role":"user"}', at)
  },
  opencode: (cli, folder, at) => {
    const file = path.join(cli.home, '.local/share/opencode/opencode.db')
    mkdirSync(path.dirname(file), { recursive: true })
    const database = new (loadSqlite().DatabaseSync)(file)
    database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS session (id TEXT, directory TEXT, parent_id TEXT, time_updated INTEGER);
      CREATE TABLE IF NOT EXISTS part (id TEXT, session_id TEXT);`)
    database
      .prepare('INSERT INTO session VALUES (?, ?, NULL, ?)')
      .run(`ses_${path.basename(folder)}`, folder, at.getTime())
    database.close()
  },
}

const keep = (cli: OpenedCli, file: string, text: string, at: Date): void =>
  utimesSync(cli.putHome(file, text), at, at)

/** Clients that are not known to ask whether a project is trusted before they run its hooks. */
const TRUSTS_ALL = new Set(['droid', 'opencode'])

/** The settings by which a client runs no hooks. OpenCode, Pi and Cursor are not known to have one. */
const SWITCHES: readonly [agent: string, setting: string, file: string, text: string][] = [
  ['claude-code', 'disableAllHooks', '.claude/settings.json', '{ "disableAllHooks": true }'],
  ['codex', 'features.hooks', '.codex/config.toml', '[features]\nhooks = false\n'],
  ['qwen', 'disableAllHooks', '.qwen/settings.json', '{ "disableAllHooks": true }'],
  [
    'gemini',
    'hooksConfig.enabled',
    '.gemini/settings.json',
    '{ "hooksConfig": { "enabled": false } }',
  ],
  ['copilot', 'disableAllHooks', '~/.copilot/settings.json', '{ "disableAllHooks": true }'],
  [
    'grok',
    'allow_managed_hooks_only',
    '~/.grok/requirements.toml',
    'allow_managed_hooks_only = true\n',
  ],
  [
    'droid',
    'hooks.hooksDisabled',
    '.factory/settings.json',
    '{ "hooks": { "hooksDisabled": true } }',
  ],
]

describe('reflect doctor on hooks that fire', () => {
  it.each(AGENTS)('says of %s that none has fired yet, and what to do', async (agent) => {
    const results = await examine(await installed(agent), agent)
    expect(results).toContainEqual(
      expect.objectContaining({
        state: 'notice',
        detail: 'installed, and no hook has fired here yet',
        remedy: expect.stringContaining('Start a session of'),
      }),
    )
  })

  it.each(CLIENTS.filter((agent) => agent !== 'opencode' && agent !== 'generic'))(
    'says when a hook of %s last fired, and how it was answered',
    async (agent) => {
      const cli = await installed(agent)
      await openSession(cli, agent, { sessionId: 's1' }).prompt('Fix it')
      const results = await examine(cli, agent)
      const fired = results.filter(({ detail }) => detail.startsWith('last fired'))
      expect(fired).toMatchObject([
        {
          state: 'ok',
          detail: expect.stringMatching(/^last fired .+: prompt-submitted, [a-z ]+$/),
        },
      ])
    },
  )

  it.each(AGENTS)(
    'calls hooks of %s broken where the client has run since and none has fired',
    async (agent) => {
      const cli = await installed(agent)
      const session = SESSIONS[agent]!
      const [before, after] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms))
      const silent = async () =>
        (await examine(cli, agent)).find(({ detail }) => /though .* has run/.test(detail))
      session(cli, '/srv/other', after!)
      session(cli, `${cli.root}-2`, after!)
      session(cli, cli.root, before!)
      expect(await silent()).toBeUndefined()
      session(cli, cli.root, after!)
      expect(await silent()).toMatchObject({
        state: 'broken',
        remedy: expect.stringMatching(TRUSTS_ALL.has(agent) ? /lists|loads/ : /trust/),
      })
    },
  )

  it.each([...Object.entries(FOLDERS), ['opencode', { variable: 'XDG_CONFIG_HOME' }] as const])(
    'names hooks of %s that lie where the client does not look',
    async (agent, { variable }) => {
      const cli = await installed(agent)
      const other = path.join(cli.home, 'other')
      mkdirSync(other)
      const results = await examine(cli, agent, { [variable]: other })
      expect(results).toContainEqual(
        expect.objectContaining({
          state: 'broken',
          detail: expect.stringMatching(/^our hooks are in .+, but .+ reads .*other/),
          remedy: expect.stringContaining(`reflect install ${agent}`),
        }),
      )
    },
  )

  it.each(AGENTS)(
    'names hooks of %s whose program is gone, and how to get it back',
    async (agent) => {
      const cli = await installed(agent)
      rmSync(path.join(cli.home, '.local/share/reflectory', thisProgram().version), {
        recursive: true,
      })
      const gone = (await examine(cli, agent)).filter(({ detail }) =>
        detail.endsWith('hook.cjs is gone'),
      )
      expect(gone).toMatchObject([
        { state: 'broken', remedy: `reflect install ${agent} --scope user` },
      ])
    },
  )

  it.each(SWITCHES)(
    'names the setting by which %s runs no hooks (%s), and what to do',
    async (agent, setting, file, text) => {
      const cli = await installed(agent)
      if (file.startsWith('~/')) cli.putHome(file.slice(2), text)
      else cli.write(file, text)
      const off = (await examine(cli, agent)).filter(({ detail }) => detail.includes(setting))
      expect(off).toMatchObject([
        {
          state: 'broken',
          detail: expect.stringMatching(/:\d+: .+ keeps the client from running our hooks$/),
          remedy: `Remove ${setting} if you want the hooks.`,
        },
      ])
    },
  )

  it.each([
    ['gemini', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', '{ "hooksConfig": { "enabled": false } }'],
    ['qwen', 'QWEN_CODE_SYSTEM_SETTINGS_PATH', '{ "disableAllHooks": true }'],
  ])(
    'names the setting of the organization by which %s runs no hooks',
    async (agent, variable, text) => {
      const cli = await installed(agent)
      const file = cli.putHome('organization.json', text)
      const results = await examine(cli, agent, { [variable]: file })
      expect(results).toContainEqual(
        expect.objectContaining({
          state: 'broken',
          detail: expect.stringContaining('organization.json:1: '),
          remedy: expect.stringContaining('if you want the hooks'),
        }),
      )
    },
  )

  it('says nothing of firing where the mode is off, because a hook then leaves no trace', async () => {
    const cli = openCli()
    await cli.run(['install', 'codex', '--yes', '--mode', 'off'])
    const results = await examine(cli, 'codex')
    expect(results.filter(({ detail }) => /fired/.test(detail))).toEqual([])
  })
})
