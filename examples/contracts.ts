import {
  Action,
  AgentEvent,
  Claim,
  CompactionVerdict,
  Config,
  Evidence,
  Exposure,
  FailureContext,
  Finding,
  ForeignRunRecord,
  Interaction,
  Lesson,
  LessonRow,
  MemoryEntry,
  ModelCall,
  Outcome,
  readRunRecord,
  RiskVerdict,
  RunRecord,
  SelfReport,
  SessionState,
  SkillChange,
  StallVerdict,
  Task,
  Verdict,
} from 'reflectory/contracts'

// Each contract is a zod schema, and the type of what it lets through has the same name.
const report: SelfReport = SelfReport.parse({
  confidence: 0.6,
  most_likely_wrong: { surface: 'auth', description: 'token refresh is untested' },
  known_not_in_diff: null,
})
console.log(report.confidence)

// A config has every default on the way out.
console.log(Config.parse({ mode: 'solo' }).lessons.maxReflectionsPerRetry)

// What is no record says why.
const refused = Action.safeParse({ kind: 'shout', text: 'Stop!' })
console.log(refused.success)

// A `reflection.v1` of another writer is read as one of ours; null when it is none.
console.log(readRunRecord({ schema: 'reflection.v2' }))

// None of the others takes just anything.
const others = {
  AgentEvent,
  Claim,
  CompactionVerdict,
  Evidence,
  Exposure,
  FailureContext,
  Finding,
  ForeignRunRecord,
  Interaction,
  Lesson,
  LessonRow,
  MemoryEntry,
  ModelCall,
  Outcome,
  RiskVerdict,
  RunRecord,
  SessionState,
  SkillChange,
  StallVerdict,
  Task,
  Verdict,
}
const lax = Object.entries(others).filter(([, contract]) => contract.safeParse({}).success)
console.log(lax.length, 'of', Object.keys(others).length, 'take an empty object')
