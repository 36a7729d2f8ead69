import type * as z from 'zod/mini'
import { Action } from './action.js'
import { AgentEvent } from './agent-event.js'
import { Check } from './check.js'
import { CheckRun } from './check-run.js'
import { Claim } from './claim.js'
import { CompactionVerdict } from './compaction-verdict.js'
import { Demand } from './demand.js'
import { DueRow } from './due-row.js'
import { Episode } from './episode.js'
import { Evidence } from './evidence.js'
import { Exposure } from './exposure.js'
import { FailureContext } from './failure-context.js'
import { Finding } from './finding.js'
import { ForeignRunRecord } from './foreign-run-record.js'
import { Interaction } from './interaction.js'
import { Lesson, LessonRow } from './lesson.js'
import { LogEvent } from './log-event.js'
import { MemoryEntry } from './memory-entry.js'
import { ModelCall } from './model-call.js'
import { OutboxRow } from './outbox-row.js'
import { Outcome } from './outcome.js'
import { Recall } from './recall.js'
import { ClientMessage, ResidentMessage } from './resident-message.js'
import { ReviewReport } from './review-report.js'
import { RiskVerdict } from './risk-verdict.js'
import { RunRecord } from './run-record.js'
import { SelfLine } from './self-line.js'
import { SelfReport } from './self-report.js'
import { SessionOutcome } from './session-outcome.js'
import { SessionState } from './session-state.js'
import { StallVerdict } from './stall-verdict.js'
import { SkillChange } from './skill-change.js'
import { SkillState } from './skill-state.js'
import { Task } from './task.js'
import { Trial } from './trial.js'
import { Verdict } from './verdict.js'

/** Every contract that crosses a boundary, by the name of its file in `schemas/`. */
export const contracts: Record<string, z.ZodMiniType> = {
  'reflection.v1': RunRecord,
  'reflection.v1.read': ForeignRunRecord,
  'self-report': SelfReport,
  'agent-event': AgentEvent,
  action: Action,
  'client-message': ClientMessage,
  'resident-message': ResidentMessage,
  evidence: Evidence,
  claim: Claim,
  verdict: Verdict,
  'stall-verdict': StallVerdict,
  'compaction-verdict': CompactionVerdict,
  'risk-verdict': RiskVerdict,
  'review-report': ReviewReport,
  lesson: Lesson,
  'lesson-row': LessonRow,
  'failure-context': FailureContext,
  exposure: Exposure,
  'memory-entry': MemoryEntry,
  finding: Finding,
  outcome: Outcome,
  task: Task,
  'model-call': ModelCall,
  interaction: Interaction,
  'due-row': DueRow,
  'skill-change': SkillChange,
  check: Check,
  'check-run': CheckRun,
  demand: Demand,
  episode: Episode,
  'session-outcome': SessionOutcome,
  recall: Recall,
  'skill-state': SkillState,
  trial: Trial,
  'self-line': SelfLine,
  'outbox-row': OutboxRow,
  'log-event': LogEvent,
  'session-state': SessionState,
}
