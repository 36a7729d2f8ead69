import { ranNone } from '../output/read-part.js'
import { readRuns } from './read-runs.js'

/** What a command printed that was to run tests, ended well and ran none; null where it ran some, or is no such command. */
export function ranNoTest(command: string, output: string): string | null {
  const ended = { exitCode: 0, status: 'completed', output } as const
  const tests = readRuns({ command, ...ended }).filter(({ kind }) => kind === 'test')
  return tests.length > 0 && tests.every(({ counts }) => ranNone(counts)) ? tests[0]!.gist : null
}
