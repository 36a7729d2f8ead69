import { expect, it } from 'vitest'
import { readRunOutput } from './run-output.js'

const lines = (...all: object[]) => all.map((one) => JSON.stringify(one)).join('\n')
const usage = { input_tokens: 10, cache_read_input_tokens: 100, output_tokens: 5 }

it.each([
  { name: 'plain text', output: 'All is done in 3 rounds.', rounds: null, tokens: null },
  { name: 'nothing', output: '', rounds: null, tokens: null },
  {
    name: 'a result line after its steps',
    output: lines(
      { type: 'assistant', message: { usage } },
      { type: 'result', num_turns: 4, usage, result: 'done' },
    ),
    rounds: 4,
    tokens: 115,
  },
  {
    name: 'one object',
    output: JSON.stringify({ num_turns: 2 }, null, 2),
    rounds: 2,
    tokens: null,
  },
  {
    name: 'turns that end one by one',
    output: lines(
      { type: 'turn.started' },
      { type: 'turn.completed', usage: { input_tokens: 7, output_tokens: 1 } },
      { type: 'turn.completed', usage: { input_tokens: 9, output_tokens: 2 } },
    ),
    rounds: 2,
    tokens: 19,
  },
  {
    name: 'steps without figures',
    output: lines({ type: 'step_finish', part: {} }, { type: 'step_finish' }),
    rounds: 2,
    tokens: null,
  },
  {
    name: 'totals by model',
    output: JSON.stringify({
      response: 'ok',
      stats: { models: { a: { tokens: { total: 30 } }, b: { tokens: { total: 4 } } } },
    }),
    rounds: null,
    tokens: 34,
  },
  {
    name: 'figures that are none',
    output: lines({ type: 'result', num_turns: -1, usage: { input_tokens: 'many' } }),
    rounds: null,
    tokens: null,
  },
])('of $name: $rounds rounds, $tokens tokens', ({ output, rounds, tokens }) => {
  expect(readRunOutput(output)).toMatchObject({ rounds, tokens })
})

const assistant = (...blocks: object[]) => ({ type: 'assistant', message: { content: blocks } })
const text = (said: string) => ({ type: 'text', text: said })

it.each([
  {
    name: 'plain text',
    output: 'Done.\n{"type": "text"} is a row',
    said: 'Done.\n{"type": "text"} is a row',
  },
  {
    name: 'a report of its own',
    output: '{"type": "report", "rows": 3}',
    said: '{"type": "report", "rows": 3}',
  },
  { name: 'nothing', output: '', said: '' },
  {
    name: 'a result line after its steps',
    output: lines(
      { type: 'system', subtype: 'init' },
      assistant(text('I look.'), { type: 'tool_use', name: 'Read', input: {} }),
      { type: 'user', message: { role: 'user', content: [text('tool output')] } },
      { type: 'result', subtype: 'success', num_turns: 2, result: 'ok' },
    ),
    said: 'ok',
  },
  {
    name: 'an empty result',
    output: lines(assistant(text('I look.')), { type: 'result', result: '' }),
    said: '',
  },
  {
    name: 'a stream that was cut off',
    output: lines({ type: 'system' }, assistant(text('One.')), assistant(text('Two.'))),
    said: 'Two.',
  },
  {
    name: 'items',
    output: lines(
      { type: 'item.completed', item: { type: 'reasoning', text: 'hm' } },
      { type: 'item.completed', item: { type: 'agent_message', text: 'ok' } },
      { type: 'turn.completed', usage },
    ),
    said: 'ok',
  },
  {
    name: 'parts',
    output: lines(
      { type: 'step_start' },
      { type: 'text', part: text('ok') },
      { type: 'step_finish', part: {} },
    ),
    said: 'ok',
  },
  {
    name: 'pieces',
    output: lines(
      { type: 'message', role: 'assistant', content: 'First.', delta: true },
      { type: 'tool_use', tool_name: 'read_file' },
      { type: 'message', role: 'assistant', content: 'It is ', delta: true },
      { type: 'message', role: 'assistant', content: 'done.', delta: true },
      { type: 'result', status: 'success', stats: { total_tokens: 3 } },
    ),
    said: 'It is done.',
  },
  { name: 'a response with figures', output: '{"response": "ok", "stats": {}}', said: 'ok' },
])('says the final text of $name', ({ output, said }) => {
  expect(readRunOutput(output).text).toBe(said)
})

it.each([
  {
    name: 'a result with an error',
    end: { type: 'result', is_error: true, result: 'no' },
    failed: true,
  },
  { name: 'a result', end: { type: 'result', is_error: false, result: 'ok' }, failed: false },
  { name: 'a status of error', end: { type: 'result', status: 'error' }, failed: true },
  { name: 'a failed turn', end: { type: 'turn.failed', error: { message: 'no' } }, failed: true },
  { name: 'a turn', end: { type: 'turn.completed', usage }, failed: false },
])('reads from $name whether it failed: $failed', ({ end, failed }) => {
  const output = lines({ type: 'system' }, assistant(text('I look.')), end)
  expect(readRunOutput(output).failed).toBe(failed)
})

it('takes a failed tool for no failed run', () => {
  const result = { type: 'tool_result', is_error: true }
  const output = lines(
    { type: 'user', message: { content: [result] } },
    assistant(text('Mended.')),
    { type: 'result', is_error: false, result: 'ok' },
  )
  expect(readRunOutput(output).failed).toBe(false)
})
