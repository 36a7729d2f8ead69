import { describe, expect, it } from 'vitest'
import type { WeakenedCheck } from '../../../schema/weakened-check.js'
import { factsOf, human, says } from '../__fixtures__/session.js'
import { weakenedCheck, weakenedCheckNote } from './weakened-check.js'

const check = (known: Partial<WeakenedCheck>): WeakenedCheck => ({
  kind: 'skipped',
  file: 'test/sum.test.ts',
  names: ['adds'],
  detail: 'it.skip',
  hash: 'h1',
  red: false,
  asked: false,
  disclosed: false,
  pushes: false,
  ...known,
})

function redGates(known: Partial<WeakenedCheck>): string[] {
  const facts = factsOf(human('Fix the sum.'), says('It is fixed.'))
  const evidence = { ...facts.evidence, weakened: [check(known)] }
  return [weakenedCheck, weakenedCheckNote]
    .filter((gate) => gate.check({ ...facts, evidence }) !== null)
    .map(({ id }) => id)
}

describe('a weakened check', () => {
  it.each<[string, Partial<WeakenedCheck>, string[]]>([
    ['that was red and not told', { red: true, pushes: true }, ['weakened_check']],
    ['that was red and told', { red: true, disclosed: true }, ['weakened_check_note']],
    ['that was not red', {}, ['weakened_check_note']],
    ['that was asked for', { red: true, asked: true }, []],
    ['of the second row that was red', { kind: 'assertions', red: true }, ['weakened_check_note']],
    ['of the second row', { kind: 'assertions' }, []],
  ])('%s', (_title, known, expected) => {
    expect(redGates(known)).toEqual(expected)
  })

  it('is told with its name and what would settle it', () => {
    const facts = factsOf(human('Fix the sum.'), says('It is fixed.'))
    const weakened = [check({ red: true, pushes: true })]
    expect(
      weakenedCheck.check({ ...facts, evidence: { ...facts.evidence, weakened } }),
    ).toMatchObject({
      fact: 'Tests no longer run, after a red run in this session, and your message does not say so',
      quote: 'test/sum.test.ts (adds): it.skip',
      nextAction: 'Let them run and make them pass, or say in your report why not.',
    })
  })
})
