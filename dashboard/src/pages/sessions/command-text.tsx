import type { CommandRun } from '../../../../src/schema/evidence.js'
import { toneText } from '../../kit/tone.js'

type Run = Pick<CommandRun, 'command' | 'result' | 'counts' | 'failing' | 'gist' | 'exitCode'>

const TONE = { passed: 'good', failed: 'bad', unknown: 'plain' } as const

/** A command, how it ended, and by which words we know. */
export function CommandText({ run }: { run: Run }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <code className="measured min-w-0">{run.command}</code>
        <span className={`text-sm ${toneText[TONE[run.result]]}`}>{resultOf(run)}</span>
      </p>
      {run.failing.length > 0 && <p className="measured text-bad">{run.failing.join(' · ')}</p>}
      {run.failing.length === 0 && run.counts === null && run.gist !== '' && (
        <p className="measured text-faint">{run.gist}</p>
      )}
    </div>
  )
}

function resultOf({ result, counts, exitCode }: Run): string {
  if (counts !== null) {
    const parts = [
      ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
      `${counts.passed} passed`,
      ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ]
    return parts.join(', ')
  }
  if (result === 'unknown') return exitCode === null ? 'no result' : `exit code ${exitCode}`
  return result
}
