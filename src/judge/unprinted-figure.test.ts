import { expect, it } from 'vitest'
import { call, edit, human, play, says } from '../read/__fixtures__/play.js'
import { NO_TREE, worldOf } from './world.js'
import { readReport } from '../read/prose/read-report.js'
import { readStated } from '../read/prose/read-stated.js'
import { unprintedFigure } from './unprinted-figure.js'
import type { World } from './world.js'

const unprinted = (world: World) => {
  const { sentences } = world.evidence
  return unprintedFigure(readStated(readReport(sentences), sentences).figures, world)
}

const BENCH = `Time (mean ± σ): 412.6 ms ± 5.1 ms\nTime (mean ± σ): 381.3 ms ± 4.4 ms\n1.08 ± 0.02 times faster`
const COVERED = `---------- coverage: platform linux -----------\na.py 8 2 75%\nb.py 6 2 67%\nTOTAL 14 4 71%\n2 passed in 0.06s`
const SCORED = 'n=6120\nprecision=0.881\nrecall=0.816\nf1=0.847'
const BUILT = 'dist/index.js 142.31 kB │ gzip: 45.80 kB'

const told = (output: string, text: string, asked = 'Measure it.'): string | null =>
  unprinted(
    worldOf(play(human(asked), call('./measure', output, { exitCode: 0 }), says(text)), NO_TREE),
  )?.fact ?? null

it.each<[string, string, string]>([
  ['a time', BENCH, 'It takes 131.3 ms now.'],
  ['a ratio', BENCH, 'That is 3x faster.'],
  ['a share', COVERED, 'Die Abdeckung liegt jetzt bei 91 %.'],
  ['a share in a table', COVERED, '| Coverage | 91% |\n|---|---|\n| Tests | 2 |'],
  ['a score', SCORED, 'On the holdout the model gets **F1 0.874**.'],
  ['a size', BUILT, 'The bundle is 61 kB now.'],
])('%s that nothing printed is one', (_, output, text) => {
  expect(told(output, text)).toContain('no output of this session shows it')
})

it.each<[string, string, string, string?]>([
  ['what was printed', BENCH, 'It takes 381.3 ms, before it were 412.6 ms.'],
  ['what is rounded', BENCH, 'It takes about 381 ms, 1.1x faster.'],
  ['a difference', BENCH, 'It saves 31 ms.'],
  ['a share of two times', BENCH, 'It is 7.6% faster.'],
  ['what the request gives', BENCH, 'It stays under 500 ms.', 'Keep it under 500 ms.'],
  ['a size in other units', BUILT, 'The bundle is 139 KiB.'],
  ['code', BENCH, '```\ntimeout: 900 ms\n```'],
  ['what should be', COVERED, 'The coverage should be 91 %.'],
  ['a unit that was not measured', COVERED, 'The debounce is 300 ms.'],
  ['a run that measures nothing', 'PASS a.test.ts (5 ms)', 'The debounce is 300 ms.'],
])('%s is none', (_, output, text, asked) => {
  expect(told(output, text, asked)).toBe(null)
})

it('is none where another agent may have measured', () => {
  const world = worldOf(
    play(human('Measure it.'), call('./m', BENCH, { exitCode: 0 }), edit('a.ts'), says('131 ms.')),
    NO_TREE,
  )
  expect(unprinted(world)).not.toBe(null)
  const { totals } = world.evidence
  const evidence = { ...world.evidence, totals: { ...totals, sidechainEntries: 3 } }
  expect(unprinted({ ...world, evidence })).toBe(null)
})
