import { describe, expect, it } from 'vitest'
import { chanceToKeep, neededEpisodes } from './forecast.js'
import { errorRate, judgeTrial, signTail } from './judge-trial.js'
import type { EpisodeRuns } from './judge-trial.js'

/** Episodes with one run on each side: won, lost, the same. */
function single(wins: number, losses: number, same: number): EpisodeRuns[] {
  const one = (passed: number, without: number): EpisodeRuns => ({
    with: { passed, n: 1 },
    without: { passed: without, n: 1 },
  })
  return [
    ...Array.from({ length: wins }, () => one(1, 0)),
    ...Array.from({ length: losses }, () => one(0, 1)),
    ...Array.from({ length: same }, () => one(0, 0)),
  ]
}
const many = (times: number, passed: number, without: number, n: number): EpisodeRuns[] =>
  Array.from({ length: times }, () => ({ with: { passed, n }, without: { passed: without, n } }))

describe('a trial', () => {
  it.each([
    { name: 'six wins and no loss', runs: single(6, 0, 0), verdict: 'kept' },
    { name: 'six wins among 25', runs: single(6, 0, 19), verdict: 'kept' },
    { name: 'five wins and no loss', runs: single(5, 0, 0), verdict: 'not_enough' },
    { name: 'seven wins and one loss', runs: single(7, 1, 0), verdict: 'kept' },
    { name: 'six wins and one loss', runs: single(6, 1, 0), verdict: 'not_enough' },
    { name: 'losses alone', runs: single(0, 9, 0), verdict: 'rejected' },
    { name: 'nothing that differs', runs: single(0, 0, 30), verdict: 'not_enough' },
    { name: 'nothing at all', runs: [], verdict: 'not_enough' },
    { name: 'many runs that agree', runs: many(8, 9, 2, 10), verdict: 'kept' },
    {
      name: 'many runs, and one episode that it breaks',
      runs: [...many(30, 9, 2, 10), ...many(1, 0, 10, 10)],
      verdict: 'rejected',
    },
  ])('with $name says $verdict', ({ runs, verdict }) => {
    expect(judgeTrial(runs, 1).verdict).toBe(verdict)
  })

  it('gives both shares and the difference with its interval', () => {
    const { difference, ...shares } = judgeTrial(single(10, 0, 10), 1)
    expect(shares).toEqual({ verdict: 'kept', with: 0.5, without: 0 })
    expect(difference!.value).toBe(0.5)
    expect(difference!.low).toBeCloseTo(0.2282, 4)
    expect(difference!.high).toBeCloseTo(0.6809, 4)
  })

  it('asks for more at every further look', () => {
    expect(judgeTrial(single(8, 0, 0), 1).verdict).toBe('kept')
    expect(judgeTrial(single(8, 0, 0), 2).verdict).toBe('not_enough')
    const looks = Array.from({ length: 50 }, (_, index) => errorRate(index + 1))
    expect(looks.reduce((sum, rate) => sum + rate, 0)).toBeLessThanOrEqual(0.05)
  })

  it('counts the tail of the sign test exactly', () => {
    expect(signTail(6, 6)).toBe(1 / 64)
    expect(signTail(8, 7)).toBe(9 / 256)
    expect(signTail(10, 0)).toBeCloseTo(1, 12)
  })
})

describe('the forecast', () => {
  it.each([0.2, 0.3, 0.4, 0.5])('has 25 episodes show 40 points above %d', (base) => {
    expect(chanceToKeep(25, { base, effect: 0.4 })).toBeGreaterThan(0.8)
    expect(neededEpisodes({ base, effect: 0.4 })).toBeLessThanOrEqual(25)
  })

  it('says that a small effect needs too many', () => {
    expect(neededEpisodes({ base: 0.5, effect: 0.05 })).toBeNull()
    expect(chanceToKeep(25, { base: 0.3, effect: 0 })).toBeLessThan(0.05)
  })
})
