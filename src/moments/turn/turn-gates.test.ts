import { describe, expect, it } from 'vitest'
import { makeBundle, turnConfig } from './__fixtures__/bundle.js'
import { readFlag, whyNoReflection } from './turn-gates.js'

describe('readFlag', () => {
  it.each([true, 'true', 'TRUE', 't', 'T', 'yes', 'Yes', 'y', 'Y', '1', 1, 1n, ' yes\n'])(
    'takes %s for yes',
    (value) => expect(readFlag(value)).toEqual({ asked: true }),
  )

  it.each([false, 'false', 'F', 'no', 'NO', 'n', '0', 0, null, undefined])(
    'takes %s for no',
    (value) => expect(readFlag(value)).toEqual({ asked: false, reason: 'not_planned' }),
  )

  it.each([
    { value: 'maybe', named: '"maybe"' },
    { value: 'on', named: '"on"' },
    { value: '', named: '""' },
    { value: 2, named: '2' },
    { value: Number.NaN, named: 'NaN' },
    { value: {}, named: 'an object' },
    { value: [true], named: 'a list' },
    { value: () => true, named: 'function' },
    { value: Symbol('yes'), named: 'symbol' },
    { value: `two\nlines ${'x'.repeat(99)}`, named: `"two lines ${'x'.repeat(29)}…"` },
    { value: `ghp_${'a1B2'.repeat(9)}`, named: '"[redacted:github-token]"' },
  ])('takes $named for no, and names it', ({ value, named }) => {
    expect(readFlag(value)).toEqual({ asked: false, reason: `bad_plan_flag:${named}` })
  })
})

describe('whyNoReflection', () => {
  it.each([
    { reason: null },
    { enabled: false, reason: 'turn_disabled' },
    { dryRun: true, reason: 'dry_run' },
    { plan: {}, reason: 'not_planned' },
    { plan: { reflection: 'no' }, reason: 'not_planned' },
    { plan: {}, policy: { reflection: 'Y' }, reason: null },
    { plan: { reflection: false }, policy: { reflection: true }, reason: 'not_planned' },
    { plan: {}, policy: { reflection: 'perhaps' }, reason: 'bad_plan_flag:"perhaps"' },
  ])('says $reason', ({ enabled = true, dryRun = false, plan, policy, reason }) => {
    const bundle = makeBundle({
      ctx: { dryRun },
      ...(plan === undefined ? {} : { plan }),
      ...(policy === undefined ? {} : { stateView: { policy } }),
    })
    expect(whyNoReflection(bundle, turnConfig({ enabled }))).toBe(reason)
  })
})
