import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTree } from '../support/read-tree.js'
import { runIn } from '../support/open-cli.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const STOP = { hook_event_name: 'Stop', session_id: 's1', last_assistant_message: 'Done.' }

function writeUserConfig({ home }: Sandbox, text: string): void {
  const directory = path.join(home, '.config', 'reflectory')
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, 'reflection.yaml'), text)
}

describe('a hook with the mode off', () => {
  it.each<{
    when: string
    prepare(sandbox: Sandbox): void
    env?: NodeJS.ProcessEnv
    /** What doctor says. */
    because?: string
  }>([
    { when: 'nothing was ever set up', prepare: () => undefined },
    { when: "the user's config says off", prepare: (s) => writeUserConfig(s, 'mode: off\n') },
    {
      when: "the user's config says nothing of it",
      prepare: (s) => writeUserConfig(s, 'run:\n  enabled: true\n'),
    },
    {
      when: "the user's config is the commented example",
      prepare: (s) => writeUserConfig(s, readFileSync('reflection.example.yaml', 'utf8')),
    },
    {
      when: 'the environment says off against a config that says solo',
      prepare: (s) => writeUserConfig(s, 'mode: solo\n'),
      env: { REFLECTION_MODE: 'off' },
    },
    {
      when: 'the project says off against a user who says solo',
      prepare: (s) => {
        writeUserConfig(s, 'mode: solo\n')
        s.write('reflection.yaml', 'mode: off\n')
      },
    },
    {
      when: 'only the project says solo',
      prepare: (s) => void s.write('reflection.yaml', 'mode: solo\n'),
    },
    ...['0', 'on', 'bogus', 'SOLO', 'true'].map((mode) => ({
      when: `the environment says ${mode}, which is no mode, against a config that says solo`,
      prepare: (s: Sandbox) => writeUserConfig(s, 'mode: solo\n'),
      env: { REFLECTION_MODE: mode },
      because: `off, because REFLECTION_MODE is "${mode}"`,
    })),
    ...['sollo', 'on', '1'].map((mode) => ({
      when: `the user's config says ${mode}, which is no mode`,
      prepare: (s: Sandbox) => writeUserConfig(s, `mode: ${mode}\n`),
      because: 'reflection.yaml:1: mode is ',
    })),
    {
      when: 'it is a CI machine',
      prepare: (s) => writeUserConfig(s, 'mode: solo\n'),
      env: { CI: 'true' },
    },
    {
      when: "the project's config is not trusted and says solo in a way that a quick look misses",
      prepare: (s) => void s.write('reflection.yaml', '{"mo\\u0064e": solo}\n'),
    },
  ])(
    'leaves every byte as it was when $when',
    async ({ prepare, env, because = 'off, because' }) => {
      const sandbox = openSandbox()
      sandbox.write('src/auth/login.ts', 'export {}\n')
      prepare(sandbox)
      const before = readTree(sandbox.base)
      // The last one takes an empty answer for a broken one, and hears the least that it accepts.
      for (const [agent, stdout] of [
        ['claude-code', ''],
        ['generic', ''],
        ['codex', '{}\n'],
      ] as const) {
        const done = await sandbox.hook([agent, 'Stop'], { ...STOP, cwd: sandbox.root }, env)
        expect(done).toEqual({ code: 0, stdout, stderr: '' })
      }
      expect(readTree(sandbox.base)).toEqual(before)
      const doctor = await runIn(['doctor', '--json'], sandbox, env === undefined ? {} : { env })
      expect(doctor.out).toContain(because.replaceAll('"', String.raw`\"`))
    },
  )

  it('is what `reflect pause` makes of solo, and `reflect resume` takes back', async () => {
    const sandbox = openSandbox()
    writeUserConfig(sandbox, 'mode: solo\n')
    await runIn(['pause', '--yes'], sandbox)
    const before = readTree(sandbox.base)
    await sandbox.hook(['claude-code'], { ...STOP, cwd: sandbox.root })
    expect(readTree(sandbox.base)).toEqual(before)

    await sandbox.reflect(['resume'])
    await sandbox.hook(['claude-code'], { ...STOP, cwd: sandbox.root })
    expect(sandbox.sidecars()).toHaveLength(1)
  })
})
