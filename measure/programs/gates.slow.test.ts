import { describe, expect, it } from 'vitest'
import { INFORMATIVE, liveOnce, UNINFORMATIVE, type SimulatedAgent } from './gates.js'

const shareOfPasses = (agent: SimulatedAgent, rows: number, lives: number): number =>
  Array.from({ length: lives }, (_, seed) => liveOnce(agent, rows, seed + 1)).filter(
    ({ passedAt }) => passedAt !== null,
  ).length / lives

describe('P1, looked at every week,', () => {
  it('passes in at most 2.5 % of 1,000 lives of an agent whose confidence says nothing', () => {
    expect(shareOfPasses(UNINFORMATIVE, 300, 1000)).toBeLessThanOrEqual(0.025)
  })

  it('passes in at most 2.5 % of lives of an agent that is exactly on a line', () => {
    expect(shareOfPasses({ ...INFORMATIVE, auc: 0.6 }, 300, 400)).toBeLessThanOrEqual(0.025)
    const onLift = { ...INFORMATIVE, rightHigh: 0.65, rightLow: 0.55 }
    expect(shareOfPasses(onLift, 300, 400)).toBeLessThanOrEqual(0.025)
  })

  it('passes by 600 rows in at least 80 % of lives of an agent whose confidence tells', () => {
    expect(shareOfPasses(INFORMATIVE, 600, 300)).toBeGreaterThanOrEqual(0.8)
  })
})
