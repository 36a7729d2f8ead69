import { mkdirSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/cli/doctor/check.js'
import { thisProgram } from '../../src/cli/install/this-program.js'
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

  // Gemini CLI's chats name no folder, so that they can't be told to be of this project.
  it.each(Object.keys(FOLDERS).filter((agent) => agent !== 'gemini'))(
    'calls hooks of %s broken where the client has run since and none has fired',
    async (agent) => {
      const cli = await installed(agent)
      const { sessions } = FOLDERS[agent]!
      const later = new Date(Date.now() + 60_000)
      const write = (name: string, cwd: string) =>
        utimesSync(cli.putHome(path.join(sessions, name), JSON.stringify({ cwd })), later, later)
      const silent = async () =>
        (await examine(cli, agent)).find(({ detail }) => /though .* has run/.test(detail))
      write('other.jsonl', '/srv/other')
      expect(await silent()).toBeUndefined()
      write('here.jsonl', cli.root)
      expect(await silent()).toMatchObject({ state: 'broken', remedy: expect.any(String) })
    },
  )

  it.each(Object.entries(FOLDERS))(
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
