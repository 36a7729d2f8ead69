/** Ways in which the guard goes off, or does less, against its user's own settings: each is seen. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inspectWith } from '../../src/cli/commands/serve/inspect.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { openMemoryStore } from '../../src/store/memory.js'
import { PERSON } from '../../src/wiring/person/__fixtures__/processes.js'
import { runIn } from '../support/open-cli.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const userConfig = ({ home }: Sandbox): string =>
  path.join(home, '.config', 'reflectory', 'reflection.yaml')

function writeUserConfig(sandbox: Sandbox, text: string): void {
  const file = userConfig(sandbox)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const event = (sandbox: Sandbox, name: string, session = 's1') => ({
  hook_event_name: name,
  session_id: session,
  cwd: sandbox.root,
  transcript_path: path.join(sandbox.home, '.claude', 'none.jsonl'),
  ...(name === 'SessionStart' ? { source: 'startup' } : {}),
  ...(name === 'UserPromptSubmit' ? { prompt: 'Fix it' } : {}),
})

/** A session that goes well: its state directory and its cache are there. */
async function warmUp(sandbox: Sandbox): Promise<void> {
  for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionStart', 'Stop'])
    await sandbox.hook(['claude-code'], event(sandbox, name, 'warm'))
}

const openDatabase = (file: string) => new (loadSqlite().DatabaseSync)(file)

interface Way {
  env?: NodeJS.ProcessEnv | ((sandbox: Sandbox) => NodeJS.ProcessEnv)
  /** What the user calls, with the user's own variables. @default as the session has them */
  statusEnv?: NodeJS.ProcessEnv
  /** The session has begun before it is done. */
  isLate?: true
  /** What is returned undoes it before status is asked, where that could not answer. */
  change(sandbox: Sandbox): unknown
  /** The user's own config. */
  own?: string
  says: RegExp
  /** @default the same */
  inStatus?: RegExp
}

