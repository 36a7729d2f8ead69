import type { AgentInstaller, HookProgram } from '../../agent.js'
import { ReflectError } from '../../schema/error.js'
import type { CliContext } from '../command.js'
import { loadInstallers } from '../../wiring/client-signs.js'
import { versionOf } from './find-agents.js'
import { knownPlaces } from './known-places.js'
import { planInstall } from './planned-edit.js'
import type { PlanInput, PlannedEdit } from './planned-edit.js'
import type { Receipt } from './receipts.js'

/** A file with entries of ours, as it would be with those of this version. */
export interface PlannedUpgrade {
  edit: PlannedEdit
  /** The versions that its entries start now, mostly one. */
  from: string[]
}

export interface UpgradePlan {
  found: PlannedUpgrade[]
  /** What keeps a file from being looked into or written. */
  failed: { file: string; error: ReflectError }[]
}

/** Every file that holds entries of ours: here, for the user, and in projects that we know of. */
export async function planUpgrade(
  context: CliContext,
  hook: HookProgram,
  receipts: readonly Receipt[],
): Promise<UpgradePlan> {
  const plan: UpgradePlan = { found: [], failed: [] }
  for (const place of knownPlaces(context, receipts)) {
    for (const [agent, installer] of await loadInstallers()) {
      collect({ agent, installer, place, receipts }, hook, plan)
    }
  }
  return plan
}

function collect(input: PlanInput, hook: HookProgram, plan: UpgradePlan): void {
  const file = input.installer.file(input.place)
  try {
    const edit = planInstall(input, hook)
    const from = versionsIn(edit.before, input.installer, file)
    if (from.length > 0) plan.found.push({ edit, from })
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    // A broken file that never held anything of ours is its client's affair.
    const isKnown = input.receipts.some((receipt) => receipt.file === file)
    if (isKnown) plan.failed.push({ file, error })
  }
}

function versionsIn(text: string | null, installer: AgentInstaller, file: string): string[] {
  const found = installer.inspect(text ?? '', file)
  return found.ok ? [...new Set(found.hooks.map(({ script }) => versionOf(script)))] : []
}
