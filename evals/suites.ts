import type { EvalSuite } from './suite.js'
import { agentEvaluation } from './suites/agent-evaluation.js'
import { postCompression } from './suites/post-compression.js'
import { stuckDetection } from './suites/stuck-detection.js'
import { taskVerification } from './suites/task-verification.js'

export const SUITES: readonly EvalSuite[] = [
  agentEvaluation,
  postCompression,
  stuckDetection,
  taskVerification,
]
