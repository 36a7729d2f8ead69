import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTempFolder } from '../util/__fixtures__/temp-folder.js'
import { Config } from '../schema/config.js'
import { loadConfig, type LoadConfigInput } from './load.js'
import { pause } from './pause.js'
import { grantTrust, reviewTrust } from './trust.js'

const now = new Date('2026-01-01T00:00:00.000Z')
let folder: string
let input: LoadConfigInput
let userFile: string
let projectFile: string

beforeEach(() => {
  folder = openTempFolder()
  const cwd = path.join(folder, 'project')
  const home = path.join(folder, 'home')
  userFile = path.join(home, '.config', 'reflectory', 'reflection.yaml')
  projectFile = path.join(cwd, 'reflection.yaml')
  mkdirSync(path.dirname(userFile), { recursive: true })
  mkdirSync(cwd)
  input = { cwd, env: {}, home, platform: 'linux', now }
})

interface Given {
  user?: string
  project?: string
  env?: Record<string, string>
}

async function load({ user, project, env = {} }: Given) {
  if (user !== undefined) writeFileSync(userFile, user)
  if (project !== undefined) writeFileSync(projectFile, project)
  return loadConfig({ ...input, env })
}

async function trustProject() {
  const { project, stateDir } = await loadConfig(input)
  await grantTrust(stateDir, await reviewTrust(project), now)
}

describe('with nothing configured', () => {
  it('gives every default, writes nothing and finds no fault', async () => {
    const { values, origins, stateDir, ...rest } = await load({})
    expect(values).toEqual(Config.parse({}))
    expect(new Set(Object.values(origins).map(({ source }) => source))).toEqual(
      new Set(['default']),
    )
    expect(stateDir.startsWith(path.join(folder, 'home', '.local', 'state', 'reflectory'))).toBe(
      true,
    )
    expect(rest).toEqual({
      ignored: [],
      aliases: [],
      problems: [],
      faults: [],
      isProjectFileIgnored: false,
      pauses: [],
      trust: 'none',
      project: { root: input.cwd, identity: input.cwd },
      environment: {
        dir: null,
        input: null,
        taskRef: null,
        agent: null,
        debug: false,
        parent: null,
      },
    })
    expect(readdirSync(path.join(folder, 'home'))).toEqual(['.config'])
  })

  it.each(['', '\n\n', '# only a comment\n', '\uFEFF', '---\n', 'stop:\nstall:\n', '{}'])(
    'takes the user file %j as empty',
    async (user) => {
      expect((await load({ user })).values).toEqual(Config.parse({}))
    },
  )
})

describe('the order of sources', () => {
  const user = 'run:\n  riskThreshold: 0.3\n'
  const project = 'run:\n  riskThreshold: 0.2\n'
  const env = { REFLECTION_RISK_THRESHOLD: '0.4' }

  it.each([
    {
      given: { user, project, env },
      value: 0.4,
      origin: { source: 'environment', variable: 'REFLECTION_RISK_THRESHOLD' },
    },
    { given: { user, project }, value: 0.3, origin: { source: 'user', line: 2 } },
    { given: { project }, value: 0.2, origin: { source: 'project', line: 2 } },
    { given: {}, value: 0.5, origin: { source: 'default' } },
  ])('takes $value from $origin.source', async ({ given, value, origin }) => {
    const { values, origins } = await load(given)
    const file = { user: userFile, project: projectFile }[origin.source]
    expect(values.run.riskThreshold).toBe(value)
    expect(origins['run.riskThreshold']).toEqual(file ? { ...origin, file } : origin)
  })

  it('never mixes one backend from two sources', async () => {
    const user = 'models:\n  backends:\n    fast: {provider: a, model: m, apiKeyEnv: MY_KEY}\n'
    const project =
      'models:\n  backends:\n    fast: {provider: b, model: n, baseUrl: "http://evil"}\n    slow: {provider: c, model: o}\n'
    await load({ user, project })
    await trustProject()
    const { values, origins } = await loadConfig(input)
    expect(values.models.backends).toEqual({
      fast: { adapter: 'provider', provider: 'a', model: 'm', apiKeyEnv: 'MY_KEY' },
      slow: { adapter: 'provider', provider: 'c', model: 'o' },
    })
    expect(origins['models.backends.fast']).toEqual({ source: 'user', file: userFile, line: 3 })
    expect(origins['models.backends.slow']).toEqual({
      source: 'project',
      file: projectFile,
      line: 4,
    })
  })
})

