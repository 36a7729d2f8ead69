import path from 'node:path'
import type { Store } from '../store.js'
import { listImported } from '../wiring/list-projects.js'
import { lookForPerson } from '../wiring/person/look-for-person.js'
import { openExistingStore } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import type { CliContext } from './command.js'

/**
 * Lends a project's store, and then those of its sessions that were taken over from transcripts: an
 * agent is not shown what was never meant for it.
 */
export async function eachProjectStore(
  context: CliContext,
  workspace: Workspace,
  use: (store: Store) => Promise<void>,
): Promise<void> {
  for (const place of [workspace, ...(await importedOf(context, workspace))]) {
    const store = await openExistingStore(place)
    if (store === null) continue
    try {
      await use(store)
    } finally {
      await store.close()
    }
  }
}

async function importedOf(context: CliContext, workspace: Workspace): Promise<Workspace[]> {
  const dirs = listImported(path.dirname(workspace.stateDir), workspace.root)
  if (dirs.length === 0) return []
  const { kind } = await lookForPerson(context.machine, context)
  if (kind === 'agent' || kind === 'unknown') return []
  return dirs.map((stateDir) => ({ ...workspace, stateDir }))
}
