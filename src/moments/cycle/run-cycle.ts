/**
 * Everything of the cycle that waits, done in order: unchecked outcomes, batches, the
 * analysis, the changes, the commits. Rows come in, a report goes out. Several processes may do this
 * at once: each thing is done by one of them. What fails stays or is planned again.
 */
import { readHostDue } from '../../host/due-rows.js'
import type { HostDueKind } from '../../host/due-rows.js'
import { ageSkills } from '../../host/skills/skill-age.js'
import { commitChange } from '../../host/skills/skill-changes.js'
import { runJobs } from '../../host/skills/skill-jobs.js'
import { listSkills } from '../../host/skills/skills-folder.js'
import type { DueRow } from '../../schema/due-row.js'
import { ReflectError } from '../../schema/error.js'
import type { Finding } from '../../schema/finding.js'
import type { SkillChange } from '../../schema/skill-change.js'
import { runAnalysis } from './analysis.js'
import type { Analysed } from './analysis.js'
import { runBatch } from './batch.js'
import { runChange } from './change.js'
import type { ChangeDeps } from './change.js'
import { checkOutcome, finishBatches } from './cycle.js'
import type { Said } from './rules/rule.js'
import { proposeFactSkills } from './skills-of-facts.js'

/** What a cycle found and did. */
export interface CycleReport {
  opened: Finding[]
  resolved: Finding[]
  /** What a dry run would have opened. */
  would: Said[]
  analysis: Analysed
  changes: SkillChange[]
  /** What could not be done now. */
  problems: string[]
}

/** How far a cycle goes. */
export interface CycleOptions {
  /** Look at everything in the look-back, whether or not anything waits. */
  whole?: boolean
  /** Say what would happen, and do nothing. */
  dryRun?: boolean
  /** Rows that are due later count too. */
  early?: boolean
}

/** Does everything of the cycle that waits: checks, batches, analysis, changes, commits. */
export async function runCycle(
  deps: ChangeDeps,
  { whole = false, dryRun = false, early = false }: CycleOptions = {},
): Promise<CycleReport> {
  const report: CycleReport = {
    opened: [],
    resolved: [],
    would: [],
    analysis: { kind: 'nothing_new' },
    changes: [],
    problems: [],
  }
  if (dryRun) return { ...report, ...(await runBatch(deps, { dryRun })) }
  if (!deps.config.cycle.enabled) return report

  for (const row of await waiting('cycle-check', early, deps)) {
    if (deps.signal.aborted) return report
    add(report, await checkOutcome(row.payload['outcome'] ?? '', deps))
  }
  add(report, await finishBatches(deps))
  if (whole) add(report, await runBatch(deps))
  if (deps.signal.aborted) return report

  const skillNames = () => listSkills(deps.skills).map(({ name }) => name)
  report.analysis = await runAnalysis(await waiting('cycle-analysis', early, deps), {
    ...deps,
    skillNames,
  })
  report.changes.push(...(await proposeFactSkills(deps)))
  for (const row of await waiting('cycle-change', early, deps)) {
    if (deps.signal.aborted) return report
    const { changes = [], problem = null } = (await runChange(row, deps)) ?? {}
    report.changes.push(...changes)
    if (problem !== null) report.problems.push(problem)
  }
  for (const row of await waiting('cycle-commit', early, deps)) {
    await commitOne(row, deps, report)
  }
  await ageSkills(deps)
  report.problems.push(...(await runJobs(deps)))
  return report
}

async function commitOne(row: DueRow, deps: ChangeDeps, report: CycleReport): Promise<void> {
  try {
    const done = await commitChange(row.payload['change'] ?? '', deps)
    report.changes = [...report.changes.filter(({ id }) => id !== done.id), done]
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    report.problems.push(error.message)
    // A git that another process left locked is tried again in a minute.
    const dueAt = new Date(deps.now().getTime() + 60_000).toISOString()
    await deps.store.add([{ kind: 'due', record: { ...row, dueAt } }])
  }
}

async function waiting(
  kind: HostDueKind,
  early: boolean,
  { store, now }: ChangeDeps,
): Promise<DueRow[]> {
  const rows = await readHostDue(store, [kind])
  const at = now().toISOString()
  return rows.filter((row) => early || row.dueAt <= at)
}

function add(report: CycleReport, { opened, resolved }: Pick<CycleReport, 'opened' | 'resolved'>) {
  report.opened.push(...opened)
  report.resolved.push(...resolved)
}