describe('the mode', () => {
  it.each([
    { given: { user: 'mode: solo' }, mode: 'solo', source: 'user' },
    { given: { user: 'mode: orchestrated' }, mode: 'orchestrated', source: 'user' },
    { given: { user: 'mode: off' }, mode: 'off', source: 'user' },
    { given: { user: 'mode: "off"' }, mode: 'off', source: 'user' },
    { given: { user: 'mode: OFF' }, mode: 'off', source: 'user' },
    { given: { user: 'mode: false' }, mode: 'off', source: 'user' },
    { given: { user: 'mode: no' }, mode: 'off', source: 'user' },
    { given: { user: '%YAML 1.1\n---\nmode: off' }, mode: 'off', source: 'user' },
    { given: { user: '{mode: off}' }, mode: 'off', source: 'user' },
    {
      given: { user: '\uFEFFmode: solo\r\nstop:\r\n  enabled: true\r\n' },
      mode: 'solo',
      source: 'user',
    },
    { given: { env: { REFLECTION_MODE: 'solo' } }, mode: 'solo', source: 'environment' },
    { given: { env: { REFLECTION_MODE: '' } }, mode: 'off', source: 'default' },
    { given: { env: { REFLECTION_MODE: 'solo' }, user: 'mode: off' }, mode: 'off', source: 'user' },
    { given: { user: 'mode: solo', project: 'mode: off' }, mode: 'off', source: 'project' },
    { given: { user: 'mode: solo', env: { CI: 'true' } }, mode: 'off', source: 'environment' },
    { given: { user: 'mode: solo', env: { CI: '1' } }, mode: 'solo', source: 'user' },
    {
      given: { env: { CI: 'true', REFLECTION_MODE: 'orchestrated' } },
      mode: 'orchestrated',
      source: 'environment',
    },
    { given: { project: 'mode: solo' }, mode: 'off', source: 'default' },
    { given: { user: 'mode: solo', project: 'mode: orchestrated' }, mode: 'solo', source: 'user' },
    {
      given: { user: 'mode: solo', project: 'mode: off\n]broken: [' },
      mode: 'off',
      source: 'project',
    },
  ])('is $mode from $source with $given', async ({ given, mode, source }) => {
    const { values, origins } = await load(given)
    expect({ mode: values.mode, source: origins['mode']?.source }).toEqual({ mode, source })
  })

  it.each([
    { given: { user: 'mode: bogus' }, source: 'user' },
    { given: { user: 'mode: on', env: { REFLECTION_MODE: 'solo' } }, source: 'user' },
    { given: { user: 'mode: solo', env: { REFLECTION_MODE: '0' } }, source: 'environment' },
  ])('is off in a hook where a word says no mode: $given', async ({ given, source }) => {
    writeFileSync(userFile, given.user)
    const { values, origins } = await loadConfig({ ...input, env: given.env ?? {}, lenient: true })
    expect([values.mode, origins['mode']?.source]).toEqual(['off', source])
  })

  it('is off while the project is paused, and back afterwards', async () => {
    const { stateDir } = await load({ user: 'mode: solo' })
    await pause(stateDir, { until: new Date(now.getTime() + 1000) }, now)
    const paused = await loadConfig(input)
    expect(paused.values.mode).toBe('off')
    expect(paused.origins['mode']).toEqual({ source: 'pause' })
    expect(paused.pauses).toEqual([{ session: null, until: '2026-01-01T00:00:01.000Z' }])
    const later = await loadConfig({ ...input, now: new Date(now.getTime() + 1000) })
    expect(later.values.mode).toBe('solo')
  })

  it('stays on in other sessions while one is paused', async () => {
    const { stateDir } = await load({ user: 'mode: solo' })
    await pause(stateDir, { session: 's1' }, now)
    const { values, pauses } = await loadConfig(input)
    expect({ mode: values.mode, pauses }).toEqual({
      mode: 'solo',
      pauses: [{ session: 's1', until: null }],
    })
  })
})

