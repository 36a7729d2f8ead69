import * as z from 'zod/mini'
import * as access from '../../schema/api/access.js'
import * as cost from '../../schema/api/cost.js'
import * as experiments from '../../schema/api/experiments.js'
import * as ingest from '../../schema/api/ingest.js'
import * as lesson from '../../schema/api/lesson.js'
import * as log from '../../schema/api/log.js'
import * as overview from '../../schema/api/overview.js'
import * as problem from '../../schema/api/problem.js'
import * as run from '../../schema/api/run.js'
import * as session from '../../schema/api/session.js'
import * as settings from '../../schema/api/settings.js'
import * as skill from '../../schema/api/skill.js'
import * as task from '../../schema/api/task.js'
import * as timeline from '../../schema/api/timeline.js'
import * as action from '../../schema/action.js'
import * as claim from '../../schema/claim.js'
import * as evidence from '../../schema/evidence.js'
import * as exposure from '../../schema/exposure.js'
import * as finding from '../../schema/finding.js'
import * as interaction from '../../schema/interaction.js'
import * as judged from '../../schema/judged-note.js'
import * as lessons from '../../schema/lesson.js'
import * as event from '../../schema/log-event.js'
import * as outcome from '../../schema/outcome.js'
import * as risk from '../../schema/risk-verdict.js'
import * as record from '../../schema/run-record.js'
import * as change from '../../schema/skill-change.js'
import * as tasks from '../../schema/task.js'
import * as verdict from '../../schema/verdict.js'

/** The files whose schemas have a name in the description. */
const FILES: readonly Readonly<Record<string, unknown>>[] = [
  access,
  cost,
  experiments,
  ingest,
  lesson,
  log,
  overview,
  problem,
  run,
  session,
  settings,
  skill,
  task,
  timeline,
  action,
  claim,
  exposure,
  finding,
  interaction,
  judged,
  lessons,
  event,
  outcome,
  risk,
  record,
  change,
  tasks,
  verdict,
  { CommandRun: evidence.CommandRun, Edit: evidence.Edit, TestCounts: evidence.TestCounts },
]

/** Every schema that has a name, once; what is only a query or a parameter needs none. */
export function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of FILES.flatMap((file) => Object.entries(file))) {
    if (!isSchema(schema) || id.endsWith('Query') || registry.has(schema)) continue
    registry.add(schema, { id })
  }
  return registry
}

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value
