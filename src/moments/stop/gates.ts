import type { Gate } from './gate.js'
import { admittedFailure } from './gates/admitted-failure.js'
import { analysisOnly } from './gates/analysis-only.js'
import { askedForMissing } from './gates/asked-for-missing.js'
import { asksPermission } from './gates/asks-permission.js'
import { contradictedClaim } from './gates/contradicted-claim.js'
import { deliveryMissing } from './gates/delivery-missing.js'
import { deviation } from './gates/deviation.js'
import { dismissedFailure } from './gates/dismissed-failure.js'
import { emptyAnswer } from './gates/empty-answer.js'
import { failingBuild, failingTests } from './gates/failing-check.js'
import { openTodos } from './gates/open-todos.js'
import { projectRule } from './gates/project-rule.js'
import { pushedToDefault } from './gates/pushed-to-default.js'
import { staleClaim } from './gates/stale-claim.js'
import { tellsHumanToDoIt } from './gates/tells-human-to-do-it.js'
import { testsNotRun } from './gates/tests-not-run.js'
import { unsafeDelivery } from './gates/unsafe-delivery.js'
import { unsupportedClaim } from './gates/unsupported-claim.js'
import { weakenedCheck, weakenedCheckNote } from './gates/weakened-check.js'
import { unwiredWrite } from './gates/unwired-write.js'
import { workLeft } from './gates/work-left.js'

/** Every gate, the sharpest kind of fact first: feedback opens with the first that is red. */
export const gates: readonly Gate[] = [
  emptyAnswer,
  unsafeDelivery,
  contradictedClaim,
  weakenedCheck,
  failingTests,
  failingBuild,
  pushedToDefault,
  deviation,
  askedForMissing,
  testsNotRun,
  staleClaim,
  dismissedFailure,
  admittedFailure,
  deliveryMissing,
  unsupportedClaim,
  tellsHumanToDoIt,
  asksPermission,
  workLeft,
  openTodos,
  analysisOnly,
  unwiredWrite,
  projectRule,
  weakenedCheckNote,
]
