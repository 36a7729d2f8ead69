import { describe, expect, it } from 'vitest'
import type { AgentInstaller, HookProgram, InstallPlace } from '../agent.js'
import { insertEntry } from '../util/edit-json-text.js'
import { parseJsonText, valueOf } from '../util/json-text.js'
import type { JsonContainer } from '../util/json-text.js'
import { claudeCodeInstaller } from './claude-code/install.js'
import { codexInstaller } from './codex/install.js'
import { copilotInstaller } from './copilot/install.js'
import { cursorInstaller } from './cursor/install.js'
import { droidInstaller } from './droid/install.js'
import { geminiInstaller } from './gemini/install.js'
import { grokInstaller } from './grok/install.js'
import { qwenInstaller } from './qwen/install.js'

interface Installed {
  agent: string
  installer: AgentInstaller
  /** An event, and the whole entry that is written for it. */
  event: string
  entry: object
}

const SCRIPT = '/home/u/.local/share/reflectory/1.0.0/hook.cjs'
const line = (agent: string, event: string) => `'/opt/my node/bin/node' ${SCRIPT} ${agent} ${event}`
const inGroup = (handler: object) => ({ hooks: [{ type: 'command', ...handler }] })

const ALL: Installed[] = [
  {
    agent: 'claude-code',
    installer: claudeCodeInstaller,
    event: 'Stop',
    entry: inGroup({
      command: '/opt/my node/bin/node',
      args: [SCRIPT, 'claude-code', 'Stop'],
      timeout: 60,
    }),
  },
  {
    agent: 'codex',
    installer: codexInstaller,
    event: 'Stop',
    entry: inGroup({ command: line('codex', 'Stop'), timeout: 60 }),
  },
  {
    agent: 'grok',
    installer: grokInstaller,
    event: 'Stop',
    entry: inGroup({ command: line('grok', 'Stop'), timeout: 60 }),
  },
  {
    agent: 'cursor',
    installer: cursorInstaller,
    event: 'stop',
    entry: { command: line('cursor', 'stop'), timeout: 60 },
  },
  {
    agent: 'droid',
    installer: droidInstaller,
    event: 'Stop',
    entry: inGroup({ command: line('droid', 'Stop'), timeout: 60 }),
  },
  {
    agent: 'qwen',
    installer: qwenInstaller,
    event: 'Stop',
    entry: inGroup({ command: line('qwen', 'Stop'), name: 'reflectory', timeout: 60_000 }),
  },
  {
    agent: 'gemini',
    installer: geminiInstaller,
    event: 'AfterAgent',
    entry: inGroup({ command: line('gemini', 'AfterAgent'), name: 'reflectory', timeout: 60_000 }),
  },
  {
    agent: 'copilot',
    installer: copilotInstaller,
    event: 'agentStop',
    entry: {
      type: 'command',
      bash: line('copilot', 'agentStop'),
      powershell: `& ${line('copilot', 'agentStop')}`,
      timeoutSec: 60,
    },
  },
]

/** The second entry at a stop, which runs in the background. */
const WAKE = inGroup({
  command: '/opt/my node/bin/node',
  args: [SCRIPT, 'claude-code', 'wake'],
  timeout: 600,
  asyncRewake: true,
})
/** Where a client tells calls: failed ones only, or all, of which one that went well ends at once. */
const CALL_EVENTS: Readonly<Record<string, string[]>> = {
  'claude-code': ['PostToolUseFailure'],
  qwen: ['PostToolUseFailure'],
  codex: ['PostToolUse'],
  gemini: ['AfterTool'],
  copilot: ['postToolUse', 'postToolUseFailure'],
  grok: ['PostToolUse'],
  droid: [],
  cursor: ['postToolUseFailure'],
}

const FILE = '/home/u/settings.json'
const hookOf = (version: string): HookProgram => ({
  node: '/opt/my node/bin/node',
  script: `/home/u/.local/share/reflectory/${version}/hook.cjs`,
})
const HOOK = hookOf('1.0.0')
const place = (values: Partial<InstallPlace>): InstallPlace => ({
  scope: 'user',
  home: '/home/u',
  projectRoot: '/srv/shop',
  env: {},
  platform: 'linux',
  ...values,
})

function rootOf(text: string): JsonContainer {
  const parsed = parseJsonText(text)
  if (!parsed.ok || parsed.root.kind !== 'object') throw new Error(`not an object: ${text}`)
  return parsed.root
}

const othersFor = (event: string): string =>
  JSON.stringify(
    {
      model: 'x',
      hooks: {
        [event]: [{ matcher: '', hooks: [{ type: 'command', command: 'say done' }] }],
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'check' }] }],
      },
      permissions: { allow: ['Bash(ls)'] },
    },
    null,
    2,
  )

