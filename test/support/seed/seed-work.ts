import { hostDue } from '../../../src/host/due-rows.js'
import { hostEvent } from '../../../src/host/host-events.js'
import { formatSkill } from '../../../src/host/skills/skill-file.js'
import type { Finding } from '../../../src/schema/finding.js'
import type { ModelCall } from '../../../src/schema/model-call.js'
import type { Outcome } from '../../../src/schema/outcome.js'
import type { SkillChange } from '../../../src/schema/skill-change.js'
import type { Task } from '../../../src/schema/task.js'
import type { Draw } from './draw.js'
import { interaction } from './seed-sessions.js'
import type { SessionPlan, Step } from './seed-sessions.js'
import { SKILLS, TASKS } from './words.js'

const DAY_MS = 86_400_000

/** A task with its runs, one a day; some fail now and then, some at the end and are paused. */
export function seedTask(draw: Draw, number: number, now: number): Step[] {
  const id = `task-${String(number).padStart(2, '0')}`
  const isFailing = number % 8 === 3
  const runs = draw.whole(8, 30)
  const steps: Step[] = []
  const outcomes = Array.from({ length: runs }, (_, n): Outcome => {
    const at = now - (runs - n) * DAY_MS + draw.whole(0, 3_600_000)
    const status = isFailing && n >= runs - 3 ? 'failed' : statusOf(draw)
    return toOutcome(draw, { id, status, at })
  })
  for (const record of outcomes) {
    const at = Date.parse(record.timestamp)
    const { session_id: sessionId, duration_ms, error, status } = record
    const body = { task_id: id, duration_ms, error }
    steps.push({
      at,
      play(log) {
        const key = `outcome:${sessionId}`
        log.event(
          hostEvent(`sub_session.${status}`, body, { at: record.timestamp, sessionId, key }),
        )
        log.write({ kind: 'outcome', record })
      },
    })
  }
  const task = toTask(draw, { id, number, isFailing, outcomes })
  steps.push({ at: now - DAY_MS, play: (log) => log.write({ kind: 'task', record: task }) })
  const due = hostDue('task-run', id, {
    dueAt: new Date(now + draw.whole(2, 20) * DAY_MS),
    payload: { task: id },
  })
  if (task.status === 'active' && task.schedule !== null) {
    steps.push({ at: now - DAY_MS, play: (log) => log.write({ kind: 'due', record: due }) })
  }
  return [...steps, ...seedFindings(draw, { id, isFailing, now })]
}

function statusOf(draw: Draw): Outcome['status'] {
  const roll = draw.unit()
  return roll < 0.82 ? 'completed' : roll < 0.95 ? 'failed' : 'timeout'
}

function toOutcome(
  draw: Draw,
  { id, status, at }: { id: string; status: Outcome['status']; at: number },
): Outcome {
  const result = status === 'completed' ? 'Everything is as it should be; 3 notes were added.' : ''
  return {
    session_id: draw.id(`run-of-${id}`),
    task_id: id,
    objective: TASKS[0],
    status,
    result,
    result_length: result.length,
    error: status === 'failed' ? 'exit 1: the ledger could not be reached' : null,
    duration_ms: draw.whole(4000, 400_000),
    rounds: draw.whole(1, 12),
    tokens: draw.whole(800, 40_000),
    tools_used: ['read_file'],
    skills_read: draw.some(
      SKILLS.map(([name]) => name),
      draw.whole(0, 3),
    ),
    timestamp: new Date(at).toISOString(),
  }
}

function toTask(
  draw: Draw,
  input: { id: string; number: number; isFailing: boolean; outcomes: readonly Outcome[] },
): Task {
  const { id, number, isFailing, outcomes } = input
  const prompt = TASKS[number % TASKS.length]!
  const last = outcomes.at(-1)
  return {
    id,
    content: prompt,
    ai_prompt: prompt,
    schedule: number % 7 === 6 ? null : { cron: `${draw.whole(0, 59)} 3 1 * *`, time_zone: 'UTC' },
    status: isFailing ? 'paused' : 'active',
    pause_reason: isFailing
      ? 'system:reflection: consecutive_failures: failed 3 times in a row'
      : null,
    run_count: outcomes.length,
    last_run_at: last?.timestamp ?? null,
    last_result_summary: last?.error ?? last?.result ?? null,
    runner: 'builtin',
    timeout_ms: 600_000,
  }
}

