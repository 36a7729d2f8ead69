/** Ways in which the guard goes off, or does less, against its user's own settings: each is seen. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inspectWith } from '../../src/cli/serve/inspect.js'
import { openMemoryStore } from '../../src/store/memory.js'
import { PERSON } from '../../src/wiring/person/__fixtures__/processes.js'
import { runIn } from '../support/open-cli.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

function writeUserConfig(sandbox: Sandbox, text: string): void {
  const file = path.join(sandbox.home, '.config', 'reflectory', 'reflection.yaml')
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

interface Way {
  env?: NodeJS.ProcessEnv
  change(sandbox: Sandbox): unknown
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
    says: /can't use its database/,
    // The command fails with it.
    inStatus: /file is not a database/,
  },
  'a broken config of the user': {
    change: (sandbox) => writeUserConfig(sandbox, 'mode: solo\nstop:\n  maxAttempts: many\n'),
    says: /maxAttempts/,
  },
  'a broken config of the project': {
    change: (sandbox) => commit(sandbox, 'stop: [\n'),
    says: /reflection\.yaml is wrong/,
  },
  'a project that says off': {
    change: (sandbox) => commit(sandbox, 'mode: off\n'),
    says: /is off here: the project/,
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
  'a variable that means CI': {
    env: { CI: 'true' },
    change: () => undefined,
    says: /is off here: the variable CI/,
  },
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
    writeUserConfig(sandbox, 'mode: solo\nstop:\n  maxAttempts: 3\n')
    await warmUp(sandbox)
    await way.change(sandbox)
    const told: string[] = []
    for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop', 'Stop']) {
      const { code, stdout } = await sandbox.hook(['claude-code'], event(sandbox, name), way.env)
      expect(code).toBe(0)
      if (way.says.test(stdout)) told.push(name)
    }
    expect(told).toHaveLength(1)

    const status = await runIn(['status'], sandbox, { env: way.env ?? {} })
    const isSaid = (way.inStatus ?? way.says).test(`${status.out}${status.notes}`)
    const context = { ...sandbox, cwd: sandbox.root, env: { ...sandbox.env, ...way.env } }
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

it('is not told where it is what the user asked for', async () => {
  const sandbox = openSandbox()
  for (const text of ['mode: off\n', 'run:\n  enabled: true\n']) {
    writeUserConfig(sandbox, text)
    const { stdout } = await sandbox.hook(['claude-code'], event(sandbox, 'SessionStart'))
    expect(stdout).toBe('')
  }
})
