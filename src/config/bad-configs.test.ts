import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ReflectError } from '../schema/error.js'
import { loadConfig, type LoadConfigInput } from './load.js'

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'bad-config-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const home = path.join(folder, 'home')
const file = path.join(home, '.config', 'reflectory', 'reflection.yaml')
mkdirSync(path.dirname(file), { recursive: true })
mkdirSync(path.join(folder, 'project'))

const input: LoadConfigInput = {
  cwd: path.join(folder, 'project'),
  env: {},
  home,
  platform: 'linux',
  now: new Date('2026-01-01T00:00:00.000Z'),
}

async function complaint(text: string | Buffer, more: Partial<LoadConfigInput> = {}) {
  writeFileSync(file, text)
  const error: unknown = await loadConfig({ ...input, ...more }).catch((error: unknown) => error)
  if (!(error instanceof ReflectError)) return 'no complaint'
  expect(error.code).toBe('config-invalid')
  return error.message.replaceAll(file, 'F').split('\n')
}

const blocks =
  'mode, allowAgents, stop, stall, compaction, turn, lessons, recall, memory, run, self, cycle, checks, experiments, models, store, retention, team, telemetry, serve'
const stopKeys =
  'enabled, maxAttempts, nudgeAfterMs, model, judge, judgeSees, toasts, exemptWeakened, gates'
const key = 'sk' + '-a1B2c3D4'.repeat(4).replaceAll('-', '')

