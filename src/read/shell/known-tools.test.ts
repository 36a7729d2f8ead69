import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readRuns } from './read-runs.js'

interface Tool {
  command: string
  kind: string
  /** What it prints when all is well, and when not. */
  green: string
  red: string
  /** What has to be told of the second. */
  told: string
  /** Its words when all is well say nothing. */
  isMute: boolean
}

const file = new URL('./__fixtures__/tools.txt', import.meta.url)
const tools = readFileSync(file, 'utf8').split('\n\n').slice(1).map(readTool)

function readTool(text: string): Tool {
  const lines = text.trimEnd().split('\n')
  const of = (sign: string): string =>
    lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join('\n')
  const [command = '', kind = ''] = of('$').split(/ \| (?=\w+$)/)
  return {
    command: command.trim(),
    kind,
    green: of('+'),
    red: of('-'),
    told: of('=').trim(),
    isMute: lines.includes('~'),
  }
}

/** Behind a pager, so that the exit code says nothing. */
function ends(command: string, output: string): { end: string; told: string } {
  const line = `${command} 2>&1 | tail -30`
  const [run] = readRuns({ command: line, exitCode: 0, status: 'completed', output })
  return {
    end: `${run?.kind} ${run?.result}`,
    told: [...(run?.failing ?? []), run?.gist ?? ''].join('\n'),
  }
}

it.each(tools)('knows the words of $command', ({ command, kind, green, red, told, isMute }) => {
  // A program of the project's own that prints a summary is a test.
  const shown = kind === 'run' && green.includes('PASSED') ? 'test' : kind
  expect(ends(command, green).end).toBe(`${shown} ${isMute ? 'unknown' : 'passed'}`)
  const failed = ends(command, red)
  expect(failed.end).toBe(`${shown} ${kind === 'other' ? 'unknown' : 'failed'}`)
  expect(failed.told).toContain(told)
})
