import { assessCalibration } from '../../src/experiments/calibration/calibration.js'
import { noSkippedRows } from '../../src/experiments/calibration/confidence-row.js'
import { tallyRows } from '../../src/experiments/statistics/confidence-tally.js'
import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import type { MeasureProgram } from '../program.js'

/** How often P1 passes for agents whose truth is known, looked at again and again. */
export const program: MeasureProgram = {
  name: 'gates',
  summary: 'P1 on simulated agents: how often it passes, and when.',
  needsData: false,
  async run({ print }) {
    print(`${LIVES} lives each, looked at every ${ROWS_A_WEEK} rows (a week)`)
    print('AUC, high rows  lift    rated high  killed at 300  passed by 300  by 600')
    for (const agent of AGENTS) print(rowOf(agent))
  },
}

/** An agent as it truly is. */
export interface SimulatedAgent {
  /** Of the rows that it rates high. */
  auc: number
  /** Share of the rows that it rates high. */
  high: number
  rightHigh: number
  rightLow: number
}

const agent = (auc: number, liftPoints: number, high = 0.5, right = 0.6): SimulatedAgent => ({
  auc,
  high,
  rightHigh: right + liftPoints / 100,
  rightLow: right - (high * liftPoints) / 100 / (1 - high),
})

export const UNINFORMATIVE = agent(0.5, 0)
export const INFORMATIVE = agent(0.75, 15)

const AGENTS: readonly SimulatedAgent[] = [
  UNINFORMATIVE,
  agent(0.6, 15),
  agent(0.75, 5),
  agent(0.65, 10),
  agent(0.7, 10),
  agent(0.7, 15),
  agent(0.75, 10),
  INFORMATIVE,
  agent(0.75, 15, 0.3),
  agent(0.75, 10, 0.7, 0.7),
  agent(0.85, 20),
]

const LIVES = 1000
export const ROWS_A_WEEK = 10
const HORIZONS = [300, 600]

function rowOf(truth: SimulatedAgent): string {
  const lives = Array.from({ length: LIVES }, (_, seed) => liveOnce(truth, 600, seed + 1))
  const share = (holds: (life: Life) => boolean): string =>
    `${((100 * lives.filter(holds).length) / LIVES).toFixed(1)} %`
  const lift = 100 * (truth.rightHigh - baseOf(truth))
  return [
    truth.auc.toFixed(2).padStart(14),
    `+${lift.toFixed(0)}`.padStart(6),
    `${(100 * truth.high).toFixed(0)} %`.padStart(11),
    share((life) => life.killedAt300).padStart(14),
    ...HORIZONS.map((rows, i) =>
      share(({ passedAt }) => passedAt !== null && passedAt <= rows).padStart(i === 0 ? 14 : 7),
    ),
  ].join(' ')
}

const baseOf = ({ high, rightHigh, rightLow }: SimulatedAgent): number =>
  high * rightHigh + (1 - high) * rightLow

export interface Life {
  /** After how many rows P1 first passed. */
  passedAt: number | null
  killedAt300: boolean
}

/** One project: rows come one by one, and P1 is looked at every week until it passes. */
export function liveOnce(truth: SimulatedAgent, rows: number, seed: number): Life {
  const random = seededRandom(seed * 7919)
  const seen: { confidence: number; correct: boolean }[] = []
  let killedAt300 = false
  while (seen.length < rows) {
    for (let i = 0; i < ROWS_A_WEEK; i++) seen.push(drawRow(truth, random))
    const data = { tally: tallyRows(seen), read: seen.length, skipped: noSkippedRows() }
    const { state } = assessCalibration(data, { source: 'simulation' }).verdict
    if (state === 'passed') return { passedAt: seen.length, killedAt300 }
    if (seen.length === 300) killedAt300 = state === 'killed'
  }
  return { passedAt: null, killedAt300 }
}

/** Confidence above 0.8 is binormal with the agent's area; below it says nothing more. */
function drawRow(
  { auc, high, rightHigh, rightLow }: SimulatedAgent,
  random: () => number,
): { confidence: number; correct: boolean } {
  const isHigh = random() < high
  const correct = random() < (isHigh ? rightHigh : rightLow)
  if (!isHigh) return { confidence: 0.5, correct }
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const shifted = normal + (correct ? distanceOf(auc) : 0)
  return { confidence: 0.8 + 0.2 / (1 + Math.exp(-shifted)), correct }
}

const distances = new Map<number, number>()

/** How far apart two unit normals lie whose area is this. */
function distanceOf(auc: number): number {
  const known = distances.get(auc)
  if (known !== undefined) return known
  let low = 0
  let high = 6
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (normalShare(middle / Math.SQRT2) < auc) low = middle
    else high = middle
  }
  distances.set(auc, low)
  return low
}

/** The standard normal's share below x ≥ 0 (Abramowitz and Stegun 26.2.17, to 1e-7). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * x)
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = terms.reduce((total, term, i) => total + term * t ** (i + 1), 0)
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
