import { statSync } from 'node:fs'
import { agents } from './agent-registry.js'
import type { AgentInstaller, InstallPlace } from '../agent.js'
import { findExecutable } from '../util/find-executable.js'

/** Every client that can be installed for, whether it is there or not. */
export async function loadInstallers(): Promise<[id: string, installer: AgentInstaller][]> {
  const found: [string, AgentInstaller][] = []
  for (const load of Object.values(agents)) {
    const { id, loadInstaller } = await load()
    if (loadInstaller !== undefined) found.push([id, await loadInstaller()])
  }
  return found
}

/** Whether a client is on this machine: its program or its folder is there. */
export function clientSigns(
  installer: AgentInstaller,
  place: InstallPlace,
  cwd: string,
): { found: boolean; file: string | null; packageName: string } {
  const { program, packageName, folder } = installer.signs(place)
  const file = findExecutable(program, place.env, cwd)
  return { found: file !== null || isFolder(folder), file, packageName }
}

const isFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
