import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

const done = {
  task: 'Fix the sum and run the tests',
  tools_used: "edit: {filePath: 'src/a.ts'}\nbash: {command: 'npm test'}",
  agent_response: 'Fixed.\n\nTests: 7 passed, 7 total',
}
const red = { ...done, agent_response: 'Changed.\n\nTests: 1 failed, 6 passed, 7 total' }

const line = (value: object) => `${JSON.stringify(value)}\n`

describe('reflect judge --case', () => {
  it.each([
    { form: 'one object', text: JSON.stringify({ id: 'a', vars: done }), ids: ['a'] },
    {
      form: 'an array',
      text: JSON.stringify([
        { id: 'a', vars: done },
        { id: 7, ...red },
      ]),
      ids: ['a', '7'],
    },
    {
      form: 'an object a line',
      text: line({ id: 'a', ...done }) + '\n' + line({ vars: red }),
      ids: ['a', undefined],
    },
  ])('prints one result a line for $form, and echoes ids', async ({ text, ids }) => {
    const cli = openCli()
    cli.write('cases', text)
    const { code, out } = await cli.run(['judge', '--case', 'cases', '--json'])
    const results = out.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(code).toBe(0)
    expect(results.map(({ id }) => id)).toEqual(ids)
    expect(results.map(({ complete }) => complete)).toEqual([true, false].slice(0, ids.length))
  })

  it('keeps its contract', async () => {
    const cli = openCli()
    cli.write('case.json', JSON.stringify({ id: 'x', vars: red }))
    const { out } = await cli.run(['judge', '--case', 'case.json', '--json'])
    expect(JSON.parse(out)).toEqual({
      id: 'x',
      complete: false,
      abstained: false,
      severity: 'HIGH',
      feedback: expect.stringContaining('failed when it last ran'),
      missing: ['a green run of `npm test`'],
      next_actions: expect.any(Array),
      requires_human_action: false,
      reason: expect.any(String),
      gates: expect.arrayContaining([
        expect.objectContaining({ gate: 'red', tier: 'push', counts: true }),
      ]),
      basis: 'narrated',
      judge: 'rules',
    })
  })

  it.each([
    {
      what: 'neither a transcript nor cases',
      args: [],
      says: 'Name either a transcript or --case FILE',
    },
    { what: 'both', args: ['x', '--case', 'y'], says: 'Name either a transcript or --case FILE' },
    {
      what: 'a file that is no JSON',
      args: ['--case', 'bad'],
      says: 'bad, line 1: this is not JSON: nonsense',
    },
    {
      what: 'a case without a task',
      args: ['--case', 'empty'],
      says: 'empty, case 1 ("a"): task is missing',
    },
    {
      what: 'a model that is not there',
      args: ['--case', 'good', '--model', 'gpt'],
      says: 'There is no model backend "gpt"',
    },
  ])('refuses $what', async ({ args, says }) => {
    const cli = openCli()
    cli.write('bad', 'nonsense')
    cli.write('empty', '{"id": "a", "vars": {}}')
    cli.write('good', JSON.stringify(done))
    const { code, notes } = await cli.run(['judge', ...args])
    expect({ code, notes }).toEqual({ code: 2, notes: expect.stringContaining(says) })
  })
})

describe('reflect judge on a transcript', () => {
  it('judges what was recorded and shows the claims', async () => {
    const cli = openCli()
    const entries = [
      {
        type: 'user',
        uuid: '1',
        sessionId: 's',
        timestamp: '2026-01-01T00:00:00.000Z',
        message: { role: 'user', content: 'Fix the sum' },
      },
      {
        type: 'assistant',
        uuid: '2',
        sessionId: 's',
        timestamp: '2026-01-01T00:00:01.000Z',
        message: {
          id: 'm',
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'npx vitest run' } },
          ],
        },
      },
      {
        type: 'user',
        uuid: '3',
        sessionId: 's',
        timestamp: '2026-01-01T00:00:02.000Z',
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c',
              is_error: true,
              content: 'Exit code 1\n      Tests  1 failed | 6 passed (7)',
            },
          ],
        },
      },
      {
        type: 'assistant',
        uuid: '4',
        sessionId: 's',
        timestamp: '2026-01-01T00:00:03.000Z',
        message: {
          id: 'n',
          role: 'assistant',
          stop_reason: 'end_turn',
          content: [{ type: 'text', text: 'Fixed. All tests pass.' }],
        },
      },
    ]
    cli.write('session.jsonl', entries.map(line).join(''))
    const { out } = await cli.run(['judge', 'session.jsonl', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      agent: 'claude-code',
      session_id: 's',
      complete: false,
      severity: 'HIGH',
      basis: 'recorded',
      claims: expect.arrayContaining([
        expect.objectContaining({ kind: 'tests-pass', status: 'contradicted' }),
      ]),
    })
    const { out: text } = await cli.run(['judge', 'session.jsonl'])
    expect(text).toContain('red (push)')
  })
})

describe('reflect judge --tree', () => {
  const entries = [
    { type: 'user', message: { role: 'user', content: 'Add docs/guide.md and fix the sum.' } },
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c', name: 'Edit', input: { file_path: 'src/a.ts' } }],
      },
    },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }],
      },
    },
    {
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Both are done.' }] },
    },
  ].map((entry) => ({ ...entry, sessionId: 's', timestamp: '2026-01-01T00:00:00.000Z' }))

  it.each([
    { has: 'a file that was ordered', files: ['docs/guide.md'], gates: [] },
    { has: 'no such file', files: [], gates: ['missing'] },
  ])('sees a tree that has $has', async ({ files, gates }) => {
    const cli = openCli()
    for (const file of ['src/a.ts', ...files]) cli.write(file, 'export {}\n')
    const transcript = cli.putHome('session.jsonl', entries.map(line).join(''))
    const { out } = await cli.run(['judge', transcript, '--tree', '.', '--json'])
    const judged = JSON.parse(out) as { gates: { gate: string; counts: boolean }[] }
    expect(judged.gates.filter(({ counts }) => counts).map(({ gate }) => gate)).toEqual(gates)
    const { out: without } = await cli.run(['judge', transcript, '--json'])
    expect(JSON.parse(without)).toMatchObject({ gates: [] })
  })

  it('says that a folder is not there', async () => {
    const cli = openCli()
    const transcript = cli.putHome('session.jsonl', entries.map(line).join(''))
    const { code, notes } = await cli.run(['judge', transcript, '--tree', 'gone'])
    expect([code, notes]).toEqual([1, expect.stringContaining('gone is not there')])
  })
})

describe('reflect evals evaluate', () => {
  it('scores each run on a line of its own', async () => {
    const cli = openCli()
    const good = { task: 'Add a license', trace: '1. [Write] Created LICENSE', output: 'Added.' }
    const none = { task: 'Add a license', trace: '', output: '' }
    cli.write('runs.jsonl', line({ id: 'good', ...good }) + line({ id: 'none', vars: none }))
    const { out } = await cli.run(['evals', 'evaluate', '--case', 'runs.jsonl', '--json'])
    expect(out.split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        id: 'good',
        score: 5,
        verdict: 'COMPLETE',
        feedback: 'Everything that was asked for is done.',
        recommendations: [],
        judge: 'rules',
        basis: 'narrated',
      },
      {
        id: 'none',
        score: 0,
        verdict: 'NO_ATTEMPT',
        feedback: 'there is no answer.',
        recommendations: expect.any(Array),
        judge: 'rules',
        basis: 'narrated',
      },
    ])
  })
})
