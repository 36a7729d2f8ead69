import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readRuns } from './read-runs.js'

const file = new URL('./__fixtures__/lines.txt', import.meta.url)
const lines = readFileSync(file, 'utf8')
  .trimEnd()
  .split(/\n\n(?=\$)/)
  .slice(1)
  .map(readLine)

function readLine(text: string) {
  const of = (sign: string): string =>
    text
      .split('\n')
      .flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []))
      .join('\n')
  return {
    command: of('$').trim(),
    exitCode: Number(of('?')),
    output: of('|'),
    ends: of('=').trim(),
  }
}

it.each(lines)('says of $command with $exitCode: $ends', ({ ends, ...line }) => {
  const runs = readRuns({ ...line, status: line.exitCode === 0 ? 'completed' : 'failed' })
  expect(runs.map(({ kind, result }) => `${kind} ${result}`).join(', ')).toBe(ends)
})
