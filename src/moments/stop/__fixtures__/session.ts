import { call, human, play, says } from '../../../read/__fixtures__/play.js'
import type { Line } from '../../../read/__fixtures__/play.js'
import type { StopFacts } from '../facts.js'
import { toStopFacts } from '../facts.js'

/** Parts of a session, in the order in which they happened. */
export { human, play as session, says }
export type { Line }

export const runs = (command: string, exitCode: number | null = 0, output = ''): Line =>
  call(command, output, { exitCode, status: (exitCode ?? 0) === 0 ? 'completed' : 'failed' })

export const edits = (file: string, { creates = false } = {}): Line =>
  call(file, '', { tool: 'Edit', toolKind: 'edit', files: [file], creates })

export const reads = (file: string): Line =>
  call(file, '', { tool: 'Read', toolKind: 'read', files: [file] })

export const AT = '2026-03-01T10:00:00.000Z'

export const factsOf = (...parts: Line[]): StopFacts => toStopFacts(play(...parts))

export const VITEST_RED = [
  ' FAIL  test/a.test.ts > adds numbers',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 6 passed (7)',
].join('\n')

export const VITEST_GREEN = [' Test Files  1 passed (1)', '      Tests  7 passed (7)'].join('\n')