describe('an untrusted project', () => {
  it('sets thresholds, exemptions and what is off, and nothing else', async () => {
    const project = [
      'mode: solo',
      'stop: {enabled: false, maxAttempts: 3, model: none}',
      'stall: {enabled: true, exemptTools: [poll], thresholds: {sameResult: 9}}',
      'turn: {enabled: true, summaryTokens: 4096}',
      'run: {riskThreshold: 0.9, keepPerSession: 1, askSelfReport: true}',
      'lessons: {retentionDays: 1, storage: jsonl}',
      'store: {url: "sqlite:/elsewhere.db"}',
      'serve: {host: 0.0.0.0}',
      'cycle: {skills: {dir: /etc}, runners: {x: {command: [sh]}}}',
      'models: {backends: {fast: {provider: a, model: b, baseUrl: "http://evil.example"}}}',
    ].join('\n')
    const { values, ignored } = await load({ project })
    const defaults = Config.parse({})
    expect(values).toEqual({
      ...defaults,
      stop: { ...defaults.stop, enabled: false, maxAttempts: 3 },
      stall: {
        ...defaults.stall,
        exemptTools: ['poll'],
        thresholds: { ...defaults.stall.thresholds, sameResult: 9 },
      },
      run: { ...defaults.run, riskThreshold: 0.9 },
    })
    const needsTrust = 'needs trust: run `reflect trust`'
    const onlyOff = 'an untrusted project can only turn this off'
    expect(ignored.map(({ line, key, value, reason }) => ({ line, key, value, reason }))).toEqual([
      { line: 1, key: 'mode', value: '"solo"', reason: onlyOff },
      { line: 2, key: 'stop.model', value: '"none"', reason: needsTrust },
      { line: 3, key: 'stall.enabled', value: 'true', reason: onlyOff },
      { line: 4, key: 'turn.enabled', value: 'true', reason: onlyOff },
      {
        line: 4,
        key: 'turn.summaryTokens',
        value: '4096',
        reason: 'an untrusted project can only lower this (default 128)',
      },
      { line: 5, key: 'run.keepPerSession', value: '1', reason: needsTrust },
      { line: 5, key: 'run.askSelfReport', value: 'true', reason: needsTrust },
      { line: 6, key: 'lessons.retentionDays', value: '1', reason: needsTrust },
      { line: 6, key: 'lessons.storage', value: '"jsonl"', reason: needsTrust },
      {
        line: 7,
        key: 'store.url',
        value: '"sqlite:/elsewhere.db"',
        reason: needsTrust,
      },
      { line: 8, key: 'serve.host', value: '"0.0.0.0"', reason: needsTrust },
      { line: 9, key: 'cycle.skills.dir', value: '"/etc"', reason: needsTrust },
      { line: 9, key: 'cycle.runners.x.command', value: '["sh"]', reason: needsTrust },
      { line: 10, key: 'models.backends.fast.provider', value: '"a"', reason: needsTrust },
      { line: 10, key: 'models.backends.fast.model', value: '"b"', reason: needsTrust },
      {
        line: 10,
        key: 'models.backends.fast.baseUrl',
        value: '"http://evil.example"',
        reason: needsTrust,
      },
    ])
  })

  it('can not smuggle a setting in under an old name', async () => {
    const { values, ignored } = await load({
      project: 't3:\n  allow_reflection: true\nllm:\n  judge: x\n',
    })
    expect(values).toEqual(Config.parse({}))
    expect(ignored.map(({ key }) => key)).toEqual(['turn.enabled', 'models.roles.judge'])
  })
})