const textsFor = (event: string): { name: string; text: string }[] => {
  const OTHERS = othersFor(event)
  return [
    { name: 'an empty object', text: '{}' },
    { name: 'an empty object over two lines', text: '{\n}\n' },
    { name: 'no hooks', text: '{\n  "model": "x"\n}\n' },
    { name: 'no trailing newline', text: '{\n  "model": "x"\n}' },
    { name: 'hooks of others', text: OTHERS },
    { name: 'hooks of others, tabs', text: OTHERS.replaceAll('  ', '\t') },
    {
      name: 'hooks of others, CRLF and a byte order mark',
      text: `\uFEFF${OTHERS.replaceAll('\n', '\r\n')}\r\n`,
    },
    { name: 'hooks of others on one line', text: JSON.stringify(JSON.parse(OTHERS)) },
    { name: 'empty hooks', text: '{ "hooks": {} }' },
    { name: 'an empty list of an event', text: '{\n  "hooks": {\n    "EVENT": [ ]\n  }\n}\n' },
    {
      name: 'comments and trailing commas',
      text: '// mine\n{\n  "hooks": {\n    "EVENT": [ // none\n    ],\n  }, /* end */\n}\n',
    },
    { name: 'odd spacing', text: '{"model" :"x"\n ,"hooks":{ "EVENT":[\n]} }' },
    { name: 'nothing but space', text: ' \n' },
  ].map(({ name, text }) => ({ name, text: text.replaceAll('EVENT', event) }))
}

describe.each(ALL)('hooks for $agent', ({ agent, installer, event, entry }) => {
  const TEXTS = textsFor(event)
  const OTHERS = othersFor(event)

  it('are written as the client reads them, for each event', () => {
    const { hooks } = JSON.parse(installer.add(null, HOOK, FILE)) as { hooks: object }
    const events = installer.entries.filter((name) => name !== 'wake')
    expect(hooks).toHaveProperty(event, agent === 'claude-code' ? [entry, WAKE] : [entry])
    expect(Object.keys(hooks)).toEqual(events)
    const aboutTools = events.filter((name) => /tool/i.test(name))
    expect(aboutTools).toEqual(CALL_EVENTS[agent])
  })

  it('leave the hooks of others where they are and come after them', () => {
    const { hooks } = JSON.parse(installer.add(OTHERS, HOOK, FILE))
    expect(hooks.PreToolUse).toEqual(JSON.parse(OTHERS).hooks.PreToolUse)
    expect(hooks[event].slice(0, 2)).toEqual([...JSON.parse(OTHERS).hooks[event], entry])
  })

  it.each([
    {
      text: '{\n  "model": \n}',
      message: `${FILE}:3: is not valid JSON: expected a value, found "}"`,
    },
    { text: '[]', message: `${FILE}:1: the file is not a JSON object` },
    { text: '{\n"hooks": 1}', message: `${FILE}:2: hooks is not a JSON object` },
    {
      text: `{"hooks": {\n\n"${event}": {}}}`,
      message: `${FILE}:3: hooks.${event} is not a JSON array`,
    },
  ])('refuse $text with file and line', ({ text, message }) => {
    expect(() => installer.add(text, HOOK, FILE)).toThrow(
      expect.objectContaining({ code: 'config-invalid', message }),
    )
  })

  it.each(TEXTS)('are undone byte for byte: $name', ({ text }) => {
    const added = installer.add(text, HOOK, FILE)
    const inspected = installer.inspect(added, FILE)
    expect(inspected.ok && inspected.hooks.map(({ entry }) => entry).sort()).toEqual(
      [...installer.entries].sort(),
    )
    const removed = installer.remove(added, text, FILE)
    expect(installer.isBlank(text) ? installer.isBlank(removed) : removed === text).toBe(true)
  })

  it.each(TEXTS)('alone go out of what was edited since: $name', ({ text }) => {
    const added = installer.add(text, HOOK, FILE)
    const edited = insertEntry(added, rootOf(added), { key: 'theme', value: 'dark' })
    const removed = valueOf(rootOf(installer.remove(edited, text, FILE)))
    const before = text.trim() === '' ? {} : (valueOf(rootOf(text)) as object)
    expect(removed).toMatchObject({ ...before, theme: 'dark' })
    expect(Object.keys(removed as object)).not.toContain(text.includes('hooks') ? '' : 'hooks')
  })

  it('of every version go out, also without knowing what was there before', () => {
    const twice = installer.add(installer.add(OTHERS, hookOf('0.9.0'), FILE), HOOK, FILE)
    expect(installer.remove(twice, null, FILE)).toBe(OTHERS)
    const own = installer.remove(installer.add(null, HOOK, FILE), null, FILE)
    expect(installer.isBlank(own)).toBe(true)
  })

  it('are told from those that only look like them', () => {
    const settings = JSON.parse(installer.add(null, HOOK, FILE))
    const [ours] = settings.hooks[event]
    const swap = (from: string, to: string) =>
      JSON.parse(JSON.stringify(ours).replaceAll(from, to)) as object
    const others = [
      swap('reflectory/1.0.0/', 'elsewhere/'),
      agent === 'claude-code' ? swap('"claude-code"', '"nobody"') : swap(` ${agent} `, ' nobody '),
      { hooks: [{ type: 'command', command: `reflect hook ${agent} ${event}` }] },
    ]
    settings.hooks[event].push(...others)
    const removed = installer.remove(JSON.stringify(settings, null, 2), null, FILE)
    expect(JSON.parse(removed)).toMatchObject({ hooks: { [event]: others } })
  })

  it('are found again with the program that they start, and their line', () => {
    const inspected = installer.inspect(installer.add('{\n  "a": 1\n}', HOOK, FILE), FILE)
    expect(inspected.ok && inspected.hooks[0]).toEqual({
      ...HOOK,
      entry: installer.entries[0],
      line: agent === 'copilot' || agent === 'cursor' ? 5 : 7,
    })
  })

  it.each([
    { text: '', expected: { ok: true, hooks: [], switchedOff: null } },
    { text: '{"hooks": [1, {"Stop": 2}]}', expected: { ok: true, hooks: [], switchedOff: null } },
    {
      text: '{',
      expected: {
        ok: false,
        line: 1,
        problem: 'expected a key in double quotes or }, found the end',
      },
    },
    { text: '3', expected: { ok: false, line: 1, problem: 'it is not a JSON object' } },
  ])('are looked for in $text', ({ text, expected }) => {
    expect(installer.inspect(text, FILE)).toEqual(expected)
  })
})