describe('a bad user config is refused with file, line, key, value and what is allowed', () => {
  it.each([
    {
      text: 'stop:\n  maxAttempst: 3',
      says: `F:2: stop.maxAttempst (3) is not a known key; allowed: ${stopKeys}; did you mean stop.maxAttempts?`,
    },
    {
      text: 'sotp:\n  enabled: true',
      says: `F:1: sotp ({}) is not a known key; allowed: ${blocks}; did you mean stop?`,
    },
    {
      text: 'maxAttempts: 3',
      says: `F:1: maxAttempts (3) is not a known key; allowed: ${blocks}; did you mean stop.maxAttempts?`,
    },
    { text: 'weather: fine', says: `F:1: weather ("fine") is not a known key; allowed: ${blocks}` },
    { text: 'mode: on', says: 'F:1: mode is "on"; allowed: off, solo or orchestrated' },
    { text: 'mode: true', says: 'F:1: mode is true; allowed: off, solo or orchestrated' },
    {
      text: '# x\n\nmode: sole',
      says: 'F:3: mode is "sole"; allowed: off, solo or orchestrated; did you mean solo?',
    },
    { text: 'mode:', says: 'F:1: mode is null; allowed: off, solo or orchestrated' },
    { text: 'mode: [off]', says: 'F:1: mode is ["off"]; allowed: off, solo or orchestrated' },
    { text: 'stop:\n  enabled: "yes"', says: 'F:2: stop.enabled is "yes"; allowed: true or false' },
    { text: 'stop:\n  enabled: yes', says: 'F:2: stop.enabled is "yes"; allowed: true or false' },
    {
      text: 'stop:\n  maxAttempts: many',
      says: 'F:2: stop.maxAttempts is "many"; allowed: a whole number from 0 to 100',
    },
    {
      text: 'stop:\n  maxAttempts: -1',
      says: 'F:2: stop.maxAttempts is -1; allowed: a whole number from 0 to 100',
    },
    {
      text: 'stop:\n  maxAttempts: 2.5',
      says: 'F:2: stop.maxAttempts is 2.5; allowed: a whole number from 0 to 100',
    },
    { text: 'stop: 3', says: `F:1: stop is 3; allowed: a block with the keys ${stopKeys}` },
    { text: 'stop: [a]', says: `F:1: stop is []; allowed: a block with the keys ${stopKeys}` },
    {
      text: 'stall:\n  exemptTools: [poll, 3]',
      says: 'F:2: stall.exemptTools is ["poll",3]; allowed: a list, each: a text that is not empty',
    },
    {
      text: 'stall:\n  exemptTools: poll',
      says: 'F:2: stall.exemptTools is "poll"; allowed: a list, each: a text that is not empty',
    },
    {
      text: 'run:\n  riskThreshold: 1.5',
      says: 'F:2: run.riskThreshold is 1.5; allowed: a number from 0 to 1',
    },
    {
      text: 'run:\n  riskThreshold: .nan',
      says: 'F:2: run.riskThreshold is NaN; allowed: a number from 0 to 1',
    },
    {
      text: 'turn:\n  summaryTokens: -1',
      says: 'F:2: turn.summaryTokens is -1; allowed: a whole number, 0 or more',
    },
    {
      text: 'turn:\n  budget:\n    ops: .inf',
      says: 'F:3: turn.budget.ops is Infinity; allowed: a whole number, 0 or more',
    },
    {
      text: 'turn:\n  backend: rule-based',
      says: 'F:2: turn.backend is "rule-based"; allowed: rulebased or model-fixtures; did you mean rulebased?',
    },
    {
      text: 'turn:\n  enabled: true\n  backend: model-fixtures',
      says: 'F:2: turn.fixtures.enabled is (not set): must be true when turn.enabled is true and turn.backend is model-fixtures; allowed: true or false',
    },
    {
      text: 'turn:\n  enabled: true\n  backend: llm\n  fixtures:\n    enabled: false',
      says: 'F:5: turn.fixtures.enabled is false: must be true when turn.enabled is true and turn.backend is model-fixtures; allowed: true or false',
    },
    {
      text: 'turn:\n  fixtures:\n    enabled: true',
      says: 'F:3: turn.fixtures.path is (not set): needed when turn.fixtures.enabled is true; allowed: a text that is not empty',
    },
    {
      text: 'turn:\n  fixtures:\n    path: ""',
      says: 'F:3: turn.fixtures.path is ""; allowed: a text that is not empty',
    },
    {
      text: 't3:\n  reflection:\n    sumary_tokens: 3',
      says: 'F:3: t3.reflection.sumary_tokens (3) is not a known key; allowed: enabled, backend, summary_tokens, embed, log, topk_snippets, budget, every_turn, fixtures; did you mean t3.reflection.summary_tokens?',
    },
    {
      text: 'reflection:\n  batch: 3',
      says: 'F:2: reflection.batch (3) is not a known key; allowed: enabled, batch_threshold, consecutive_failure_limit, lookback_seconds, min_result_length; did you mean reflection.batch_threshold?',
    },
    {
      text: 'reflection: 3',
      says: 'F:1: reflection is 3; allowed: a block with the keys enabled, batch_threshold, consecutive_failure_limit, lookback_seconds, min_result_length',
    },
    {
      text: 'turn:\n  enabled: true\nt3:\n  allow_reflection: false',
      says: 'F:4: t3.allow_reflection is given twice: line 2 sets turn.enabled',
    },
    {
      text: 'stop:\n  max_attempts: 3\n  maxAttempts: 4',
      says: 'F:3: stop.maxAttempts is given twice: line 2 sets stop.maxAttempts',
    },
    { text: 'stop:\n  enabled: true\n  enabled: false', says: 'F:3: stop.enabled is given twice' },
    { text: 'mode: solo\nmode: off', says: 'F:2: mode is given twice' },
    {
      text: 'models:\n  backends:\n    "a b": {}',
      says: 'F:3: models.backends.a b is not a name; allowed: a name of letters, digits and . _ : / -',
    },
    {
      text: 'models:\n  backends:\n    fast: {provider: acme}',
      says: 'F:3: models.backends.fast.model is (not set): needed with adapter: provider; allowed: a text that is not empty',
    },
    {
      text: 'models:\n  backends:\n    fast: {adapter: recorded}',
      says: 'F:3: models.backends.fast.file is (not set): needed with adapter: recorded; allowed: a text that is not empty',
    },
    {
      text: 'models:\n  backends:\n    fast: {adapter: command, command: "rm -rf x"}',
      says: 'F:3: models.backends.fast.command is "rm -rf x"; allowed: a list: the program, then its arguments (never a shell line)',
    },
    {
      text: 'models:\n  backends:\n    fast: {adapter: command, command: [""]}',
      says: 'F:3: models.backends.fast.command is [""]; allowed: a list: the program, then its arguments (never a shell line)',
    },
    {
      text: `models:\n  backends:\n    fast:\n      apiKey: ${key}`,
      says: 'F:4: models.backends.fast.apiKey ("[hidden]") is not a known key; allowed: adapter, provider, model, baseUrl, apiKeyEnv, file, command, timeoutMs; did you mean models.backends.fast.apiKeyEnv?',
    },
    {
      text: `models:\n  backends:\n    fast:\n      apiKeyEnv: ${key}-x`,
      says: 'F:4: models.backends.fast.apiKeyEnv is "[hidden]"; allowed: the name of an environment variable that holds the key (never the key itself)',
    },
    {
      text: 'models:\n  roles:\n    judge: [fast]',
      says: 'F:3: models.roles.judge is ["fast"]: fast is not defined; define it under models.backends; allowed: a list, each: a name of letters, digits and . _ : / -',
    },
    {
      text: 'stop:\n  model: fast',
      says: 'F:2: stop.model is "fast": fast is not defined; define it under models.backends; allowed: a name of letters, digits and . _ : / -',
    },
    {
      text: 'cycle:\n  runners:\n    agent: {}',
      says: 'F:3: cycle.runners.agent.command is (not set): needed here; allowed: a list: the program, then its arguments (never a shell line)',
    },
    {
      text: 'serve:\n  port: 70000',
      says: 'F:2: serve.port is 70000; allowed: a whole number from 0 to 65535',
    },
    {
      text: '__proto__: {mode: solo}',
      says: `F:1: __proto__ ({}) is not a known key; allowed: ${blocks}`,
    },
    {
      text: 'models:\n  backends:\n    __proto__: {model: x}',
      says: 'F:3: models.backends.__proto__ is not a name; allowed: a name of letters, digits and . _ : / -',
    },
    { text: '? [a, b]\n: 1', says: `F:1: ? (1) is not a known key; allowed: ${blocks}` },
    { text: ': 1', says: `F:1: null (1) is not a known key; allowed: ${blocks}` },
    { text: '<<: {mode: solo}', says: 'F:1: << is a merge key; write the values out' },
    { text: 'mode: &m solo\nstop: *m', says: 'F:2: uses an anchor; write the value out' },
    { text: 'mode: !custom solo', says: 'F:1: is not valid YAML: tags are not supported' },
    {
      text: 'stop:\n\tenabled: true',
      says: 'F:2: is not valid YAML: a tab is used as indentation; use spaces',
    },
    {
      text: 'mode: solo\n---\nmode: off',
      says: 'F:2: is not valid YAML: it holds more than one document',
    },
    { text: '- mode: solo', says: 'F:1: must hold keys and values, such as "mode: off"' },
    { text: 'solo', says: 'F:1: must hold keys and values, such as "mode: off"' },
    {
      text: `stall:\n  exemptTools: [${'a, '.repeat(15_000)}a]`,
      says: 'F: holds more than 32 KB beside comments',
    },
    { text: `# ${'x'.repeat(2_000_000)}`, says: 'F: is larger than 256 KB' },
    { text: Buffer.from([0x6d, 0xff, 0xfe]), says: 'F: is not UTF-8 text' },
    { text: Buffer.from('mode: solo', 'utf16le'), says: 'F: is not UTF-8 text' },
  ])('$says', async ({ text, says }) => {
    expect(await complaint(text)).toEqual([says])
  })

  it('names all problems at once, in the order of the file', async () => {
    const text = 'mode: on\nstop:\n  maxAttempts: x\n  enable: true\nserve:\n  port: -1\n'
    expect(await complaint(text)).toEqual([
      'F:1: mode is "on"; allowed: off, solo or orchestrated',
      'F:3: stop.maxAttempts is "x"; allowed: a whole number from 0 to 100',
      `F:4: stop.enable (true) is not a known key; allowed: ${stopKeys}; did you mean stop.enabled?`,
      'F:6: serve.port is -1; allowed: a whole number from 0 to 65535',
    ])
  })

  it('stops after fifty problems', async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `x${index}: 1`).join('\n')
    const says = await complaint(text)
    expect(says).toHaveLength(51)
    expect(says.at(-1)).toBe('F: may have more problems')
  })

  it('counts comments and blank lines as nothing', async () => {
    expect(await complaint('# a comment\n\n'.repeat(10_000))).toBe('no complaint')
  })

  it('survives a file that nests thousands deep', async () => {
    expect(await complaint(`stop: ${'['.repeat(30_000)}`)).not.toBe('no complaint')
  })

  it('does not let a bomb of anchors grow', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]`,
    )
    const says = await complaint(['a0: &a0 x', ...levels].join('\n'))
    expect(says).toContain('F:2: uses an anchor; write the value out')
  })
})

describe('a bad variable or flag is refused by name', () => {
  it.each([
    {
      env: { REFLECTION_MODE: 'on' },
      says: 'REFLECTION_MODE is "on"; allowed: off, solo or orchestrated',
    },
    {
      env: { REFLECTION_MODE: 'solo ' },
      says: 'REFLECTION_MODE is "solo "; allowed: off, solo or orchestrated; did you mean solo?',
    },
    {
      env: { REFLECTION_RISK_THRESHOLD: '2' },
      says: 'REFLECTION_RISK_THRESHOLD is 2; allowed: a number from 0 to 1',
    },
    {
      env: { REFLECTION_RISK_THRESHOLD: '0x1' },
      says: 'REFLECTION_RISK_THRESHOLD is "0x1"; allowed: a number from 0 to 1',
    },
    { env: { REFLECTION_DEBUG: 'loud' }, says: 'REFLECTION_DEBUG is "loud"; allowed: 1 or 0' },
  ])('$says', async ({ says, ...more }) => {
    expect(await complaint('', more)).toEqual([says])
  })

  it('names the variables and the file together', async () => {
    expect(await complaint('mode: on', { env: { REFLECTION_DEBUG: 'x' } })).toEqual([
      'REFLECTION_DEBUG is "x"; allowed: 1 or 0',
      'F:1: mode is "on"; allowed: off, solo or orchestrated',
    ])
  })
})
