import { headSafely } from '../../safety/clip-safely.js'
import { fence, quoteFact } from '../../safety/fence.js'
import type { Finding } from '../../schema/finding.js'
import type { Outcome } from '../../schema/outcome.js'
import type { Task } from '../../schema/task.js'
import { fillSlots, listSlots } from '../../util/fill-slots.js'

export interface AnalysisFacts {
  findings: readonly Finding[]
  /** Newest first. */
  failures: readonly Outcome[]
  tasks: readonly Task[]
}

const MAX_FINDINGS = 30
export const MAX_FAILURES = 10
export const MAX_TASKS = 15
const MAX_FAILURE_CHARS = 600
const MAX_BLOCK_CHARS = 12_000

export interface AnalysisPrompt {
  prompt: string
  /** Slots that the template has not, or has and we don't know. */
  problems: string[]
}

/**
 * The prompt of an analysis, bounded whatever happened. It names no session and no instant, so the
 * same failures make the same prompt.
 */
export function analysisPrompt(given: string, facts: AnalysisFacts): AnalysisPrompt {
  const written = given.replaceAll(SINGLE_BRACES, '{{findings}}')
  const hasFindings = listSlots(written).includes('findings')
  const template = hasFindings ? written : `${written.trimEnd()}${FINDINGS_AT_END}`
  const values: Record<string, string> = {
    findings: block('findings', facts.findings.slice(0, MAX_FINDINGS).map(describeFinding)),
    failed_sessions: block(
      'failed sessions',
      facts.failures.slice(0, MAX_FAILURES).map(describeFailure),
    ),
    active_tasks: block('active tasks', facts.tasks.slice(0, MAX_TASKS).map(describeTask)),
  }
  const known = listSlots(template)
  const missing = Object.keys(values).filter((slot) => !listSlots(written).includes(slot))
  const unknown = known.filter((slot) => !Object.hasOwn(values, slot))
  const present = Object.fromEntries(known.map((slot) => [slot, values[slot] ?? `{{${slot}}}`]))
  return {
    prompt: fillSlots(template, present),
    problems: [
      ...missing.map(
        (slot) =>
          `the template has no {{${slot}}}${slot === 'findings' ? '; they stand at its end' : ''}`,
      ),
      ...unknown.map((slot) => `the template's {{${slot}}} is unknown and stays as it is`),
    ],
  }
}

/** How other programs spell this one slot. */
const SINGLE_BRACES = /(?<!\{)\{findings\}(?!\})/g
/** A model that is not told what was found can say nothing of it. */
const FINDINGS_AT_END = '\n\nWhat the rules found:\n{{findings}}\n'

const block = (source: string, lines: readonly string[]): string =>
  fence(lines.length === 0 ? 'none' : lines.join('\n'), { source, maxChars: MAX_BLOCK_CHARS })

const describeFinding = ({ rule, subject_type, subject_id, detail, action_taken }: Finding) =>
  quoteFact(
    `- ${rule}: ${subject_type} ${subject_id}: ${detail}${action_taken === '' ? '' : ` (${action_taken})`}`,
  )

function describeFailure({ task_id, status, objective, error, result, skills_read }: Outcome) {
  const parts = [
    `- ${task_id ?? 'no task'}: ${status}; objective: ${quoteFact(objective)}`,
    `  skills read: ${skills_read.join(', ') || 'none'}`,
    `  ended with: ${quoteFact(error ?? '')}`,
    `  said: ${quoteFact(result)}`,
  ]
  return headSafely(parts.join('\n'), MAX_FAILURE_CHARS)
}

const describeTask = ({
  id,
  content,
  schedule,
  run_count,
  timeout_ms,
  last_result_summary,
}: Task) =>
  `- ${id}: ${quoteFact(content)}; ${schedule === null ? 'no schedule' : `${schedule.cron} ${schedule.time_zone}`}; ` +
  `${run_count} runs; time-out ${timeout_ms} ms; last: ${quoteFact(last_result_summary ?? 'never ran')}`
