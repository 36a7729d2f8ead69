import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { toFixturePrompt } from '../../src/moments/turn/fixture-prompt.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

function open(config: string): Sandbox {
  const sandbox = openSandbox()
  const folder = path.join(sandbox.home, '.config', 'reflectory')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'reflection.yaml'), config)
  return sandbox
}

async function endTurn(sandbox: Sandbox, message: string): Promise<void> {
  const send = (hook_event_name: string, fields: object) =>
    sandbox.hook(
      ['claude-code'],
      { hook_event_name, session_id: 's1', cwd: sandbox.root, ...fields },
      { REFLECTION_MODE: 'solo' },
    )
  await send('UserPromptSubmit', { prompt: 'Go on.' })
  const done = await send('Stop', { last_assistant_message: message })
  expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
}

const logOf = ({ root }: Sandbox) => path.join(root, '.reflection', 'logs', 'turns')

const readLines = (sandbox: Sandbox): unknown[] =>
  readFileSync(path.join(logOf(sandbox), 't3_reflection.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

const search = async (sandbox: Sandbox, words: string) => {
  const { stdout } = await sandbox.reflect(['memory', 'search', words, '--json'])
  return (JSON.parse(stdout) as { found: { text: string }[] }).found.map(({ text }) => text)
}

describe('the end of a turn in a coding agent', () => {
  it('leaves nothing behind while it is off', async () => {
    const sandbox = open('turn: { summaryTokens: 9 }\n')
    await endTurn(sandbox, 'The cart counts cents.')
    expect(existsSync(logOf(sandbox))).toBe(false)
    expect(await search(sandbox, 'cents')).toEqual([])
  })

  it('is remembered, turn by turn', async () => {
    const sandbox = open('turn: { enabled: true }\n')
    await endTurn(sandbox, 'The cart counts cents.')
    await endTurn(sandbox, 'The login keeps its cookie.')
    expect(readLines(sandbox)).toMatchObject([
      { turn: 1, agent: 'claude-code', backend: 'rulebased', ops_written: 1, reason: null },
      { turn: 2, agent: 'claude-code', backend: 'rulebased', ops_written: 1, reason: null },
    ])
    expect(await search(sandbox, 'which cookie')).toEqual(['The login keeps its cookie.'])
  })

  it('is summed up by a recorded reply, where one is there', async () => {
    const sandbox = open(
      'turn: { enabled: true, backend: llm, fixtures: { enabled: true, path: r.jsonl } }\n',
    )
    const asked = { agent: 'claude-code', summaryTokens: 128, snippets: [] }
    const utter = 'The cart counts cents.'
    const { prompt } = toFixturePrompt({ ...asked, turn: 2, utter })
    const prompt_hash = createHash('sha256').update(prompt).digest('hex')
    sandbox.write('r.jsonl', `${JSON.stringify({ prompt_hash, completion: 'Cents it is.' })}\n`)
    await endTurn(sandbox, utter)
    await endTurn(sandbox, utter)
    expect(readLines(sandbox)).toMatchObject([
      { turn: 1, ops_written: 0, reason: 'reflect_error:FixtureMissingError' },
      { turn: 2, ops_written: 1, reason: null, fixture_key: prompt_hash.slice(0, 12) },
    ])
    expect(await search(sandbox, 'cents')).toEqual(['Cents it is.'])
  })
})
