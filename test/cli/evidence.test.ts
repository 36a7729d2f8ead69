import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/schema/evidence.js'
import { openCli } from '../support/open-cli.js'

const lines = (...values: object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const SESSION = lines(
  {
    type: 'user',
    sessionId: 's1',
    cwd: '/srv/shop',
    message: { role: 'user', content: 'Fix the cart' },
  },
  {
    type: 'assistant',
    message: {
      content: [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'npm test' } }],
    },
  },
  {
    type: 'user',
    message: {
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          is_error: true,
          content: 'Exit code 1\nTests:       1 failed, 2 passed, 3 total',
        },
      ],
    },
  },
  { type: 'assistant', message: { content: [{ type: 'text', text: 'All tests pass.' }] } },
)

describe('reflect evidence', () => {
  it('recognises a transcript by its shape and tells programs everything', async () => {
    const cli = openCli()
    cli.putHome('session.jsonl', SESSION)
    const { code, out } = await cli.run([
      'evidence',
      path.join(cli.home, 'session.jsonl'),
      '--json',
    ])
    const { agent, claims, totals } = JSON.parse(out) as Evidence & { agent: string }
    expect([code, agent, claims, totals.toolFailures]).toEqual([
      0,
      'claude-code',
      [
        {
          kind: 'tests-pass',
          quote: 'All tests pass.',
          status: 'contradicted',
          evidence: ['npm test (step 1): 1 failed, 2 passed'],
          step: 1,
        },
      ],
      1,
    ])
  })

  it('tells people the same in words', async () => {
    const cli = openCli()
    cli.putHome('session.jsonl', SESSION)
    const { out } = await cli.run(['evidence', path.join(cli.home, 'session.jsonl')])
    expect(out).toContain('contradicted  tests-pass: All tests pass.')
    expect(out).toContain('npm test (step 1): 1 failed, 2 passed')
  })

  it("gathers a session from OpenCode's storage folder", async () => {
    const cli = openCli()
    const put = (file: string, value: object) => {
      const target = path.join(cli.home, 'storage', file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, JSON.stringify(value))
    }
    put('session/p/ses_a.json', { id: 'a', projectID: 'p', directory: '/srv/shop' })
    put('message/a/m1.json', { id: 'm1', sessionID: 'a', role: 'user' })
    put('part/m1/1.json', { id: 'x', messageID: 'm1', type: 'text', text: 'Fix the cart' })
    const { out } = await cli.run([
      'evidence',
      path.join(cli.home, 'storage/session/p/ses_a.json'),
      '--json',
    ])
    const { agent, request, session } = JSON.parse(out) as Evidence & { agent: string }
    expect([agent, request.messages.map(({ text }) => text), session.cwd]).toEqual([
      'opencode',
      ['Fix the cart'],
      '/srv/shop',
    ])
  })

  it.each([
    ['a file that is not there', ['evidence', 'nowhere.jsonl'], "can't be read"],
    [
      'a file of another kind',
      ['evidence', 'notes.txt'],
      'is not in a transcript format that we know',
    ],
    ['an unknown agent', ['evidence', 'notes.txt', '--agent', 'codx'], 'Did you mean codex?'],
  ])('refuses %s with a remedy', async (_title, args, says) => {
    const cli = openCli()
    cli.putHome('notes.txt', 'just notes')
    const placed = args.map((arg) => (/\.(txt|jsonl)$/.test(arg) ? path.join(cli.home, arg) : arg))
    const { code, notes } = await cli.run(placed)
    expect(code).not.toBe(0)
    expect(notes).toContain(says)
  })
})
