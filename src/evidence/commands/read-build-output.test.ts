import { expect, it } from 'vitest'
import { readBuildOutput } from './read-build-output.js'

it.each([
  [
    '✓ 4127 modules transformed.\nFATAL ERROR: Reached heap limit - JavaScript heap out of memory\n',
    'FATAL ERROR',
  ],
  ['rendering chunks...\nAborted (core dumped)\n', 'Aborted (core dumped)'],
  ['linking\nsh: line 1: 4311 Segmentation fault      ./bundle\n', 'Segmentation fault'],
])('sees that a process died: %j', (output, gist) => {
  expect(readBuildOutput(output)).toMatchObject({ result: 'failed' })
  expect(readBuildOutput(output)!.gist).toContain(gist)
})

it('takes a log that only speaks of one for none', () => {
  expect(readBuildOutput('ok: handles a segmentation fault in the child\n')).toBe(null)
})
