import { describe, expect, it } from 'vitest'
import { edits, factsOf, human, runs, says, VITEST_RED } from './__fixtures__/session.js'
import type { ModelVerdict } from './judge-by-model.js'
import { judgeByAccount } from './judge-by-account.js'
import { NO_TREE } from '../../judge/world.js'
import { mergeJudgements } from './merge-judgements.js'
import { toVerdictAction } from './verdict-action.js'

const fix = human('Fix the sum in src/a.ts')
const redRules = judgeByAccount(
  factsOf(fix, edits('src/a.ts'), runs('npx vitest run', 1, VITEST_RED), says('x')),
  NO_TREE,
)
const openRules = judgeByAccount(factsOf(fix, edits('src/a.ts'), says('x')), NO_TREE)
const says_ = (fields: Partial<ModelVerdict>): ModelVerdict => ({
  demands: [],
  waits_for_person: false,
  complete: true,
  severity: 'NONE',
  feedback: '',
  missing: [],
  next_actions: [],
  requires_human_action: false,
  ...fields,
})

describe('rules and a model together', () => {
  it('keeps an objection that points at nothing for the person', () => {
    const said = { ...says_({ severity: 'BLOCKER', feedback: 'It is wrong' }), complete: null }
    expect(mergeJudgements(openRules, said)).toMatchObject({
      complete: null,
      severity: 'BLOCKER',
      objection: 'It is wrong',
    })
    expect(mergeJudgements(redRules, said)).toEqual(redRules)
  })

  it('waits for the person where the model finds it neither done nor wrong', () => {
    const said = { ...says_({ severity: 'NONE' }), complete: null }
    const merged = mergeJudgements(openRules, said)
    expect(toVerdictAction(merged, 'v1')).toEqual({
      proposal: { kind: 'toast', level: 'info', text: 'Awaiting user input' },
      end: 'waiting',
    })
  })

  it.each([
    [{ severity: 'NONE', feedback: 'Hm' }, 'A judge objects, and points at nothing: «Hm»'],
    [{ severity: 'HIGH' }, 'A judge objects (HIGH), and points at nothing'],
    [{ severity: 'LOW', next_actions: ['a'] }, 'A judge objects (LOW), and points at nothing: «a»'],
  ] as const)('shows of %o what the model said, and no more', (fields, text) => {
    const merged = mergeJudgements(openRules, {
      ...says_(fields as Partial<ModelVerdict>),
      complete: null,
    })
    expect(toVerdictAction(merged, 'v1').proposal).toMatchObject({ kind: 'toast', text })
  })

  it('does not push an agent that asks a person, by the model', () => {
    const waits = says_({ complete: false, severity: 'HIGH', waits_for_person: true })
    expect(mergeJudgements(openRules, waits)).toMatchObject({
      complete: false,
      severity: 'NONE',
      missing: [],
      nextActions: [],
    })
  })

  it('lets no model send an agent past a person whom the rules wait for', () => {
    const asks = judgeByAccount(factsOf(fix, says('Shall I delete the old table?')), NO_TREE)
    const objects = says_({ complete: false, severity: 'HIGH', missing: ['the table'] })
    expect(mergeJudgements(asks, objects)).toEqual(asks)
  })

  it('lets no model call complete what a red gate contradicts', () => {
    expect(mergeJudgements(redRules, says_({ complete: true }))).toEqual(redRules)
  })

  it('lets a model add to a red gate', () => {
    const merged = mergeJudgements(
      redRules,
      says_({ complete: false, severity: 'BLOCKER', missing: ['a rollback'] }),
    )
    expect(merged).toMatchObject({
      complete: false,
      severity: 'BLOCKER',
      missing: [redRules.missing[0], 'a rollback'],
      reason: redRules.reason,
    })
  })

  it('takes the word of a model where the rules have none', () => {
    expect(mergeJudgements(openRules, says_({ complete: true }))).toMatchObject({
      complete: true,
      severity: 'NONE',
    })
    expect(
      mergeJudgements(
        openRules,
        says_({ complete: false, severity: 'MEDIUM', feedback: 'No tests', missing: ['tests'] }),
      ),
    ).toMatchObject({
      complete: false,
      severity: 'MEDIUM',
      missing: ['tests'],
      reason: 'No tests',
    })
  })

  it('never calls a blocker complete', () => {
    expect(
      mergeJudgements(openRules, says_({ complete: true, severity: 'BLOCKER' })),
    ).toMatchObject({ complete: false })
  })

  it('keeps lines of a model to one line each', () => {
    const merged = mergeJudgements(
      openRules,
      says_({ complete: false, severity: 'LOW', missing: ['a\nb\u0007'], next_actions: [' '] }),
    )
    expect(merged).toMatchObject({ missing: ['a b'], nextActions: [] })
  })
})
