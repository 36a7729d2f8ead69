import type { Finding } from '../../schema/finding.js'
import type { CycleDeps } from './cycle-deps.js'
import { isSame, openFinding, refreshFinding, resolveFinding } from './findings.js'
import { readRecent, readSkillFacts, readTaskFacts } from './read-facts.js'
import { readCheckFacts, readProjectFacts, readPushedSessions } from './read-session-facts.js'
import { consecutiveFailures } from './rules/consecutive-failures.js'
import { flakyCheck } from './rules/flaky-check.js'
import { prematureStops } from './rules/premature-stops.js'
import { recurringFailure } from './rules/recurring-failure.js'
import type { Rule, Said, Settings } from './rules/rule.js'
import { skillFailureCorrelation } from './rules/skill-failure-correlation.js'
import { skillRegressed } from './rules/skill-regressed.js'
import { staleTask } from './rules/stale-task.js'
import { sureAndWrong } from './rules/sure-and-wrong.js'
import { timeoutPattern } from './rules/timeout-pattern.js'
import { unsolved } from './rules/unsolved.js'
import { weakenedChecks } from './rules/weakened-checks.js'

const TASK_RULES = [consecutiveFailures, timeoutPattern, staleTask]
const SKILL_RULES = [skillFailureCorrelation, skillRegressed]
const CHECK_RULES = [recurringFailure, flakyCheck, unsolved]

export interface Checked {
  opened: Finding[]
  resolved: Finding[]
  /** What would be opened, in a dry run. */
  would: Said[]
}

export interface Subjects {
  tasks: readonly string[]
  skills: readonly string[]
  /** Failures by their keys, and the user's checks by their ids. */
  checks: readonly string[]
  /** Whether sessions of clients are behind it: then their pushes and weakened checks are looked at. */
  sessions: boolean
}

/** Tier 1: the rules over these subjects. What is new is opened, what has ended resolved. */
export async function checkSubjects(
  { tasks, skills, checks, sessions }: Subjects,
  deps: CycleDeps,
  { dryRun = false } = {},
): Promise<Checked> {
  const settings: Settings = { ...deps.config.cycle, now: deps.now().toISOString() }
  const checked: Checked = { opened: [], resolved: [], would: [] }
  for (const id of tasks) {
    const facts = await readTaskFacts(deps.store, id, settings)
    const newest = facts.outcomes[0]?.timestamp ?? ''
    await apply('task', TASK_RULES, facts, { settings, deps, dryRun, checked, newest })
  }
  await checkSkills(skills, { settings, deps, dryRun, checked })
  for (const id of checks) {
    const facts = await readCheckFacts(deps.store, id, settings)
    const newest = facts.episodes[0]?.startedAt ?? facts.runs[0]?.startedAt ?? ''
    await apply('check', CHECK_RULES, facts, { settings, deps, dryRun, checked, newest })
  }
  if (sessions) await checkLastSessions({ settings, deps, dryRun, checked })
  return checked
}

type Terms = Omit<Around, 'newest'>

async function checkSkills(skills: readonly string[], terms: Terms): Promise<void> {
  const { deps, settings } = terms
  if (skills.length === 0) return
  const recent = await readRecent(deps.store, settings)
  for (const id of skills) {
    const facts = await readSkillFacts(deps.store, id, recent, settings)
    const newest = facts.failed[0]?.timestamp ?? ''
    await apply('skill', SKILL_RULES, facts, { ...terms, newest })
  }
}

/** What is said of all sessions together. */
async function checkLastSessions(terms: Terms): Promise<void> {
  const { store } = terms.deps
  const sessions = await readPushedSessions(store, terms.settings)
  const open = await store.list('finding', { state: 'open', limit: MAX_OPEN })
  const known = open.filter(({ subject_type }) => subject_type === 'gate')
  const gates = new Set([
    ...sessions.flatMap((one) => one.gates),
    ...known.map((f) => f.subject_id),
  ])
  for (const id of [...gates].sort()) {
    const newest = sessions.find((one) => one.gates.includes(id))?.at ?? ''
    await apply('gate', [prematureStops], { id, sessions }, { ...terms, newest })
  }
  const project = await readProjectFacts(store, terms.settings)
  for (const [rule, newest] of [
    [weakenedChecks, project.weakened[0]?.at],
    [sureAndWrong, project.sure[0]?.at],
  ] as const) {
    await apply('project', [rule], project, { ...terms, newest: newest ?? '' })
  }
}

const MAX_OPEN = 200

interface Around {
  settings: Settings
  deps: CycleDeps
  dryRun: boolean
  checked: Checked
  /** The instant of the newest run that the facts rest on. */
  newest: string
}

async function apply<F extends { id: string }>(
  type: Finding['subject_type'],
  rules: readonly Rule<F>[],
  facts: F,
  { settings, deps, dryRun, checked, newest }: Around,
): Promise<void> {
  const earlier = await deps.store.list('finding', { subject: facts.id, limit: 50 })
  for (const rule of rules) {
    const said = rule.check(facts, settings)
    const open = earlier.find(
      (finding) =>
        finding.state === 'open' && isSame(finding, { rule: rule.id, subject_type: type }),
    )
    if (said !== null && open === undefined && !isSettled(earlier, said, newest)) {
      if (dryRun) checked.would.push(said)
      else pushIf(checked.opened, await openFinding(said, earlier, deps))
    }
    if (said !== null && open !== undefined && !dryRun) await refreshFinding(open, said, deps)
    if (said === null && open !== undefined && rule.isOver(facts, settings)) {
      if (dryRun || (await resolveFinding(open, deps))) checked.resolved.push(open)
    }
  }
}

/** A finding resolved after the newest run is not raised again before another run. */
const isSettled = (earlier: readonly Finding[], said: Said, newest: string): boolean =>
  earlier.some((finding) => isSame(finding, said) && (finding.resolved_at ?? '') > newest)

function pushIf(list: Finding[], finding: Finding | null): void {
  if (finding !== null) list.push(finding)
}