function seedFindings(
  draw: Draw,
  { id, isFailing, now }: { id: string; isFailing: boolean; now: number },
): Step[] {
  const finding = (state: Finding['state'], daysAgo: number): Finding => ({
    id: `consecutive_failures:task:${id}#${daysAgo}`,
    rule: 'consecutive_failures',
    severity: 'action_taken',
    subject_type: 'task',
    subject_id: id,
    detail: 'failed 3 times in a row: exit 1: the ledger could not be reached',
    action_taken: 'paused_task',
    state,
    opened_at: new Date(now - daysAgo * DAY_MS).toISOString(),
    resolved_at: state === 'resolved' ? new Date(now - (daysAgo - 1) * DAY_MS).toISOString() : null,
  })
  const found = [
    ...(isFailing ? [finding('open', 1)] : []),
    ...(draw.chance(0.5) ? [finding('resolved', draw.whole(5, 25))] : []),
  ]
  return found.map((record) => ({
    at: Date.parse(record.opened_at),
    play(log) {
      const { id: finding_id, rule, severity, subject_id, action_taken, opened_at: at } = record
      const body = { finding_id, rule, severity, subject_id, action_taken }
      log.event(hostEvent('reflection.finding', body, { at, key: `finding:${finding_id}` }))
      log.write({ kind: 'finding', record })
      const entry = interaction(
        draw,
        'reflection_rule',
        'system:reflection',
        JSON.stringify(record),
        at,
      )
      log.write(entry)
      if (record.state === 'resolved') return
      const text = `The task fails since the ledger moved.\n\nSKILL_ACTION: tell read-the-ledger where it is now.`
      log.write(interaction(draw, 'reflection_analysis', 'system:reflection', text, at))
    },
  }))
}

const bodyOf = (name: string, version: number): string =>
  [
    `# ${name}`,
    '',
    'Read this before you begin.',
    '',
    '1. Look at what is there.',
    '2. Change one thing at a time.',
    ...Array.from({ length: version }, (_, n) => `${n + 3}. Then check it, in step ${n + 3}.`),
  ].join('\n')

/** The text of a skill in one of its versions. */
export const skillText = (index: number, version: number): string => {
  const [name, description] = SKILLS[index]!
  return formatSkill({ name, description, body: bodyOf(name, version) })
}

/** Proposals: of every fourth skill one waits, others were settled. */
export function seedSkillChanges(draw: Draw, now: number): Step[] {
  return SKILLS.flatMap(([skill], index): Step[] => {
    const at = now - draw.whole(1, 20) * DAY_MS
    const state = index % 4 === 0 ? 'proposed' : index % 4 === 1 ? 'rejected' : 'approved'
    const settled_at = state === 'proposed' ? null : new Date(at + 3_600_000).toISOString()
    const record: SkillChange = {
      id: `change-${skill}`,
      skill,
      reason: 'Sessions that read it failed more often than others.',
      before: skillText(index, 2),
      after: skillText(index, 3),
      state,
      verdict: state === 'proposed' ? null : `${state} by user`,
      commit: null,
      proposed_at: new Date(at).toISOString(),
      settled_at,
    }
    return [{ at, play: (log) => log.write({ kind: 'skill_change', record }) }]
  })
}

/** Calls of models, a few of them today. */
export function seedCalls(draw: Draw, sessions: readonly SessionPlan[], now: number): Step[] {
  return Array.from({ length: 400 }, (_, n): Step => {
    const session = draw.one(sessions)
    const at = n < 12 ? now - n * 60_000 : session.start + draw.whole(60_000, 600_000)
    const isOk = draw.chance(0.93)
    const record: ModelCall = {
      id: draw.id('call'),
      sessionId: session.id,
      role: draw.one(['judge', 'judge', 'lesson', 'reflection', 'stall'] as const),
      backend: 'fast',
      model: draw.one(['small-model', 'large-model']),
      startedAt: new Date(at).toISOString(),
      durationMs: draw.whole(300, 9000),
      inputTokens: isOk ? draw.whole(600, 9000) : null,
      outputTokens: isOk ? draw.whole(40, 900) : null,
      cost: isOk ? Math.round(draw.unit() * 3000) / 100_000 : null,
      outcome: isOk ? 'ok' : draw.one(['failed', 'timeout'] as const),
      reason: isOk ? null : 'the model did not answer in time',
    }
    return { at, play: (log) => log.write({ kind: 'model_call', record }) }
  })
}

/** How sessions of agents turned out afterwards: risky ones and unsure ones fail more often. */
export function seedOutcome(
  draw: Draw,
  session: { id: string; score: number; confidence: number | null; at: string },
): Outcome {
  const doubt = 1 - (session.confidence ?? 0.7)
  const failed = draw.chance(Math.min(0.9, 0.05 + 0.35 * session.score + 0.5 * doubt))
  const result = failed ? '' : 'It was merged and stayed.'
  return {
    session_id: session.id,
    task_id: null,
    objective: 'The change that the session was about',
    status: failed ? 'failed' : 'completed',
    result,
    result_length: result.length,
    error: failed ? 'reverted within a week' : null,
    duration_ms: draw.whole(60_000, 3_600_000),
    rounds: draw.whole(1, 8),
    tokens: draw.whole(2000, 90_000),
    tools_used: [],
    skills_read: draw.some(
      SKILLS.map(([name]) => name),
      draw.whole(0, 2),
    ),
    timestamp: session.at,
  }
}
