import { checkAgents } from './check-agents.js'
import { checkConfig } from './check-config.js'
import { checkFiring } from './check-firing.js'
import { checkFolders } from './check-folders.js'
import { checkHookLog } from './check-hook-log.js'
import { checkMachine } from './check-machine.js'
import { checkModels } from './check-models.js'
import { checkMoved } from './check-moved.js'
import { checkLocks, checkRecords } from './check-records.js'
import { checkProviderPackages } from './check-provider-packages.js'
import { checkRepository } from './check-repository.js'
import { checkStore } from './check-store.js'
import { checkTasks } from './check-tasks.js'
import { checkTeam } from './check-team.js'
import { checkWriting } from './check-writing.js'
import type { BareCheck, Check } from './check.js'

/** Everything that doctor looks at, in this order. */
export const checks: readonly Check[] = [
  checkMachine,
  checkConfig,
  checkAgents,
  checkFiring,
  checkStore,
  checkFolders,
  checkMoved,
  checkWriting,
  checkModels,
  checkProviderPackages,
  checkRecords,
  checkLocks,
  checkTasks,
  checkTeam,
  checkHookLog,
  checkRepository,
]

/** What can be looked at under a config that can't be read. */
export const bareChecks: readonly BareCheck[] = [
  checkMachine,
  checkAgents,
  checkFolders,
  checkHookLog,
]
