import { expect, it } from 'vitest'
import { toldEvidence } from './told-evidence.js'
import { readToolCalls } from './read-tool-calls.js'

it.each([
  { line: 'bash: npm test', result: 'unknown' },
  { line: "bash: {command: 'npx playwright test checkout --repeat-each=20'}", result: 'unknown' },
  { line: 'bash: npm test → 3 failed', result: 'failed' },
  { line: '[Bash] Ran npm test - all tests pass', result: 'passed' },
])('takes how "$line" ended from the words behind the command', ({ line, result }) => {
  const tools = readToolCalls(line, 'tools_used')
  const { commands } = toldEvidence({ task: 'Fix it', tools, message: '' })
  expect(commands.map((run) => run.result)).toEqual([result])
})
