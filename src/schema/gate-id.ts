import * as z from 'zod/mini'
import { PointKind } from './point-kind.js'

/** Every rule of a stop, by the name that `reflect why` and `stop.gates` use. */
export const GateId = z.enum([
  ...PointKind.options,
  'empty_answer',
  'unsafe_delivery',
  'contradicted_claim',
  'weakened_check',
  'failing_tests',
  'failing_build',
  'pushed_to_default',
  'deviation',
  'asked_for_missing',
  'tests_not_run',
  'stale_claim',
  'dismissed_failure',
  'admitted_failure',
  'delivery_missing',
  'unsupported_claim',
  'tells_human_to_do_it',
  'asks_permission',
  'work_left',
  'open_todos',
  'analysis_only',
  'unwired_write',
  'project_rule',
  'weakened_check_note',
])
export type GateId = z.infer<typeof GateId>
