import { seededRandom } from '../../src/experiments/statistics/sample-binormal.js'
import { makePayload } from './make-payload.js'
import type { FuzzPayload } from './make-payload.js'
import { openFuzzPlace } from './open-fuzz-place.js'
import type { Played } from './open-fuzz-place.js'

export interface FuzzReport {
  played: number
  refused: number
  ignored: number
  none: number
  said: number
  /** Processor time of the slowest one. */
  slowestMs: number
  failures: (FuzzPayload & { why: string })[]
}

/** What a hook without a model has for one event. */
const BUDGET_MS = 2000
/** A store of a size that a project has; then a new one. */
const PER_PLACE = 5000

/** Plays payloads of one agent, made from the seed. */
export async function fuzzAgent(agent: string, count: number, seed: number): Promise<FuzzReport> {
  const random = seededRandom(seed)
  const report: FuzzReport = {
    played: 0,
    refused: 0,
    ignored: 0,
    none: 0,
    said: 0,
    slowestMs: 0,
    failures: [],
  }
  while (report.played < count) {
    const place = await openFuzzPlace()
    const end = Math.min(count, report.played + PER_PLACE)
    for (; report.played < end; report.played += 1) {
      const payload = makePayload(random, agent)
      const before = processorMs()
      const played = await place.play(payload)
      const spentMs = processorMs() - before
      report.slowestMs = Math.max(report.slowestMs, spentMs)
      note(report, payload, spentMs > BUDGET_MS ? tooSlow(spentMs) : played)
    }
    await place.close()
  }
  return report
}

const tooSlow = (ms: number): Played => ({ what: 'failed', why: `took ${Math.round(ms)} ms` })

function note(report: FuzzReport, payload: FuzzPayload, played: Played): void {
  if (played.what === 'failed') report.failures.push({ ...payload, why: played.why })
  else report[played.what] += 1
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