describe('a broken project file', () => {
  it.each([
    { what: 'a typo', project: 'stop: {maxAttempst: 1}\nrun: {riskThreshold: 0.1}' },
    { what: 'a bad value', project: 'stop: {maxAttempts: -1}\nrun: {riskThreshold: 0.1}' },
    { what: 'bad YAML', project: 'run: {riskThreshold: 0.1' },
    { what: 'a list', project: '- a' },
    { what: 'an anchor', project: 'a: &a 1\nb: *a' },
  ])('is ignored and reported: $what', async ({ project }) => {
    const { values, problems } = await load({ user: 'mode: solo', project })
    expect(values).toEqual(Config.parse({ mode: 'solo' }))
    expect(problems.map(({ file }) => file)).toEqual(problems.map(() => projectFile))
    expect(problems.length).toBeGreaterThan(0)
  })

  it('still turns off what it says is off', async () => {
    const project = 'cycle: {enabled: false, batchThreshold: 1}\nstop: {maxAttempst: 1}'
    const { values } = await load({ user: 'mode: solo', project })
    expect(values).toEqual(Config.parse({ mode: 'solo', cycle: { enabled: false } }))
  })

  it.each([
    { what: 'is a symbolic link', make: () => symlinkSync(userFile, projectFile) },
    { what: 'is not a regular file', make: () => mkdirSync(projectFile) },
    { what: 'is not a regular file', make: () => execFileSync('mkfifo', [projectFile]) },
    {
      what: 'is larger than 256 KB',
      make: () => writeFileSync(projectFile, `#${'x'.repeat(2e6)}`),
    },
    { what: 'is not UTF-8 text', make: () => writeFileSync(projectFile, Buffer.from([0xff])) },
  ])('is not read when it $what', async ({ what, make }) => {
    writeFileSync(userFile, 'mode: solo')
    make()
    const { values, problems } = await loadConfig(input)
    expect(values).toEqual(Config.parse({ mode: 'solo' }))
    expect(problems.map(({ message }) => message)).toEqual([`${projectFile}: ${what}`])
  })

  it('that clashes with the user settings is ignored even when trusted', async () => {
    const project = 'turn: {backend: model-fixtures}\nrun: {enabled: false, riskThreshold: 0.1}'
    await load({ user: 'turn: {enabled: true}', project })
    await trustProject()
    const { values, problems, trust } = await loadConfig(input)
    expect(values).toEqual(Config.parse({ turn: { enabled: true }, run: { enabled: false } }))
    expect({ trust, problems: problems.map(({ key }) => key) }).toEqual({
      trust: 'trusted',
      problems: ['turn.fixtures.enabled'],
    })
  })
})

describe('the user file', () => {
  it('may be a symbolic link', async () => {
    writeFileSync(path.join(folder, 'dotfile.yaml'), 'mode: solo')
    symlinkSync(path.join(folder, 'dotfile.yaml'), userFile)
    expect((await loadConfig(input)).values.mode).toBe('solo')
  })

  it('is an error when it is a FIFO', async () => {
    execFileSync('mkfifo', [userFile])
    await expect(loadConfig(input)).rejects.toMatchObject({ code: 'config-invalid' })
  })
})

