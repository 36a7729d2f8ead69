import path from 'node:path'
import type { PermitPlace, Permits } from '../../agent.js'
import { asRecord } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { clientFolder } from '../client-folder.js'

/**
 * By its settings: no sandbox, no rule that denies or asks, and a mode that asks for nothing or a rule
 * that allows the very command.
 */
export const permits: Permits = (line, place) => {
  const read = files(place).map((file) => readSettings(file, place))
  const known = read.filter((one) => one !== null)
  if (known.length < read.length) return false
  if (known.some((settings) => asRecord(settings['sandbox'])['enabled'] === true)) return false
  const has = (list: string): boolean =>
    known.some((settings) =>
      rulesOf(asRecord(settings['permissions'])[list]).some((rule) => isFor(rule, line)),
    )
  if (has('deny') || has('ask')) return false
  return place.permissionMode === 'bypassPermissions' || has('allow')
}

const files = (place: PermitPlace): string[] => [
  path.join(clientFolder('claude-code', place), 'settings.json'),
  path.join(place.projectRoot, '.claude', 'settings.json'),
  path.join(place.projectRoot, '.claude', 'settings.local.json'),
]

type Settings = Readonly<Record<string, unknown>>

/** Empty where there is no file; null for one that we can't read, and then nothing is sure. */
function readSettings(file: string, { readText }: PermitPlace): Settings | null {
  const text = readText(file)
  return text === null || text.trim() === '' ? {} : parseJsonObject(text)
}

const rulesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((rule) => typeof rule === 'string') : []

/** `Bash`, `Bash(npm test)`, `Bash(npm run:*)`, `Bash(npm run *)`. */
function isFor(rule: string, line: string): boolean {
  if (rule === 'Bash') return true
  const [, words] = /^Bash\((.*)\)$/s.exec(rule) ?? []
  if (words === undefined) return false
  if (words === '*' || words === line) return true
  const [, start] = /^(.*?)(?::\*| ?\*)$/s.exec(words) ?? []
  return (
    start !== undefined &&
    (line === start || line.startsWith(words.endsWith(' *') ? `${start} ` : start))
  )
}
