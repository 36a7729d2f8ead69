import type { Problem } from '../api/problem.js'
import { Button } from './button.js'
import { CodeText } from './code-text.js'
import { CommandLine } from './command-line.js'

/** An internal error, with the way out of it. */
export function ProblemState({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-2 rounded-md border border-bad bg-raised px-4 py-3"
    >
      <p>
        <strong className="text-bad">{problem.message}.</strong>{' '}
        <span className="measured text-faint">{problem.code}</span>
      </p>
      {problem.remedy !== null && <Remedy remedy={problem.remedy} />}
      {onRetry !== undefined && problem.status !== 404 && (
        <Button onClick={onRetry}>Try again</Button>
      )}
    </div>
  )
}

function Remedy({ remedy }: { remedy: string }) {
  if (remedy.startsWith('reflect ')) {
    return (
      <p className="text-soft">
        Run <CommandLine command={remedy} />
      </p>
    )
  }
  return (
    <p className="text-soft">
      <CodeText text={remedy} />
    </p>
  )
}
