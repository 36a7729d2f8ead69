import { describe, expect, it } from 'vitest'
import type { HookProgram, InstallPlace } from '../../agent.js'
import { insertEntry } from '../../util/edit-json-text.js'
import { parseJsonText, valueOf } from '../../util/json-text.js'
import type { JsonContainer } from '../../util/json-text.js'
import { claudeCodeInstaller as installer } from './install.js'

const FILE = '/home/u/.claude/settings.json'
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

const OTHERS = JSON.stringify(
  {
    model: 'x',
    hooks: {
      Stop: [{ matcher: '', hooks: [{ type: 'command', command: 'say done' }] }],
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'check' }] }],
    },
    permissions: { allow: ['Bash(ls)'] },
  },
  null,
  2,
)

const TEXTS: { name: string; text: string }[] = [
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
  { name: 'an empty list of an event', text: '{\n  "hooks": {\n    "Stop": [ ]\n  }\n}\n' },
  {
    name: 'comments and trailing commas',
    text: '// mine\n{\n  "hooks": {\n    "Stop": [ // none\n    ],\n  }, /* end */\n}\n',
  },
  { name: 'odd spacing', text: '{"model" :"x"\n ,"hooks":{ "Stop":[\n]} }' },
  { name: 'nothing but space', text: ' \n' },
]

const handler = (event: string, timeout: number) => [
  {
    hooks: [
      {
        type: 'command',
        command: '/opt/my node/bin/node',
        args: ['/home/u/.local/share/reflectory/1.0.0/hook.cjs', 'claude-code', event],
        timeout,
      },
    ],
  },
]

describe('add', () => {
  it('writes a program with arguments for each event, and nothing for each tool call', () => {
    expect(JSON.parse(installer.add(null, HOOK, FILE))).toEqual({
      hooks: {
        SessionStart: handler('SessionStart', 10),
        UserPromptSubmit: handler('UserPromptSubmit', 10),
        PreCompact: handler('PreCompact', 10),
        Stop: handler('Stop', 60),
        SubagentStop: handler('SubagentStop', 10),
        StopFailure: handler('StopFailure', 10),
        SessionEnd: handler('SessionEnd', 10),
      },
    })
  })

  it('leaves the hooks of others where they are and comes after them', () => {
    const { hooks } = JSON.parse(installer.add(OTHERS, HOOK, FILE))
    expect(hooks.PreToolUse).toEqual(JSON.parse(OTHERS).hooks.PreToolUse)
    expect(hooks.Stop[0]).toEqual(JSON.parse(OTHERS).hooks.Stop[0])
    expect(hooks.Stop).toHaveLength(2)
  })

  it.each([
    {
      text: '{\n  "model": \n}',
      message: `${FILE}:3: is not valid JSON: expected a value, found "}"`,
    },
    { text: '[]', message: `${FILE}:1: the file is not a JSON object` },
    { text: '{\n"hooks": 1}', message: `${FILE}:2: hooks is not a JSON object` },
    { text: '{"hooks": {\n\n"Stop": {}}}', message: `${FILE}:3: hooks.Stop is not a JSON array` },
  ])('refuses $text with file and line', ({ text, message }) => {
    expect(() => installer.add(text, HOOK, FILE)).toThrow(
      expect.objectContaining({ code: 'config-invalid', message }),
    )
  })
})

describe('remove', () => {
  it.each(TEXTS)('undoes add byte for byte: $name', ({ text }) => {
    const added = installer.add(text, HOOK, FILE)
    const inspected = installer.inspect(added, FILE)
    expect(inspected.ok && inspected.hooks.map(({ event }) => event).sort()).toEqual(
      [...installer.events].sort(),
    )
    const removed = installer.remove(added, text, FILE)
    expect(installer.isBlank(text) ? installer.isBlank(removed) : removed === text).toBe(true)
  })

  it.each(TEXTS)('takes only ours out of what was edited since: $name', ({ text }) => {
    const added = installer.add(text, HOOK, FILE)
    const edited = insertEntry(added, rootOf(added), { key: 'theme', value: 'dark' })
    const removed = installer.remove(edited, text, FILE)
    const before = text.trim() === '' ? {} : (valueOf(rootOf(text)) as object)
    expect(valueOf(rootOf(removed))).toEqual({ ...before, theme: 'dark' })
  })

  it('leaves a handler that somebody put into our group, and one that only looks like ours', () => {
    const others = [
      { type: 'command', command: 'say done' },
      { type: 'command', command: 'node', args: ['/x/reflectory/hook.cjs', 'claude-code', 'Stop'] },
      { type: 'command', command: 'reflect hook claude-code Stop' },
    ]
    const settings = JSON.parse(installer.add(null, HOOK, FILE))
    settings.hooks.Stop[0].hooks.push(...others)
    const removed = installer.remove(JSON.stringify(settings, null, 2), null, FILE)
    expect(JSON.parse(removed)).toEqual({ hooks: { Stop: [{ hooks: others }] } })
  })

  it('takes entries of every version out, also without knowing what was there before', () => {
    const twice = installer.add(installer.add(OTHERS, hookOf('0.9.0'), FILE), HOOK, FILE)
    expect(installer.remove(twice, null, FILE)).toBe(OTHERS)
    expect(installer.remove(installer.add(null, HOOK, FILE), null, FILE)).toBe('{}\n')
  })
})

describe('inspect', () => {
  it('tells which program each of our entries starts, and on which line', () => {
    const inspected = installer.inspect(installer.add('{\n  "a": 1\n}', HOOK, FILE), FILE)
    expect(inspected.ok && inspected.hooks[0]).toEqual({ ...HOOK, event: 'SessionStart', line: 7 })
  })

  it.each([
    { text: '', expected: { ok: true, hooks: [], switchedOff: null } },
    {
      text: '{\n"disableAllHooks": true}',
      expected: { ok: true, hooks: [], switchedOff: { setting: 'disableAllHooks', line: 2 } },
    },
    { text: '{"disableAllHooks": false}', expected: { ok: true, hooks: [], switchedOff: null } },
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
  ])('reads $text', ({ text, expected }) => {
    expect(installer.inspect(text, FILE)).toEqual(expected)
  })
})

describe('files', () => {
  it.each([
    { place: place({}), files: ['/home/u/.claude/settings.json'] },
    { place: place({ env: { CLAUDE_CONFIG_DIR: '/etc/cc' } }), files: ['/etc/cc/settings.json'] },
    {
      place: place({ env: { CLAUDE_CONFIG_DIR: 'cc' } }),
      files: ['/home/u/.claude/settings.json'],
    },
    { place: place({ scope: 'project' }), files: ['/srv/shop/.claude/settings.local.json'] },
  ])('are $files for $place.scope', ({ place, files }) => {
    expect(installer.files(place)).toEqual(files)
  })
})
