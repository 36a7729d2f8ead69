import path from 'node:path'
import type { PermitPlace, Permits } from '../../agent.js'
import { asRecord } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { clientFolder } from '../client-folder.js'

/** It runs commands without asking, unless a permission of its config says something else. */
export const permits: Permits = (_line, place) => files(place).every((file) => allows(file, place))

const files = (place: PermitPlace): string[] =>
  [
    clientFolder('opencode', place),
    place.projectRoot,
    path.join(place.projectRoot, '.opencode'),
  ].flatMap((folder) => ['opencode.json', 'opencode.jsonc'].map((name) => path.join(folder, name)))

/** What can't be read as plain JSON may say anything. */
function allows(file: string, { readText }: PermitPlace): boolean {
  const text = readText(file)
  if (text === null) return true
  const parsed = parseJsonObject(text)
  if (parsed === null) return false
  const { permission = 'allow' } = parsed
  const bash = typeof permission === 'string' ? permission : asRecord(permission)['bash']
  return (bash ?? 'allow') === 'allow'
}
