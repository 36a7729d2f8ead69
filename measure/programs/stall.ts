import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { openLines } from '../../src/experiments/read-lines.js'
import { Recording, watchRecording } from '../../src/moments/stall/watch-recording.js'
import { Config } from '../../src/schema/config.js'
import type { MeasureProgram } from '../program.js'

const MAX_LOST = 1
const MIN_SAVED = 0.1

export const program: MeasureProgram = {
  name: 'stall',
  summary: 'Loop detectors on recorded recordings: turns saved, solved recordings lost.',
  async run({ dataDir, print }) {
    const folder = path.join(dataDir, 'stall')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
    if (names.length === 0) return print(`Skipped: no stall/*.jsonl in ${dataDir}.`)
    const all = noReport()
    print('turns saved  solved lost  fires  recordings')
    for (const name of names.sort()) {
      const report = measureStall(await readEpisodes(path.join(folder, name)))
      print(row(report, name))
      addReport(all, report)
    }
    print(row(all, 'all'))
    for (const [detector, fires] of Object.entries(all.byDetector).sort()) {
      print(`  ${detector}: ${fires.fires} recordings, ${fires.saved} turns, ${fires.lost} lost`)
    }
    print(bar(all.lost <= MAX_LOST, `solved recordings lost: ${all.lost} (bar <= ${MAX_LOST})`))
    const saved = share(all)
    print(bar(saved >= MIN_SAVED, `turns saved: ${percent(saved)} (bar >= ${percent(MIN_SAVED)})`))
  },
}

interface Fires {
  fires: number
  saved: number
  lost: number
}

/** What stopping at the first loop would have saved and lost. */
export interface StallReport extends Fires {
  recordings: number
  solved: number
  turns: number
  byDetector: Record<string, Fires>
}

const noReport = (): StallReport => ({
  recordings: 0,
  solved: 0,
  turns: 0,
  fires: 0,
  saved: 0,
  lost: 0,
  byDetector: {},
})

export function measureStall(recordings: readonly Recording[]): StallReport {
  const { stall } = Config.parse({})
  const report = noReport()
  for (const recording of recordings) {
    const { step, detector } = watchRecording(recording, stall)
    const isSolved = recording.max_reward === 1
    report.recordings += 1
    report.solved += isSolved ? 1 : 0
    report.turns += recording.steps.length
    if (step === null || detector === null) continue
    const solvedBy = recording.steps.slice(0, step).some(({ reward }) => reward === 1)
    const fires = {
      fires: 1,
      saved: recording.steps.length - step,
      lost: isSolved && !solvedBy ? 1 : 0,
    }
    addFires(report, fires)
    addFires((report.byDetector[detector] ??= { fires: 0, saved: 0, lost: 0 }), fires)
  }
  return report
}

function addFires(sum: Fires, { fires, saved, lost }: Fires): void {
  sum.fires += fires
  sum.saved += saved
  sum.lost += lost
}

function addReport(sum: StallReport, report: StallReport): void {
  addFires(sum, report)
  sum.recordings += report.recordings
  sum.solved += report.solved
  sum.turns += report.turns
  for (const [detector, fires] of Object.entries(report.byDetector)) {
    addFires((sum.byDetector[detector] ??= { fires: 0, saved: 0, lost: 0 }), fires)
  }
}

const share = ({ saved, turns }: StallReport): number => (turns === 0 ? 0 : saved / turns)
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const bar = (holds: boolean, text: string): string => `  ${holds ? 'pass' : 'MISS'}  ${text}`

const row = (report: StallReport, name: string): string =>
  [
    percent(share(report)).padStart(11),
    `${report.lost} of ${report.solved}`.padStart(11),
    String(report.fires).padStart(5),
    String(report.recordings).padStart(8),
    name,
  ].join('  ')

async function readEpisodes(file: string): Promise<Recording[]> {
  const recordings: Recording[] = []
  for await (const lines of await openLines(file)) {
    for (const line of lines) if (line !== '') recordings.push(Recording.parse(JSON.parse(line)))
  }
  return recordings
}
