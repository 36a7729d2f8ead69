import { isBetter } from './judge-trial.js'

export interface Expected {
  /** How often runs without the skill pass. */
  base: number
  /** How much more often with it, 0 to 1. */
  effect: number
}

const POWER = 0.8
const MAX_EPISODES = 300

/**
 * How many episodes, with one run on each side, show an effect of this size four times out of five;
 * null when more than 300 would be needed.
 */
export function neededEpisodes(expected: Expected): number | null {
  for (let episodes = 6; episodes <= MAX_EPISODES; episodes += 1) {
    // Exact tests have teeth: one that is passed by luck of the count is not enough.
    if ([0, 1, 2].every((more) => chanceToKeep(episodes + more, expected) >= POWER)) return episodes
  }
  return null
}

/** The chance that a first trial with so many episodes, one run on each side, keeps the skill. */
export function chanceToKeep(episodes: number, { base, effect }: Expected): number {
  const better = Math.min(1, base + effect)
  const [win, loss] = [better * (1 - base), base * (1 - better)]
  const same = 1 - win - loss
  let chance = 0
  for (let wins = 0; wins <= episodes; wins += 1) {
    for (let losses = 0; losses + wins <= episodes; losses += 1) {
      if (!isBetterWith(episodes, wins, losses)) break
      const rest = episodes - wins - losses
      chance += Math.exp(
        logFactorial(episodes) -
          logFactorial(wins) -
          logFactorial(losses) -
          logFactorial(rest) +
          power(wins, win) +
          power(losses, loss) +
          power(rest, same),
      )
    }
  }
  return chance
}

const isBetterWith = (episodes: number, wins: number, losses: number): boolean =>
  isBetter(
    {
      episodes,
      sum: wins - losses,
      squares: wins + losses,
      wins,
      losses,
      isSingle: true,
    },
    1,
  )

/** The logarithm of a power; nothing to the power of nothing is one. */
const power = (times: number, of: number): number => (times === 0 ? 0 : times * Math.log(of))

const FACTORIALS: number[] = [0]
function logFactorial(n: number): number {
  for (let i = FACTORIALS.length; i <= n; i += 1) FACTORIALS[i] = FACTORIALS[i - 1]! + Math.log(i)
  return FACTORIALS[n]!
}