it('a foreign handler in our group stays', () => {
  const other = { type: 'command', command: 'say done' }
  const settings = JSON.parse(claudeCodeInstaller.add(null, HOOK, FILE))
  settings.hooks.Stop[0].hooks.push(other)
  const removed = claudeCodeInstaller.remove(JSON.stringify(settings, null, 2), null, FILE)
  expect(JSON.parse(removed)).toEqual({ hooks: { Stop: [{ hooks: [other] }] } })
})

describe('what switches the hooks off', () => {
  it.each([
    { installer: claudeCodeInstaller, text: '{\n"disableAllHooks": true}', is: 'disableAllHooks' },
    { installer: claudeCodeInstaller, text: '{"disableAllHooks": false}', is: null },
    { installer: qwenInstaller, text: '{\n"disableAllHooks": true}', is: 'disableAllHooks' },
    { installer: copilotInstaller, text: '{\n"disableAllHooks": true}', is: 'disableAllHooks' },
    {
      installer: geminiInstaller,
      text: '{"hooksConfig": {\n"enabled": false}}',
      is: 'hooksConfig.enabled',
    },
    {
      installer: geminiInstaller,
      text: '{"hooksConfig": {\n"disabled": ["x", "reflectory"]}}',
      is: 'hooksConfig.disabled',
    },
    {
      installer: geminiInstaller,
      text: '{"hooksConfig": {"enabled": true, "disabled": ["x"]}}',
      is: null,
    },
  ])('is $is in $text of $installer.title', ({ installer, text, is }) => {
    const found = installer.inspect(text, FILE)
    const expected = is === null ? null : { setting: is, line: 2 }
    expect(found.ok && found.switchedOff).toEqual(expected)
  })
})

describe('the files', () => {
  const home = (env: InstallPlace['env'] = {}) => place({ env })
  const project = place({ scope: 'project' })
  it.each([
    { installer: claudeCodeInstaller, where: home(), file: '/home/u/.claude/settings.json' },
    {
      installer: claudeCodeInstaller,
      where: home({ CLAUDE_CONFIG_DIR: '/etc/cc' }),
      file: '/etc/cc/settings.json',
    },
    {
      installer: claudeCodeInstaller,
      where: home({ CLAUDE_CONFIG_DIR: 'cc' }),
      file: '/home/u/.claude/settings.json',
    },
    {
      installer: claudeCodeInstaller,
      where: project,
      file: '/srv/shop/.claude/settings.local.json',
    },
    { installer: codexInstaller, where: home(), file: '/home/u/.codex/hooks.json' },
    {
      installer: codexInstaller,
      where: home({ CODEX_HOME: '/etc/codex' }),
      file: '/etc/codex/hooks.json',
    },
    { installer: codexInstaller, where: project, file: '/srv/shop/.codex/hooks.json' },
    { installer: qwenInstaller, where: home(), file: '/home/u/.qwen/settings.json' },
    {
      installer: qwenInstaller,
      where: home({ QWEN_HOME: '/etc/qwen' }),
      file: '/etc/qwen/settings.json',
    },
    { installer: qwenInstaller, where: project, file: '/srv/shop/.qwen/settings.json' },
    { installer: geminiInstaller, where: home(), file: '/home/u/.gemini/settings.json' },
    {
      installer: geminiInstaller,
      where: home({ GEMINI_CLI_HOME: '/g' }),
      file: '/g/.gemini/settings.json',
    },
    { installer: geminiInstaller, where: project, file: '/srv/shop/.gemini/settings.json' },
    { installer: copilotInstaller, where: home(), file: '/home/u/.copilot/hooks/reflectory.json' },
    {
      installer: copilotInstaller,
      where: home({ COPILOT_HOME: '/c' }),
      file: '/c/hooks/reflectory.json',
    },
    {
      installer: copilotInstaller,
      where: project,
      file: '/srv/shop/.github/hooks/reflectory.json',
    },
  ])('are $file for $where.scope', ({ installer, where, file }) => {
    expect(installer.file(where)).toBe(file)
  })
})
