import { access } from 'node:fs/promises'
import path from 'node:path'
import { readBoardHistory } from '../../src/experiments/board-history/read-board.js'
import { formatOf, formatPercentInterval } from '../../src/experiments/report/format.js'
import type { MeasureProgram } from '../program.js'

const KNOWN = [
  { file: 'openagents_transitions.jsonl', reopened: '2 of 488' },
  { file: 'backlogmd_transitions.jsonl', reopened: '15 of 886' },
  { file: 'openagents_final_tasks.json', reopened: null },
]

/** P3 on real boards: what was reopened, what has any signal, and the verdict. */
export const program: MeasureProgram = {
  name: 'boards',
  summary: 'P3 on two real task boards: reopened within 30 days against known counts',
  async run({ dataDir, print }) {
    for (const { file, reopened } of KNOWN) {
      const target = path.join(dataDir, 'boards', file)
      const isThere = await access(target).then(
        () => true,
        () => false,
      )
      if (!isThere) {
        print(`Skipped: no boards/${file} in ${dataDir}.`)
        continue
      }
      const { figures, verdict, notes } = await readBoardHistory(target)
      const seen = formatOf(figures.reopened)
      print(`${file} (${figures.format}): ${figures.tasks} tasks, ${figures.completed} completed`)
      print(`  reopened within 30 days: ${seen}${reopened === null ? '' : ` (known: ${reopened})`}`)
      print(
        `  linked fix: ${formatOf(figures.fixed)}; stated: ${figures.statedRight.hits + figures.statedWrong.hits}`,
      )
      print(
        `  any signal: ${formatOf(figures.signalled)} (${formatPercentInterval(figures.signalled.interval)})`,
      )
      print(`  verdict: ${verdict.state} — ${verdict.reasons.join('; ')}`)
      for (const note of notes) print(`  note: ${note}`)
      if (reopened !== null && reopened !== seen) process.exitCode = 1
    }
  },
}
