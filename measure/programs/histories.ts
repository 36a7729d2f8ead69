import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { readSavedHistory } from '../../src/experiments/git-history/git-history.js'
import { formatOf, formatPercentInterval } from '../../src/experiments/report/format.js'
import type { MeasureProgram } from '../program.js'

/** P2 on saved histories: signals, who would have caught them, and the verdict. */
export const program: MeasureProgram = {
  name: 'histories',
  summary: 'P2 on saved histories of two real projects',
  async run({ dataDir, print }) {
    const folder = path.join(dataDir, 'histories')
    const logs = (await readdir(folder)).filter((file) => file.endsWith('.log.gz')).sort()
    for (const log of logs) {
      const started = performance.now()
      const { figures, verdict, notes } = await readSavedHistory(path.join(folder, log), {})
      print(`${log}: ${figures.commits} commits, ${figures.merges} merges`)
      print(
        `  reverts ${figures.reverts} (${figures.revertsResolved} resolved, ${figures.revertsInsideSquash} more inside squashed branches), reapplied ${figures.reapplied}`,
      )
      print(
        `  features ${figures.features}, followed by a fix within 14 days ${figures.featuresFixed}`,
      )
      print(`  signals ${figures.signals}`)
      for (const [name, share] of Object.entries(figures.buckets)) {
        print(`    ${name}: ${formatOf(share)} (${formatPercentInterval(share.interval)})`)
      }
      print(`  verdict: ${verdict.state} — ${verdict.reasons.join('; ')}`)
      for (const note of notes) print(`  note: ${note}`)
      print(`  ${Math.round(performance.now() - started)} ms`)
    }
  },
}
