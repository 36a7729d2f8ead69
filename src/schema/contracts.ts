import type * as z from 'zod/mini'
import { Action } from './action.js'
import { AgentEvent } from './agent-event.js'
import { Claim } from './claim.js'
import { CompactionVerdict } from './compaction-verdict.js'
import { DueRow } from './due-row.js'
import { Evidence } from './evidence.js'
import { Exposure } from './exposure.js'
import { FailureContext } from './failure-context.js'
import { Finding } from './finding.js'
import { Interaction } from './interaction.js'
import { Lesson, LessonRow } from './lesson.js'
import { LogEvent } from './log-event.js'
import { MemoryEntry } from './memory-entry.js'
import { ModelCall } from './model-call.js'
import { Outcome } from './outcome.js'
import { ClientMessage, ResidentMessage } from './resident-message.js'
import { RiskVerdict } from './risk-verdict.js'
import { RunRecord } from './run-record.js'
import { SelfReport } from './self-report.js'
import { SessionState } from './session-state.js'
import { StallVerdict } from './stall-verdict.js'
import { SkillChange } from './skill-change.js'
import { Task } from './task.js'
import { Verdict } from './verdict.js'

/** Every contract that crosses a boundary, by the name of its file in `schemas/`. */
export const contracts: Record<string, z.ZodMiniType> = {
  'reflection.v1': RunRecord,
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
  'log-event': LogEvent,
  'session-state': SessionState,
}
