import { describe, expect, it } from 'vitest'
import type { Permits } from '../agent.js'
import { agents, loadAgent } from '../wiring/agent-registry.js'

const place = (files: Record<string, unknown>, permissionMode: string | null = 'default') => ({
  home: '/home/u',
  projectRoot: '/work/p',
  env: {},
  permissionMode,
  readText: (file: string) => {
    const value = files[file]
    return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
  },
})

async function permitsOf(agent: string): Promise<Permits> {
  return (await (await loadAgent(agent)).loadPermits?.()) ?? (() => false)
}

const USER = '/home/u/.claude/settings.json'
const LOCAL = '/work/p/.claude/settings.local.json'
const allow = (...rules: string[]) => ({ permissions: { allow: rules } })

describe('Claude Code', () => {
  it.each([
    { title: 'bypasses permissions', files: {}, mode: 'bypassPermissions' },
    { title: 'allows every command', files: { [USER]: allow('Bash') } },
    { title: 'allows the very command', files: { [LOCAL]: allow('Bash(npm test)') } },
    { title: 'allows what begins like it', files: { [LOCAL]: allow('Bash(npm:*)') } },
    { title: 'allows it with a star', files: { [LOCAL]: allow('Bash(npm *)') } },
  ])('runs it by itself when it $title', async ({ files, mode }) => {
    expect((await permitsOf('claude-code'))('npm test', place(files, mode))).toBe(true)
  })

  it.each([
    { title: 'nothing is said', files: {} },
    { title: 'the mode only accepts edits', files: {}, mode: 'acceptEdits' },
    {
      title: 'another command is allowed',
      files: { [LOCAL]: allow('Bash(npm run build)', 'Read') },
    },
    { title: 'another word begins like it', files: { [LOCAL]: allow('Bash(npm te *)') } },
    {
      title: 'a rule asks',
      files: { [USER]: allow('Bash'), [LOCAL]: { permissions: { ask: ['Bash(npm test)'] } } },
    },
    {
      title: 'a rule denies, whatever the mode',
      files: { [USER]: { permissions: { deny: ['Bash(npm:*)'] } } },
      mode: 'bypassPermissions',
    },
    {
      title: 'it has a sandbox',
      files: { [USER]: { sandbox: { enabled: true } } },
      mode: 'bypassPermissions',
    },
    { title: 'its settings are broken', files: { [USER]: '{' }, mode: 'bypassPermissions' },
  ])('does not when $title', async ({ files, mode }) => {
    expect((await permitsOf('claude-code'))('npm test', place(files, mode))).toBe(false)
  })
})

describe('OpenCode', () => {
  const file = '/work/p/opencode.json'
  it.each([
    { files: {}, expected: true },
    { files: { [file]: { permission: { edit: 'ask' } } }, expected: true },
    { files: { [file]: { permission: { bash: 'allow' } } }, expected: true },
    { files: { [file]: { permission: 'ask' } }, expected: false },
    { files: { [file]: { permission: { bash: { '*': 'ask' } } } }, expected: false },
    { files: { '/home/u/.config/opencode/opencode.jsonc': '{ // c' }, expected: false },
  ])('runs it by itself with $files: $expected', async ({ files, expected }) => {
    expect((await permitsOf('opencode'))('npm test', place(files))).toBe(expected)
  })
})

it('is not gone around in a client that sandboxes, asks or does not say', async () => {
  const says = Object.keys(agents).map(async (id) => {
    const may = (await permitsOf(id))('npm test', place({}))
    return may ? [id] : []
  })
  expect((await Promise.all(says)).flat()).toEqual(['opencode'])
})