const WAYS: Readonly<Record<string, Way>> = {
  'a cache of settings that says off': {
    change(sandbox) {
      const file = path.join(sandbox.stateDir(), 'settings.json')
      const before = readFileSync(file, 'utf8')
      writeFileSync(file, before.replaceAll('"solo"', '"off"'))
      expect(readFileSync(file, 'utf8')).not.toBe(before)
    },
    says: /cache of settings changed/,
  },
  'a damaged database': {
    change(sandbox) {
      for (const name of readdirSync(sandbox.stateDir()).filter((one) => one.includes('.db')))
        writeFileSync(path.join(sandbox.stateDir(), name), 'x'.repeat(8192))
    },
    says: /can't use its database.*no stop is judged/,
    // The command fails with it.
    inStatus: /file is not a database/,
  },
  'a broken config of the user': {
    change: (sandbox) => writeUserConfig(sandbox, 'mode: solo\nstop:\n  maxAttempts: many\n'),
    says: /maxAttempts/,
  },
  'a config of the user that is no YAML': {
    change: (sandbox) => writeUserConfig(sandbox, 'mode: solo\nstop: [broken\n'),
    says: /is off here: .*reflection\.yaml:\d/,
    // The command fails with it.
    inStatus: /reflection\.yaml:\d/,
  },
  'a config of the user that is gone': {
    change: (sandbox) => rmSync(userConfig(sandbox)),
    says: /is off here: your settings are gone/,
  },
  'a variable that leads away from the config': {
    env: ({ base }) => ({ XDG_CONFIG_HOME: path.join(base, 'empty') }),
    statusEnv: {},
    change: () => undefined,
    says: /is off here: your settings lie in .*, and XDG_CONFIG_HOME leads/,
  },
  'a variable that leads away from the config in the middle of a session': {
    isLate: true,
    env: ({ base }) => ({ XDG_CONFIG_HOME: path.join(base, 'empty') }),
    statusEnv: {},
    change: () => undefined,
    says: /is off here: your settings lie in .*, and XDG_CONFIG_HOME leads/,
  },
  'variables that lead away from the config and the state in the middle of a session': {
    isLate: true,
    env: ({ base }) => ({
      XDG_CONFIG_HOME: path.join(base, 'e'),
      XDG_STATE_HOME: path.join(base, 'e'),
    }),
    statusEnv: {},
    change: () => undefined,
    says: /is off here: your settings lie in .*, and XDG_CONFIG_HOME leads/,
  },
  'a folder in the place of the config of the user': {
    isLate: true,
    change(sandbox) {
      rmSync(userConfig(sandbox))
      mkdirSync(userConfig(sandbox))
    },
    says: /is off here: your settings in .* can't be read/,
    // The command fails with it.
    inStatus: /reflection\.yaml/,
  },
  'a variable that leads to another config': {
    env: ({ base }) => ({ XDG_CONFIG_HOME: path.join(base, 'other') }),
    statusEnv: {},
    change(sandbox) {
      const file = path.join(sandbox.base, 'other', 'reflectory', 'reflection.yaml')
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, 'mode: solo\nstop:\n  maxAttempts: 0\n')
    },
    says: /reads your settings from .*other/,
  },
  'a project that judges no stop': {
    change: (sandbox) => commit(sandbox, 'stop:\n  enabled: false\n'),
    says: /the project's reflection\.yaml switches off the judgement of stops/i,
  },
  'a project that sends no agent back': {
    change: (sandbox) => commit(sandbox, 'stop:\n  maxAttempts: 0\n'),
    // The user's own setting would count.
    own: 'mode: solo\n',
    says: /the project's reflection\.yaml lets no agent be sent back/i,
  },
  'a project that exempts a weakened check': {
    change: (sandbox) => commit(sandbox, 'stop:\n  exemptWeakened: [0123abcd]\n'),
    says: /the project's reflection\.yaml exempts 1 weakened check/i,
  },
  'a database that another program holds': {
    change(sandbox) {
      const database = openDatabase(path.join(sandbox.stateDir(), 'reflectory.db'))
      database.exec('BEGIN EXCLUSIVE')
      return () => database.close()
    },
    says: /database is held by another program.*not judged/,
  },
  'a broken config of the project': {
    change: (sandbox) => commit(sandbox, 'stop: [\n'),
    says: /reflection\.yaml is wrong/,
  },
  'a project that says off': {
    change: (sandbox) => commit(sandbox, 'mode: off\n'),
    says: /is off here: the project/,
  },
  'a project that switches off what is no stop': {
    change: (sandbox) =>
      commit(
        sandbox,
        'stall:\n  enabled: false\n  exemptTools: [Bash]\nlessons:\n  enabled: false\n',
      ),
    says: /changes what is watched or told \(.*lessons\.enabled.*stall\.enabled|changes what is watched or told \(.*stall\.enabled.*lessons\.enabled/,
  },
  'a pause in the middle of a session': {
    isLate: true,
    change: (sandbox) => pauseBehindBack(sandbox, null),
    says: /is off here: it is paused/,
  },
  'a pause of one session, in the middle of it': {
    isLate: true,
    change: (sandbox) => pauseBehindBack(sandbox, 's1'),
    says: /is off in this session: it is paused/,
  },
  'a pause': {
    change: (sandbox) => runIn(['pause', '--yes'], sandbox),
    says: /is off here: it is paused/,
  },
  'a variable': {
    env: { REFLECTION_MODE: 'off' },
    change: () => undefined,
    says: /is off here: the variable REFLECTION_MODE/,
  },
  'a variable that only lets record': {
    env: { REFLECTION_MODE: 'orchestrated' },
    change: () => undefined,
    says: /only records here: the variable REFLECTION_MODE/,
  },
  'a variable, seen later without it': {
    env: { REFLECTION_MODE: 'off' },
    statusEnv: {},
    change: () => undefined,
    says: /is off here: the variable REFLECTION_MODE/,
  },
  'a variable that means CI': {
    env: { CI: 'true' },
    change: () => undefined,
    says: /is off here: the variable CI/,
  },
}

/** As an agent would write it, and take it away again. */
function pauseBehindBack(sandbox: Sandbox, session: string | null): () => void {
  const file = path.join(sandbox.stateDir(), 'pause.json')
  writeFileSync(file, JSON.stringify({ version: 1, pauses: [{ session, until: null }] }))
  return () => rmSync(file)
}

function commit(sandbox: Sandbox, text: string): void {
  sandbox.write('reflection.yaml', text)
  sandbox.git('add', '-A')
  sandbox.git('commit', '--quiet', '-m', 'settings')
}

it.each(Object.entries(WAYS))(
  '%s is told in the session, in status and on the page',
  async (_, way) => {
    const sandbox = openSandbox()
    commit(sandbox, '')
    writeUserConfig(sandbox, way.own ?? 'mode: solo\nstop:\n  maxAttempts: 3\n')
    await warmUp(sandbox)
    let undo = way.isLate === true ? null : await way.change(sandbox)
    const env = typeof way.env === 'function' ? way.env(sandbox) : way.env
    const told: string[] = []
    for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop', 'Stop']) {
      const isBefore = name === 'SessionStart' && way.isLate === true
      const own = isBefore ? {} : env
      const { code, stdout } = await sandbox.hook(['claude-code'], event(sandbox, name), own)
      expect(code).toBe(0)
      if (way.says.test(stdout)) told.push(name)
      if (isBefore) undo = await way.change(sandbox)
    }
    expect(told).toHaveLength(1)

    if (typeof undo === 'function') undo()
    const own = way.statusEnv ?? env ?? {}
    const status = await runIn(['status'], sandbox, { env: own })
    const isSaid = (way.inStatus ?? way.says).test(`${status.out}${status.notes}`)
    const context = { ...sandbox, cwd: sandbox.root, env: { ...sandbox.env, ...own } }
    const machine = {
      pid: 1000,
      accountHome: sandbox.home,
      inputTerminal: null,
      processes: () => PERSON,
    }
    const store = await openMemoryStore()
    const page = inspectWith({
      context: { ...context, machine, now: () => new Date(), platform: process.platform } as never,
      store,
      stateDir: sandbox.stateDir(),
      isImported: false,
      version: '0',
      startedAt: '2030-01-01T00:00:00.000Z',
    })
    const shown = JSON.stringify([(await page.settings()).problems, await page.doctor()])
    expect([isSaid, way.says.test(shown)]).toEqual([true, true])
    await store.close()
  },
)

