import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { explainConfig } from './explain.js'
import { valuePaths } from './known-keys.js'
import { loadConfig } from './load.js'

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'explain-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const home = path.join(folder, 'home')
const cwd = path.join(folder, 'project')
const userFile = path.join(home, '.config', 'reflectory', 'reflection.yaml')
const projectFile = path.join(cwd, 'reflection.yaml')
mkdirSync(path.dirname(userFile), { recursive: true })
mkdirSync(cwd)

async function explain(user: string, project: string, env: Record<string, string>) {
  writeFileSync(userFile, user)
  writeFileSync(projectFile, project)
  const now = new Date('2026-01-01T00:00:00.000Z')
  return explainConfig(await loadConfig({ cwd, env, home, platform: 'linux', now }))
}

it('gives every key once, in the order of the schema', async () => {
  const { rows } = await explain('', '', {})
  expect(rows.map(({ key }) => key)).toEqual(valuePaths().map((path) => path.join('.')))
})

it('shows values, origins, what was ignored, old names and problems', async () => {
  const user =
    'mode: solo\nmodels: {backends: {llama3.1: {adapter: client}}}\nstop: {max_attempts: 2}\n'
  const { rows, ...rest } = await explain(user, 'serve: {port: 1}\nrun: {riskThreshold: 0.7}\n', {
    REFLECTION_STORE: 'sqlite:other.db',
    REFLECTION_MOED: 'x',
  })
  const keys = [
    'mode',
    'models.backends.llama3.1',
    'stop.maxAttempts',
    'run.riskThreshold',
    'store.url',
    'stop.model',
  ]
  expect(keys.map((key) => rows.find((row) => row.key === key))).toEqual([
    { key: 'mode', value: 'solo', shown: '"solo"', origin: `user (${userFile}:1)` },
    {
      key: 'models.backends.llama3.1',
      value: { adapter: 'client' },
      shown: '{"adapter":"client"}',
      origin: `user (${userFile}:2)`,
    },
    { key: 'stop.maxAttempts', value: 2, shown: '2', origin: `user (${userFile}:3)` },
    { key: 'run.riskThreshold', value: 0.7, shown: '0.7', origin: `project (${projectFile}:2)` },
    {
      key: 'store.url',
      value: 'sqlite:other.db',
      shown: '"sqlite:other.db"',
      origin: 'environment (REFLECTION_STORE)',
    },
    { key: 'stop.model', value: undefined, shown: '(not set)', origin: 'default' },
  ])
  expect(rest).toEqual({
    ignored: [
      {
        file: projectFile,
        line: 1,
        key: 'serve.port',
        value: '1',
        reason: 'needs trust: run `reflect trust`',
      },
    ],
    aliases: [{ file: userFile, line: 3, alias: 'stop.max_attempts', key: 'stop.maxAttempts' }],
    isProjectFileIgnored: false,
    problems: ['REFLECTION_MOED is not a known variable; did you mean REFLECTION_MODE?'],
  })
})

it('never prints a secret', async () => {
  const secret = 'hunter2' + 'Zq9'.repeat(8)
  const user = [
    'models:',
    '  backends:',
    `    a: {provider: p, model: m, baseUrl: "https://x.example/v1?api_key=${secret}"}`,
    `    b: {adapter: command, command: [agent, --key, "${secret}"]}`,
  ].join('\n')
  expect(JSON.stringify(await explain(user, '', {}))).not.toContain('hunter2')
})
