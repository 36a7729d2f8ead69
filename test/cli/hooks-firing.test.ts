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
/** Where each client keeps its sessions. */
const SESSION_FILES: Readonly<Record<string, string>> = {
  'claude-code': '.claude/projects/x',
  codex: '.codex/sessions/2026',
  qwen: '.qwen/projects/x',
  copilot: '.copilot/session-state/x',
  grok: '.grok/sessions/x',
  droid: '.factory/sessions/x',
  pi: '.pi/agent/sessions/x',
}

/** A session in a folder, as each client keeps it: a file that names the folder, or is named after it. */
const SESSIONS: Readonly<Record<string, (cli: OpenedCli, folder: string, at: Date) => void>> = {
  ...Object.fromEntries(
    Object.entries(SESSION_FILES).map(([agent, sessions]) => [
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

/**
 * What keeps installed hooks from firing, as the client and its user leave it, or why it can't be. Besides: the
 * program that the entries start may be gone, which is so for every client.
 */
interface Causes {
  /** Its user did not say yes: what is installed, and what the client keeps of their answer. */
  trust: { scope: 'user' | 'project'; says: string; no?: Put; yes?: Put } | string
  /** A variable points it to another folder than the one that the hooks are in. */
  folder: string | { why: string }
  /** Settings by which it runs no hooks: of the person, of the project, of an organization. */
  policy: Policy[] | string
}

type Policy = [setting: string, file: string, text: string, variable?: string]

/** A file, in the home where it begins with `~/`, and its text for a project's folder. */
type Put = [file: string, text: (root: string) => string]

const FOLDER = 'its folder is not trusted'

const json = (value: object): string => JSON.stringify(value)
const named =
  (trust: string) =>
  (root: string): string =>
    json({ [root]: trust })

const CAUSES: Readonly<Record<string, Causes>> = {
  'claude-code': {
    trust: 'it does not start in a folder that its user does not trust',
    folder: 'CLAUDE_CONFIG_DIR',
    policy: [
      ['disableAllHooks', '~/.claude/settings.json', json({ disableAllHooks: true })],
      ['disableAllHooks', '.claude/settings.json', json({ disableAllHooks: true })],
      ['allowManagedHooksOnly', '.claude/settings.json', json({ allowManagedHooksOnly: true })],
    ],
  },
  codex: {
    trust: {
      scope: 'user',
      says: 'they are not trusted',
      no: ['~/.codex/config.toml', (root) => `[projects."${root}"]\ntrust_level = "trusted"\n`],
    },
    folder: 'CODEX_HOME',
    policy: [
      ['features.hooks', '.codex/config.toml', '[features]\nhooks = false\n'],
      ['features.hooks', '~/.codex/config.toml', 'features = { hooks = false }\n'],
    ],
  },
  qwen: {
    trust: {
      scope: 'project',
      says: FOLDER,
      no: ['~/.qwen/trustedFolders.json', named('DO_NOT_TRUST')],
      yes: ['~/.qwen/trustedFolders.json', named('TRUST_FOLDER')],
    },
    folder: 'QWEN_HOME',
    policy: [
      ['disableAllHooks', '.qwen/settings.json', json({ disableAllHooks: true })],
      [
        'disableAllHooks',
        '~/organization.json',
        json({ disableAllHooks: true }),
        'QWEN_CODE_SYSTEM_SETTINGS_PATH',
      ],
    ],
  },
  gemini: {
    trust: {
      scope: 'project',
      says: FOLDER,
      no: ['~/.gemini/trustedFolders.json', named('DO_NOT_TRUST')],
      yes: ['~/.gemini/trustedFolders.json', named('TRUST_FOLDER')],
    },
    folder: 'GEMINI_CLI_HOME',
    policy: [
      ['hooksConfig.enabled', '.gemini/settings.json', json({ hooksConfig: { enabled: false } })],
      [
        'hooksConfig.disabled',
        '~/organization.json',
        json({ hooksConfig: { disabled: ['reflectory'] } }),
        'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
      ],
    ],
  },
  copilot: {
    trust: {
      scope: 'project',
      says: FOLDER,
      no: ['~/.copilot/config.json', () => '// Managed automatically.\n{"trustedFolders": []}'],
      yes: ['~/.copilot/config.json', (root) => json({ trustedFolders: [root] })],
    },
    folder: 'COPILOT_HOME',
    policy: [['disableAllHooks', '~/.copilot/settings.json', json({ disableAllHooks: true })]],
  },
  grok: {
    trust: {
      scope: 'project',
      says: FOLDER,
      no: ['~/.grok/trusted_folders.toml', (root) => `[folders."${root}"]\ntrusted = false\n`],
      yes: ['~/.grok/trusted_folders.toml', (root) => `[folders."${root}"]\ntrusted = true\n`],
    },
    folder: 'GROK_HOME',
    policy: [
      [
        'allow_managed_hooks_only',
        '~/.grok/requirements.toml',
        'allow_managed_hooks_only = true\n',
      ],
    ],
  },
  droid: {
    trust: 'it runs the hooks of every project',
    folder: 'FACTORY_HOME_OVERRIDE',
    policy: [
      ['hooks.hooksDisabled', '.factory/settings.json', json({ hooks: { hooksDisabled: true } })],
      [
        'general.allowManagedHooksOnly',
        '~/.factory/settings.json',
        json({ general: { allowManagedHooksOnly: true } }),
      ],
    ],
  },
  pi: {
    trust: {
      scope: 'project',
      says: FOLDER,
      no: ['~/.pi/agent/trust.json', (root) => json({ [root]: false })],
      yes: ['~/.pi/agent/trust.json', (root) => json({ [path.dirname(root)]: true })],
    },
    folder: 'PI_CODING_AGENT_DIR',
    policy: 'no setting is known that keeps it from loading an extension',
  },
  cursor: {
    trust: 'it keeps the answer in a database of its own',
    folder: { why: 'no variable is known that leads it to another folder' },
    policy: 'no setting is known that keeps it from running hooks',
  },
  opencode: {
    trust: 'it loads the plugins of every project',
    folder: 'XDG_CONFIG_HOME',
    policy: 'no setting is known that keeps it from loading a plugin',
  },
}

const put = (cli: OpenedCli, file: string, text: string): unknown =>
  file.startsWith('~/') ? cli.putHome(file.slice(2), text) : cli.write(file, text)

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

  it.each(CLIENTS.filter((agent) => agent !== 'generic'))(
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

  it('knows of every client what can keep its hooks from firing', () => {
    expect(Object.keys(CAUSES).sort()).toEqual([...AGENTS].sort())
  })

  it.each(
    Object.entries(CAUSES).flatMap(([agent, { folder }]) =>
      typeof folder === 'string' ? [[agent, folder] as const] : [],
    ),
  )('names hooks of %s that lie where the client does not look (%s)', async (agent, variable) => {
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
  })

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

  it.each(
    Object.entries(CAUSES).flatMap(([agent, { trust }]) =>
      typeof trust === 'string' ? [] : [{ agent, ...trust }],
    ),
  )('names hooks of $agent that its user does not trust: $says', async (row) => {
    const { agent, scope, says, no, yes } = row
    const cli = openCli()
    if (no !== undefined) put(cli, no[0], no[1](cli.root))
    const { notes } = await cli.run(['install', agent, '--scope', scope, '--yes', '--mode', 'solo'])
    expect(notes).toMatch(/only (?:in a folder that|when) you trust/)
    const why = async () =>
      (await examine(cli, agent)).filter(({ detail }) => detail.endsWith(says))
    expect(await why()).toMatchObject([
      {
        state: 'broken',
        detail: expect.stringMatching(/ runs none of our hooks /),
        remedy: expect.stringMatching(/^Start .+ trust/),
      },
    ])
    if (yes === undefined) return
    put(cli, yes[0], yes[1](cli.root))
    expect(await why()).toEqual([])
  })

  it.each(
    Object.entries(CAUSES).flatMap(([agent, { policy }]) =>
      typeof policy === 'string' ? [] : policy.map((row): [string, ...Policy] => [agent, ...row]),
    ),
  )('names the setting by which %s runs no hooks (%s in %s), and what to do', async (...row) => {
    const [agent, setting, file, text, variable] = row
    const cli = openCli()
    put(cli, file, text)
    await cli.run(['install', agent, '--yes', '--mode', 'solo'])
    const env = variable === undefined ? {} : { [variable]: path.join(cli.home, file.slice(2)) }
    const off = (await examine(cli, agent, env)).filter(({ detail }) => detail.includes(setting))
    expect(off).toMatchObject([
      {
        state: 'broken',
        detail: expect.stringMatching(/:\d+: .+ keeps the client from running our hooks$/),
        remedy: `Remove ${setting} if you want the hooks.`,
      },
    ])
  })

  it('says nothing of firing where the mode is off, because a hook then leaves no trace', async () => {
    const cli = openCli()
    await cli.run(['install', 'codex', '--yes', '--mode', 'off'])
    const results = await examine(cli, 'codex')
    expect(results.filter(({ detail }) => /fired/.test(detail))).toEqual([])
  })
})
