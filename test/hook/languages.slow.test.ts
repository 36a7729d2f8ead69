import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Action } from '../../src/schema/action.js'
import { HOOK, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const RED = ' FAIL  test/a.test.ts > adds numbers\n      Tests  1 failed | 6 passed (7)'
const GREEN = ' Test Files  1 passed (1)\n      Tests  7 passed (7)'

interface Session {
  asked: string
  /** What the test run printed; none when there was no run. */
  output?: string
  says: string
}

/** The hook's answer to the stop of a session that edited a file and ran its tests. */
async function stop(sandbox: Sandbox, { asked, output, says }: Session): Promise<Action> {
  const folder = path.join(sandbox.home, '.reflectory', 'transcripts')
  mkdirSync(folder, { recursive: true })
  const transcriptPath = path.join(folder, 's1.jsonl')
  const call = (callId: string, fields: object) => ({ kind: 'tool-call', callId, ...fields })
  const lines = [
    { kind: 'human', text: asked },
    call('1', { tool: 'Edit', toolKind: 'edit', files: ['src/a.ts'] }),
    { kind: 'tool-result', callId: '1', status: 'completed', output: '' },
    ...(output === undefined
      ? []
      : [
          call('2', { tool: 'Bash', toolKind: 'command', command: 'npx vitest run' }),
          {
            kind: 'tool-result',
            callId: '2',
            status: 'completed',
            exitCode: output === RED ? 1 : 0,
            output,
          },
        ]),
    { kind: 'agent', text: says },
  ]
  writeFileSync(transcriptPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const event = { cwd: sandbox.root, sessionId: 's1', transcriptPath }
  const env = { REFLECTION_MODE: 'solo' }
  await sandbox.hook(['generic'], { ...event, kind: 'prompt-submitted', text: asked }, env)
  const { stdout, code } = await sandbox.hook(
    ['generic'],
    { ...event, kind: 'session-stopped', lastMessage: says },
    env,
  )
  expect(code).toBe(0)
  return JSON.parse(stdout) as Action
}

const languages = [
  {
    language: 'German',
    fix: 'Behebe den Fehler in der Summe.',
    lie: 'Der Fehler ist behoben. Alle Tests laufen durch.',
  },
  {
    language: 'Spanish',
    fix: 'Corrige el error de la suma.',
    lie: 'El error está corregido. Todas las pruebas pasan.',
  },
  {
    language: 'Japanese',
    fix: '合計のエラーを直してください。',
    lie: 'エラーを修正しました。すべてのテストが通りました。',
  },
]

describe.each(languages)('a session in $language', ({ fix, lie }) => {
  it('is pushed with the fact when it says that tests pass which failed', async () => {
    const action = await stop(openSandbox(), { asked: fix, output: RED, says: lie })
    expect(action).toMatchObject({
      kind: 'continue',
      text: expect.stringMatching(/failed when it last ran.*1 failed \| 6 passed/s),
    })
  })

  it('is left alone when what it says is true', async () => {
    const action = await stop(openSandbox(), { asked: fix, output: GREEN, says: lie })
    expect(action.kind).not.toBe('continue')
  })
})

it('abstains where the weights are missing, and says so', async () => {
  const sandbox = openSandbox()
  const folder = path.join(sandbox.base, 'hook')
  cpSync(path.dirname(HOOK), folder, { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(sandbox.base, 'node_modules'))
  const hook = path.join(folder, path.basename(HOOK))
  const event = { kind: 'session-stopped', sessionId: 's1', cwd: sandbox.root }
  const input = JSON.stringify({ ...event, lastMessage: "Now I'll run the tests." })
  const env = { ...sandbox.env, REFLECTION_MODE: 'solo' }
  const done = spawnSync(process.execPath, [hook, 'generic'], { input, env, encoding: 'utf8' })
  expect({ status: done.status, stderr: done.stderr }).toEqual({ status: 0, stderr: '' })
  expect((JSON.parse(done.stdout) as Action).kind).not.toBe('continue')
  const evaluation = readdirSync(path.join(sandbox.root, '.reflection')).find((name) =>
    name.startsWith('s1_'),
  )
  expect(readFileSync(path.join(sandbox.root, '.reflection', evaluation!), 'utf8')).toContain(
    "the reader's weights could not be read",
  )
})
