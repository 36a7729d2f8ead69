import { expect, it } from 'vitest'
import { edits, human, runs, says, session, VITEST_GREEN } from '../__fixtures__/session.js'
import { seenResult } from './proof.js'

const LINE = 'npx vitest run'

it.each([
  { line: `sed -i s/1/2/ src/a.ts && ${LINE}`, seen: 'passed' },
  { line: `${LINE} && sed -i s/1/2/ src/a.ts`, seen: null },
])('takes a run for proof only behind the last edit: $line', ({ line, seen }) => {
  const evidence = session(
    human('Fix the sum in src/a.ts'),
    edits('src/a.ts'),
    runs(line, 0, VITEST_GREEN),
    says('Fixed.'),
  )
  expect(seenResult(LINE, evidence)).toBe(seen)
})
