import type { Finding } from '../../schema/finding.js'
import type { CycleDeps } from './cycle-deps.js'
import { isSame, openFinding, resolveFinding } from './findings.js'
import { readRecent, readSkillFacts, readTaskFacts } from './read-facts.js'
import { consecutiveFailures } from './rules/consecutive-failures.js'
import type { Rule, Said, Settings } from './rules/rule.js'
import { skillFailureCorrelation } from './rules/skill-failure-correlation.js'
import { skillRegressed } from './rules/skill-regressed.js'
import { staleTask } from './rules/stale-task.js'
import { timeoutPattern } from './rules/timeout-pattern.js'

const TASK_RULES = [consecutiveFailures, timeoutPattern, staleTask]
const SKILL_RULES = [skillFailureCorrelation, skillRegressed]

export interface Checked {
  opened: Finding[]
  resolved: Finding[]
  /** What would be opened, in a dry run. */
  would: Said[]
}

export interface Subjects {
  tasks: readonly string[]
  skills: readonly string[]
}

/** Tier 1: the rules over these tasks and skills. What is new is opened, what has ended resolved. */
export async function checkSubjects(
  { tasks, skills }: Subjects,
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
  if (skills.length === 0) return checked
  const recent = await readRecent(deps.store, settings)
  for (const id of skills) {
    const facts = await readSkillFacts(deps.store, id, recent, settings)
    const newest = facts.failed[0]?.timestamp ?? ''
    await apply('skill', SKILL_RULES, facts, { settings, deps, dryRun, checked, newest })
  }
  return checked
}

interface Around {
  settings: Settings
  deps: CycleDeps
  dryRun: boolean
  checked: Checked
  /** The instant of the newest run that the facts rest on. */
  newest: string
}

async function apply<F extends { id: string }>(
  type: 'task' | 'skill',
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
    if (said === null && open !== undefined && rule.isOver(facts, settings)) {
      if (dryRun || (await resolveFinding(open, deps))) checked.resolved.push(open)
    }
  }
}

/** What somebody settled with the newest run in view is not said again before another run. */
const isSettled = (earlier: readonly Finding[], said: Said, newest: string): boolean =>
  earlier.some((finding) => isSame(finding, said) && (finding.resolved_at ?? '') > newest)

function pushIf(list: Finding[], finding: Finding | null): void {
  if (finding !== null) list.push(finding)
}
