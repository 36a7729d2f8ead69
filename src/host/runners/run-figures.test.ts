import { expect, it } from 'vitest'
import { readRunFigures } from './run-figures.js'

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
  expect(readRunFigures(output)).toEqual({ rounds, tokens })
})
