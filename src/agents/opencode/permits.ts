import path from 'node:path'
import type { PermitPlace, Permits } from '../../agent.js'
import { asRecord } from '../../util/loose-json.js'

/** It runs commands without asking, unless a permission of its config says something else. */
export const permits: Permits = (_line, place) => files(place).every((file) => allows(file, place))

function files({ home, env, projectRoot }: PermitPlace): string[] {
  const chosen = env['XDG_CONFIG_HOME'] ?? ''
  const config = path.isAbsolute(chosen) ? chosen : path.join(home, '.config')
  return [path.join(config, 'opencode'), projectRoot, path.join(projectRoot, '.opencode')].flatMap(
    (folder) => ['opencode.json', 'opencode.jsonc'].map((name) => path.join(folder, name)),
  )
}

/** What can't be read as plain JSON may say anything. */
function allows(file: string, { readText }: PermitPlace): boolean {
  const text = readText(file)
  if (text === null) return true
  try {
    const { permission = 'allow' } = asRecord(JSON.parse(text))
    const bash =
      typeof permission === 'string' ? permission : (asRecord(permission)['bash'] ?? 'allow')
    return bash === 'allow'
  } catch {
    return false
  }
}