describe('names of earlier designs', () => {
  it('stand for the keys of today and are reported', async () => {
    const user = [
      't3:',
      '  allow_reflection: true',
      '  reflection: {backend: llm, summary_tokens: 64, embed: false, log: false, topk_snippets: 2}',
      '  llm: {fixtures: {enabled: true, path: replies.jsonl}}',
      'scheduler: {budgets: {time_ms_reflection: 100, ops_reflection: 1}}',
      'reflexion: {maxReflectionsPerRetry: 5, retention_days: 9}',
      'reflection: {enabled: false, batch_threshold: 2, consecutive_failure_limit: 4, lookback_seconds: 60, min_result_length: 1}',
      'llm: {judge: fast, compaction: [fast]}',
      'models: {backends: {fast: {adapter: client}}}',
      'stop: {max_attempts: 2}',
    ].join('\n')
    const { values, aliases } = await load({ user })
    expect(values).toEqual(
      Config.parse({
        turn: {
          enabled: true,
          backend: 'model-fixtures',
          summaryTokens: 64,
          embed: false,
          log: false,
          topkSnippets: 2,
          fixtures: { enabled: true, path: 'replies.jsonl' },
          budget: { timeMs: 100, ops: 1 },
        },
        lessons: { maxReflectionsPerRetry: 5, retentionDays: 9 },
        cycle: {
          enabled: false,
          batchThreshold: 2,
          consecutiveFailureLimit: 4,
          lookbackSeconds: 60,
          minResultLength: 1,
        },
        models: {
          backends: { fast: { adapter: 'client' } },
          roles: { judge: ['fast'], compaction: ['fast'] },
        },
        stop: { maxAttempts: 2 },
      }),
    )
    expect(aliases.map(({ line, alias, key }) => `${line} ${alias} → ${key}`)).toEqual([
      '2 t3.allow_reflection → turn.enabled',
      '3 t3.reflection.backend: llm → turn.backend',
      '3 t3.reflection.summary_tokens → turn.summaryTokens',
      '3 t3.reflection.embed → turn.embed',
      '3 t3.reflection.log → turn.log',
      '3 t3.reflection.topk_snippets → turn.topkSnippets',
      '4 t3.llm.fixtures.enabled → turn.fixtures.enabled',
      '4 t3.llm.fixtures.path → turn.fixtures.path',
      '5 scheduler.budgets.time_ms_reflection → turn.budget.timeMs',
      '5 scheduler.budgets.ops_reflection → turn.budget.ops',
      '6 reflexion.maxReflectionsPerRetry → lessons.maxReflectionsPerRetry',
      '6 reflexion.retention_days → lessons.retentionDays',
      '7 reflection.enabled → cycle.enabled',
      '7 reflection.batch_threshold → cycle.batchThreshold',
      '7 reflection.consecutive_failure_limit → cycle.consecutiveFailureLimit',
      '7 reflection.lookback_seconds → cycle.lookbackSeconds',
      '7 reflection.min_result_length → cycle.minResultLength',
      '8 llm.judge: fast → models.roles.judge',
      '8 llm.compaction → models.roles.compaction',
      '10 stop.max_attempts → stop.maxAttempts',
    ])
  })
})

describe('the environment', () => {
  it('is read beside the settings', async () => {
    const env = {
      REFLECTION_DIR: '/out',
      REFLECTION_INPUT: '/in.json',
      REFLECTION_TASK_REF: 'T-1',
      REFLECTION_AGENT: 'mine',
      REFLECTION_STORE: 'file:file.db',
      REFLECTION_DEBUG: '1',
      REFLECTION_PARENT: 'judge',
    }
    const { environment, values } = await load({ env })
    expect({ environment, url: values.store.url }).toEqual({
      environment: {
        dir: '/out',
        input: '/in.json',
        taskRef: 'T-1',
        agent: 'mine',
        debug: true,
        parent: 'judge',
      },
      url: 'file:file.db',
    })
  })

  it('reports a variable that is nearly one of ours, and goes on', async () => {
    const { problems } = await load({ env: { REFLECTION_MOED: 'solo', REFLECTION_X: '1' } })
    expect(problems.map(({ message }) => message)).toEqual([
      'REFLECTION_MOED is not a known variable; did you mean REFLECTION_MODE?',
      'REFLECTION_X is not a known variable',
    ])
  })
})