it('is told where the settings and the notes of them are both led away', async () => {
  const sandbox = openSandbox()
  writeUserConfig(sandbox, 'mode: solo\n')
  await warmUp(sandbox)
  const elsewhere = path.join(sandbox.base, 'elsewhere')
  const env = { XDG_CONFIG_HOME: elsewhere, XDG_STATE_HOME: elsewhere }
  const { stdout } = await sandbox.hook(['claude-code'], event(sandbox, 'SessionStart'), env)
  expect(stdout).toMatch(/is off here: your settings lie in/)
})

it.skipIf(process.platform === 'win32').each(['.gitignore', '.git/HEAD'])(
  'a stop that was not judged because git waits for the pipe %s is told, and in status',
  async (name) => {
    const sandbox = openSandbox()
    commit(sandbox, '')
    writeUserConfig(sandbox, 'mode: solo\n')
    await warmUp(sandbox)
    const file = path.join(sandbox.root, name)
    const before = existsSync(file) ? readFileSync(file) : ''
    rmSync(file, { force: true })
    execFileSync('mkfifo', [file])
    const { stdout } = await sandbox.hook(['claude-code'], event(sandbox, 'Stop', 'warm'))
    expect(stdout).toContain('nothing was judged')
    rmSync(file)
    writeFileSync(file, before)
    const { out } = await runIn(['status'], sandbox)
    expect(out).toContain('nothing was judged. (told to a session')
  },
)

it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a stop is told of where our folder can’t be looked at',
  async () => {
    const sandbox = openSandbox()
    writeUserConfig(sandbox, 'mode: solo\n')
    await warmUp(sandbox)
    const folder = path.dirname(sandbox.stateDir())
    chmodSync(folder, 0)
    const { stdout } = await sandbox.hook(['claude-code'], event(sandbox, 'Stop', 'warm'))
    chmodSync(folder, 0o700)
    expect(stdout).toContain('is off here')
  },
)

it('is not told where it is what the user asked for', async () => {
  const sandbox = openSandbox()
  for (const text of ['mode: off\n', 'run:\n  enabled: true\n']) {
    writeUserConfig(sandbox, text)
    const { stdout } = await sandbox.hook(['claude-code'], event(sandbox, 'SessionStart'))
    expect(stdout).toBe('')
  }
})
