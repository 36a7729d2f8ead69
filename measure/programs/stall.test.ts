import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { measureStall, program } from './stall.js'

const step = (action: string, reward = 0) => ({ action, observation: 'nothing', reward })
const circling = { steps: [...'aaaabc'].map((action) => step(action)), max_reward: 0 }
const solvedLate = {
  steps: [...'aaaa'].map((action) => step(action)).concat(step('b', 1)),
  max_reward: 1,
}
const solved = { steps: [step('a'), step('b', 1)], max_reward: 1 }

it('counts what stopping at the first loop saves and loses', () => {
  expect(measureStall([circling, solvedLate, solved])).toEqual({
    recordings: 3,
    solved: 2,
    turns: 13,
    fires: 2,
    saved: 3,
    lost: 1,
    byDetector: { 'same-result': { fires: 2, saved: 3, lost: 1 } },
  })
})

it.each([
  {
    name: 'holds its figures against the bars',
    files: { 'a.jsonl': [circling, solved] },
    said: [
      'pass  solved recordings lost: 0 (bar <= 1)',
      'pass  turns saved: 25.0 % (bar >= 10.0 %)',
    ],
  },
  {
    name: 'says when a bar is missed',
    files: { 'a.jsonl': [solved] },
    said: ['MISS  turns saved: 0.0 % (bar >= 10.0 %)'],
  },
  { name: 'skips where there is no data', files: {}, said: ['Skipped: no stall/*.jsonl'] },
])('$name', async ({ files, said }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'measure-stall-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(path.join(dataDir, 'stall'))
  for (const [name, recordings] of Object.entries(files)) {
    const text = recordings.map((recording) => JSON.stringify(recording)).join('\n')
    writeFileSync(path.join(dataDir, 'stall', name), text)
  }
  const lines: string[] = []
  await program.run({ dataDir, args: [], print: (line) => lines.push(line) })
  for (const text of said) expect(lines.join('\n')).toContain(text)
})
