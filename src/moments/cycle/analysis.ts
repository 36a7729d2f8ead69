import { clipSafely } from '../../safety/clip-safely.js'
import { count } from '../../util/count.js'
import { sha256 } from '../../util/sha256.js'
import { hostDue } from '../../host/due-rows.js'
import { hostEvent } from '../../host/host-events.js'
import { interactionWrite } from '../../host/interaction.js'
import { takeLease } from '../../host/lease.js'
import { isOwnSession, OWN_SESSION } from '../../host/own-session.js'
import { countedSessions } from '../../host/session-outcomes.js'
import type { Model } from '../../model.js'
import type { DueRow } from '../../schema/due-row.js'
import type { Finding } from '../../schema/finding.js'
import type { Outcome } from '../../schema/outcome.js'
import type { RecordWrite } from '../../schema/records.js'
import { analysisPrompt, MAX_FAILURES, MAX_TASKS } from './analysis-prompt.js'
import type { AnalysisFacts } from './analysis-prompt.js'
import type { CycleDeps } from './cycle-deps.js'
import { BUILT_IN_TEMPLATE } from './read-template.js'
import type { Template } from './read-template.js'
import { lookbackStart, sessionLookbackStart } from './rules/rule.js'
import { findSkillActions, seemsToRetire } from './skill-actions.js'

export interface AnalysisDeps extends CycleDeps {
  model: Model | null
  /** What the model is asked. @default the built-in prompt */
  template?(): Template
  /** The skills that there are: an answer may speak of one without calling it a skill. @default none is known */
  skillNames?(): readonly string[]
  signal: AbortSignal
}

export type Analysed =
  | { kind: 'nothing_new' | 'busy' | 'no_model' | 'done_already' }
  | { kind: 'analysed'; findings: number; actions: string[]; text: string; problems: string[] }
  /** It is tried again later, and given up after some times. */
  | { kind: 'failed'; reason: string }

const TIMEOUT_MS = 180_000
const RETRY_MS = 15 * 60_000
const MAX_TRIES = 5
const MAX_ACTION_CHARS = 4000
const UNSAID =
  'the analysis speaks of retiring a skill, without the line SKILL_ACTION: retire NAME outside of code; nothing was done about it'

/** Tier 2: one call about all findings that wait for it. */
export async function runAnalysis(rows: readonly DueRow[], deps: AnalysisDeps): Promise<Analysed> {
  const waiting = rows.filter(({ kind }) => kind === 'cycle-analysis')
  if (waiting.length === 0) return { kind: 'nothing_new' }
  const lease = await takeLease('cycle-analysis', deps.nextId(), deps)
  if (lease === null) return { kind: 'busy' }
  try {
    return await analyse(waiting, deps)
  } finally {
    await lease.release()
  }
}

async function analyse(rows: readonly DueRow[], deps: AnalysisDeps): Promise<Analysed> {
  const findings = await openFindings(rows, deps)
  if (findings.length === 0) {
    await drop(rows, deps)
    return { kind: 'nothing_new' }
  }
  const template = deps.template?.() ?? BUILT_IN_TEMPLATE
  const { prompt, problems: unfit } = analysisPrompt(template.text, await readFacts(findings, deps))
  const problems = [...template.problems, ...unfit]
  const reply = await (deps.model?.text({
    role: 'reflection',
    prompt,
    sessionId: OWN_SESSION,
    timeoutMs: TIMEOUT_MS,
    signal: deps.signal,
  }) ?? null)
  if (reply === null || reply.outcome === 'no_backend') return sayNoModel(rows, deps)
  if (reply.outcome !== 'ok') {
    if (!deps.signal.aborted) await retryLater(rows, reply.reason, deps)
    return { kind: 'failed', reason: reply.reason }
  }
  const text = reply.value
  const actions = findSkillActions(text)
  if (seemsToRetire(text, deps.skillNames?.())) problems.push(UNSAID)
  const left = actions.length - deps.config.cycle.skills.maxPerCycle
  if (left > 0)
    problems.push(
      `${count(left, 'recommendation was', 'recommendations were')} left out: cycle.skills.maxPerCycle`,
    )
  const isFirst = await record(rows, { findings, text, actions, problems }, deps)
  if (!isFirst) return { kind: 'done_already' }
  return { kind: 'analysed', findings: findings.length, actions, text, problems }
}

