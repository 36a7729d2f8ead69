import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

async function refusal(command: string, text: string): Promise<unknown> {
  const cli = openCli()
  cli.write('cases', text)
  const { code, out, notes } = await cli.run(['evals', command, '--case', 'cases', '--json'])
  const { error } = JSON.parse(notes) as { error: { message: string; remedy: string | null } }
  return { code, out, message: error.message, hasRemedy: error.remedy !== null }
}

describe('a file of cases', () => {
  it.each([
    { what: 'an empty file', text: '', message: 'cases has no cases' },
    { what: 'an empty list', text: ' [] ', message: 'cases has no cases' },
    {
      what: 'a line that is no JSON',
      text: '\n{oops',
      message: 'cases, line 2: this is not JSON: {oops',
    },
    {
      what: 'a case that is no object',
      text: '[7]',
      message: 'cases, case 1: a case is an object, not 7',
    },
  ])('is refused for $what', async ({ text, message }) => {
    expect(await refusal('judge', text)).toEqual({ code: 2, out: '', message, hasRemedy: true })
  })

  it.each(['evaluate', 'stall', 'compaction'])('is read by %s in the same way', async (command) => {
    expect(await refusal(command, '[7]')).toMatchObject({
      message: 'cases, case 1: a case is an object, not 7',
    })
  })
})

it.each([
  ['judge', { task: 'Explain the cart', exit_code: 1, agent_response: 'It sums up.' }],
  ['evaluate', { task: 'Explain the cart', output: 'It sums up.', exit_code: 1 }],
  ['stall', { time_since_activity: 600, exit_code: 1 }],
  ['compaction', { task_summary: 'Open a pull request', exit_code: 1 }],
])('reflect evals %s says which fields of a case nothing reads', async (command, vars) => {
  const cli = openCli()
  cli.write('cases', JSON.stringify([{ id: 'a', vars }]))
  const { code, notes } = await cli.run(['evals', command, '--case', 'cases', '--json'])
  expect(code).toBe(0)
  expect(notes).toMatch(/^Not read: exit_code\. The fields are \w+, /)
})

describe('a case that does not fit', () => {
  it.each([
    {
      command: 'judge',
      vars: { agent_response: 'Done' },
      message: 'task is missing',
    },
    {
      command: 'judge',
      vars: { task: 'Fix it', agent_reponse: 'Done' },
      message: 'agent_reponse is not a field of a case; agent_response is',
    },
    {
      command: 'judge',
      vars: { task: { text: 'Fix it' } },
      message: 'task can\'t be {"text":"Fix it"}',
    },
    {
      command: 'judge',
      vars: { task: 'Fix it', tools_used: ['Edit(a.ts)', 7] },
      message: 'tools_used[1] is not a tool call: 7',
    },
    {
      command: 'judge',
      vars: { task: 'Fix it', tools_used: ['I looked around a bit'] },
      message: 'tools_used[0] names no tool call: "I looked around a bit"',
    },
    {
      command: 'evaluate',
      vars: { task: 'Fix it', trace: [{ file: 'a.ts' }] },
      message: 'trace[0] is not a tool call: {"file":"a.ts"}',
    },
    {
      command: 'stall',
      vars: { colour: 'red' },
      message: 'it has none of the fields of a case',
    },
    {
      command: 'stall',
      vars: { time_since_activity: 'soon' },
      message: 'time_since_activity can\'t be "soon"',
    },
    {
      command: 'stall',
      vars: { message_completed: 'maybe' },
      message: 'message_completed can\'t be "maybe"',
    },
    { command: 'stall', vars: { output_tokens: -1 }, message: "output_tokens can't be -1" },
    {
      command: 'compaction',
      vars: { task_summary: 'Fix it', tools_used: [null] },
      message: 'tools_used[0] is not a tool call: null',
    },
  ])('is refused by $command: $message', async ({ command, vars, message }) => {
    expect(await refusal(command, JSON.stringify([{ id: 'x', vars }]))).toEqual({
      code: 2,
      out: '',
      message: `cases, case 1 ("x"): ${message}`,
      hasRemedy: true,
    })
  })
})

describe('the forms of a tool call', () => {
  const task = 'Fix the rounding and run the tests'
  const agent_response = 'The rounding is fixed and all tests pass.'

  it.each([
    { form: 'a text, one call a line', tools: 'edit: src/a.ts\nbash: npm test exit code 1' },
    { form: 'a list of texts', tools: ['Edit(src/a.ts)', 'Bash(npm test) exit code 1'] },
    {
      form: 'objects',
      tools: [
        { name: 'Edit', input: { file_path: 'src/a.ts' } },
        { name: 'Bash', input: { command: 'npm test' }, exit: 1 },
      ],
    },
    {
      form: 'objects with what was printed',
      tools: [
        { tool: 'edit', args: { path: 'src/a.ts' } },
        { tool: 'bash', command: 'npm test', output: 'Tests: 1 failed, 6 passed, 7 total' },
      ],
    },
    {
      form: 'function calls with arguments as a text',
      tools: [
        { type: 'function', function: { name: 'edit', arguments: '{"path": "src/a.ts"}' } },
        {
          type: 'function',
          function: { name: 'shell', arguments: '{"command": ["npm", "test"]}' },
          output: 'Tests: 1 failed, 6 passed, 7 total',
        },
      ],
    },
    {
      form: 'messages with calls in them',
      tools: [
        { role: 'assistant', content: 'Let me see.' },
        {
          role: 'assistant',
          tool_calls: [
            { name: 'edit', input: { path: 'src/a.ts' } },
            { name: 'bash', input: 'npm test', status: 'failed' },
          ],
        },
      ],
    },
    {
      form: 'the JSON of a list as a text',
      tools: '[{"name": "edit", "input": "src/a.ts"}, {"command": "npm test", "exit_code": 1}]',
    },
  ])('may be $form', async ({ tools }) => {
    const cli = openCli()
    cli.write('case', JSON.stringify({ task, tools_used: tools, agent_response }))
    const { code, out } = await cli.run(['judge', '--case', 'case', '--json'])
    expect({ code, verdict: JSON.parse(out) as unknown }).toMatchObject({
      code: 0,
      verdict: {
        complete: false,
        severity: 'HIGH',
      },
    })
  })

  it('tells a quiet agent what its last call does', async () => {
    const cli = openCli()
    const quiet = { time_since_activity: 120, last_assistant_response: 'Installing.' }
    const tool_calls = [{ name: 'bash', input: { command: 'npm install' }, status: 'running' }]
    cli.write('case', JSON.stringify({ ...quiet, tool_calls }))
    const { out } = await cli.run(['evals', 'stall', '--case', 'case', '--json'])
    expect(JSON.parse(out)).toMatchObject({ stuck: false, reason: 'working' })
  })
})
