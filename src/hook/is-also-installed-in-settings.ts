import { existsSync } from 'node:fs'
import path from 'node:path'
import { dataDir } from '../config/data-dir.js'
import type { QuickModeInput } from '../config/quick-mode.js'
import { findProject } from '../config/project.js'
import { readSettings } from '../config/read-settings.js'

/**
 * Whether the client's own settings start a hook of ours too: then that one answers, and the one in
 * a plugin stays silent, or each event would count twice. Settings that name a hook which is gone
 * start nothing.
 */
export function isAlsoInstalledInSettings(
  agentId: string,
  { env, home, platform, cwd }: Omit<QuickModeInput, 'now'>,
): boolean {
  const folder = dataDir(env, home, platform)
  const { root } = findProject(cwd)
  return receiptsIn(folder).some(({ agent, scope, projectRoot, version, file }) => {
    if (agent !== agentId || !(scope === 'user' || projectRoot === root)) return false
    const script = path.join(folder, String(version), 'hook.cjs')
    return existsSync(script) && textOf(String(file)).includes(JSON.stringify(script).slice(1, -1))
  })
}

function receiptsIn(folder: string): Record<string, unknown>[] {
  try {
    const text = textOf(path.join(folder, 'installed.json'))
    const { files } = JSON.parse(text) as { files: Record<string, unknown>[] }
    return files.filter((receipt) => typeof receipt === 'object' && receipt !== null)
  } catch {
    return []
  }
}

const textOf = (file: string): string => readSettings(file, { followLink: true }).text