async function openFindings(rows: readonly DueRow[], { store }: AnalysisDeps): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { payload } of rows) {
    const finding = await store.get('finding', payload['finding'] ?? '')
    if (finding?.state === 'open') found.push(finding)
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function readFacts(findings: readonly Finding[], deps: CycleDeps): Promise<AnalysisFacts> {
  return {
    findings,
    failures: await recentFailures(deps),
    tasks: await deps.store.list('task', { state: 'active', limit: MAX_TASKS }),
  }
}

/** The newest failed and timed-out runs and failed sessions of the look-back, ours left out. */
export async function recentFailures({ store, config, now }: CycleDeps): Promise<Outcome[]> {
  const since = lookbackStart({ ...config.cycle, now: now().toISOString() })
  const limit = MAX_FAILURES * 4
  const lists = [
    await store.list('outcome', { state: 'failed', since, limit }),
    await store.list('outcome', { state: 'timeout', since, limit }),
    await countedSessions(store, {
      state: 'failed',
      since: sessionLookbackStart({ now: now().toISOString() }),
      limit,
    }),
  ]
  return lists
    .flat()
    .filter(({ session_id }) => !isOwnSession(session_id))
    .sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
    .slice(0, MAX_FAILURES)
}

interface Said {
  findings: readonly Finding[]
  text: string
  actions: readonly string[]
  problems: readonly string[]
}

/** The analysis and what follows from it, once: a second process that analysed the same is late. */
async function record(rows: readonly DueRow[], said: Said, deps: AnalysisDeps): Promise<boolean> {
  const { findings, text, actions, problems } = said
  const at = deps.now().toISOString()
  const id = analysisId(findings)
  const key = `analysis:${id}`
  const counts = { findings_count: findings.length, actions_recommended: actions.length }
  const output = JSON.stringify({
    analysis: id,
    ...counts,
    text: clipSafely(text, 12_000),
    problems,
  })
  const isFirst = await deps.store.once(key, () => ({
    writes: [
      interactionWrite({
        id: key,
        action: 'reflection_analysis',
        session: OWN_SESSION,
        input: findings.map((finding) => finding.id).join(', '),
        output,
        timestamp: at,
      }),
      ...changesOf(id, actions, deps),
      ...(problems.includes(UNSAID) ? findings.map((one) => toldOf(one, UNSAID)) : []),
    ],
    removes: rows.map((row) => ({ kind: 'due', id: row.id })),
    events: [
      hostEvent('reflection.analysis_completed', counts, { at, sessionId: OWN_SESSION, key }),
    ],
    result: true,
  }))
  if (isFirst === null) await drop(rows, deps)
  return isFirst ?? false
}

function changesOf(id: string, actions: readonly string[], deps: AnalysisDeps): RecordWrite[] {
  const { maxPerCycle } = deps.config.cycle.skills
  return actions.slice(0, maxPerCycle).map((action, index) => ({
    kind: 'due',
    record: hostDue('cycle-change', `${id}-${index + 1}`, {
      dueAt: deps.now(),
      payload: {
        change: `${id}-${index + 1}`,
        recommendation: clipSafely(action, MAX_ACTION_CHARS),
      },
    }),
  }))
}

const toldOf = (finding: Finding, told: string): RecordWrite => ({
  kind: 'finding',
  record: { ...finding, detail: `${finding.detail}; ${told}` },
})

const analysisId = (findings: readonly Finding[]): string =>
  sha256(findings.map(({ id }) => id).join('\n')).slice(0, 16)

/** Rules go on alone; that is said once, not at every finding. */
async function sayNoModel(rows: readonly DueRow[], deps: AnalysisDeps): Promise<Analysed> {
  const at = deps.now().toISOString()
  const key = 'cycle:no-model'
  await deps.store.once(key, () => ({
    writes: [
      interactionWrite({
        id: key,
        action: 'reflection_no_model',
        session: OWN_SESSION,
        input: '',
        output: 'no model is configured for the role reflection: rules only',
        timestamp: at,
      }),
    ],
    removes: [],
    events: [{ at, kind: 'cycle.no-model', sessionId: OWN_SESSION, key, body: {} }],
    result: null,
  }))
  await drop(rows, deps)
  return { kind: 'no_model' }
}

async function retryLater(rows: readonly DueRow[], reason: string, deps: AnalysisDeps) {
  const now = deps.now()
  for (const row of rows) {
    const tries = Number(row.payload['tries'] ?? 0) + 1
    if (tries >= MAX_TRIES) {
      await giveUp(row, reason, deps)
      continue
    }
    const dueAt = new Date(now.getTime() + RETRY_MS * tries).toISOString()
    const payload = { ...row.payload, tries: String(tries) }
    await deps.store.add([{ kind: 'due', record: { ...row, dueAt, payload } }])
  }
}

async function giveUp(row: DueRow, reason: string, { store, now }: AnalysisDeps): Promise<void> {
  const at = now().toISOString()
  await store.add([
    interactionWrite({
      id: `given-up:${row.id}`,
      action: 'reflection_given_up',
      session: OWN_SESSION,
      input: row.payload['finding'] ?? row.payload['change'] ?? '',
      output: reason,
      timestamp: at,
    }),
  ])
  await store.remove('due', row.id, at)
}

async function drop(rows: readonly DueRow[], { store, now }: AnalysisDeps): Promise<void> {
  for (const { id } of rows) await store.remove('due', id, now().toISOString())
}
