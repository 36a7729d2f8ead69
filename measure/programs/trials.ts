import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import { neededEpisodes } from '../../src/host/trial/forecast.js'
import { judgeTrial } from '../../src/host/trial/judge-trial.js'
import type { EpisodeRuns } from '../../src/host/trial/judge-trial.js'
import type { MeasureProgram } from '../program.js'

/** How often trials keep skills whose effect is known, and whether the forecast of runs is right. */
export const program: MeasureProgram = {
  name: 'trials',
  summary: 'Trials of simulated skills: how often one is kept, and how many runs that takes.',
  needsData: false,
  async run({ print }) {
    print(`${TRIALS} trials each, ${EPISODES} episodes`)
    print('base  effect  runs an arm  kept at once  after 3 reruns')
    for (const truth of TRUTHS) print(rowOf(truth))
    print('episodes for four times out of five: forecast and simulated')
    print('base  effect  forecast  simulated  off by')
    for (const base of BASES) {
      for (const effect of [0.3, 0.4, 0.5]) print(forecastRow(base, effect))
    }
  },
}

interface Truth {
  base: number
  effect: number
  runs: number
  /** How much episodes differ in how hard they are: 0 alike, 1 each passes always or never. */
  spread: number
}

const TRIALS = 1000
const EPISODES = 25
const LOOKS = 4
const BASES = [0.2, 0.3, 0.4, 0.5]

const TRUTHS: Truth[] = [0, 0.4].flatMap((effect) =>
  [1, 3].flatMap((runs) =>
    BASES.flatMap((base) => [0, 0.5].map((spread): Truth => ({ base, effect, runs, spread }))),
  ),
)

function rowOf(truth: Truth): string {
  let [first, ever] = [0, 0]
  for (let seed = 1; seed <= TRIALS; seed += 1) {
    const kept = keptAt(truth, EPISODES, seededRandom(seed))
    if (kept === 1) first += 1
    if (kept !== null) ever += 1
  }
  return [
    truth.base.toFixed(1).padStart(4),
    `+${Math.round(100 * truth.effect)}`.padStart(7),
    `${truth.runs}${truth.spread === 0 ? '' : ' (hard and easy)'}`.padStart(17),
    share(first).padStart(9),
    share(ever).padStart(9),
  ].join(' ')
}

const share = (count: number): string => `${((100 * count) / TRIALS).toFixed(1)} %`

/** The look at which it is kept; the same episodes are run again for each, and all runs count. */
function keptAt({ base, effect, runs, spread }: Truth, episodes: number, random: () => number) {
  const all: EpisodeRuns[] = Array.from({ length: episodes }, () => ({
    with: { passed: 0, n: 0 },
    without: { passed: 0, n: 0 },
  }))
  const own = all.map(() => {
    if (random() >= spread) return { without: base, with: base + effect }
    // It passes always or never, as often as the rates say; the skill breaks none.
    const hardness = random()
    return { without: Number(hardness < base), with: Number(hardness < base + effect) }
  })
  for (let look = 1; look <= LOOKS; look += 1) {
    for (const [index, episode] of all.entries()) {
      for (const arm of ['with', 'without'] as const) {
        for (let run = 0; run < runs; run += 1) {
          episode[arm].n += 1
          if (random() < own[index]![arm]) episode[arm].passed += 1
        }
      }
    }
    if (judgeTrial(all, look).verdict === 'kept') return look
  }
  return null
}

const POWER = 0.8
const FORECAST_TRIALS = 2000

function forecastRow(base: number, effect: number): string {
  const forecast = neededEpisodes({ base, effect })!
  const simulated = simulateNeeded(base, effect)
  const off = Math.abs(forecast / simulated - 1)
  return [
    base.toFixed(1).padStart(4),
    `+${Math.round(100 * effect)}`.padStart(7),
    String(forecast).padStart(9),
    String(simulated).padStart(10),
    `${(100 * off).toFixed(0)} %`.padStart(7),
  ].join(' ')
}

/** The smallest number of episodes from which four of five simulated trials keep the skill. */
function simulateNeeded(base: number, effect: number): number {
  const truth: Truth = { base, effect, runs: 1, spread: 0 }
  const power = (episodes: number): number => {
    let kept = 0
    for (let seed = 1; seed <= FORECAST_TRIALS; seed += 1) {
      if (keptAtOnce(truth, episodes, seededRandom(seed * 7919))) kept += 1
    }
    return kept / FORECAST_TRIALS
  }
  for (let episodes = 6; ; episodes += 1) {
    if ([0, 1, 2].every((more) => power(episodes + more) >= POWER)) return episodes
  }
}

function keptAtOnce({ base, effect }: Truth, episodes: number, random: () => number): boolean {
  const runs = Array.from({ length: episodes }, () => ({
    with: { passed: random() < base + effect ? 1 : 0, n: 1 },
    without: { passed: random() < base ? 1 : 0, n: 1 },
  }))
  return judgeTrial(runs, 1).verdict === 'kept'
}
