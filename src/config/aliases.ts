import { valuePaths } from './known-keys.js'

/** Today's key for a key of earlier designs, by dotted path. */
export const currentKey = (alias: string): string[] | undefined => knownAliases().get(alias)

const knownAliases = (): ReadonlyMap<string, string[]> => (known ??= new Map(listAliases()))
let known: ReadonlyMap<string, string[]> | null = null

const listAliases = (): [string, string[]][] => [
  ['t3.allow_reflection', ['turn', 'enabled']],
  ...renamed('t3.reflection', ['turn']),
  ...renamed('t3.llm.fixtures', ['turn', 'fixtures']),
  ['scheduler.budgets.time_ms_reflection', ['turn', 'budget', 'timeMs']],
  ['scheduler.budgets.ops_reflection', ['turn', 'budget', 'ops']],
  ...renamed('reflexion', ['lessons']),
  ['reflection.enabled', ['cycle', 'enabled']],
  ['reflection.batch_threshold', ['cycle', 'batchThreshold']],
  ['reflection.consecutive_failure_limit', ['cycle', 'consecutiveFailureLimit']],
  ['reflection.lookback_seconds', ['cycle', 'lookbackSeconds']],
  ['reflection.min_result_length', ['cycle', 'minResultLength']],
  ...renamed('llm', ['models', 'roles']),
]

/** Names that may follow `path` in an alias, as they were spelt; none when no alias begins so. */
export function aliasesUnder(path: readonly string[]): string[] {
  const prefix = path.map((part) => `${part}.`).join('')
  const names = [...knownAliases().keys()]
    .filter((alias) => alias.startsWith(prefix))
    .map((alias) => alias.slice(prefix.length).split('.')[0]!)
  return [...new Set(names)].filter((name) => name === name.toLowerCase())
}

/** `maxAttempts` for `max_attempts`. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Values of earlier designs, by today's key. */
export function todaysValue(key: string, value: unknown): unknown {
  if (key === 'turn.backend' && value === 'llm') return 'model-fixtures'
  if (key.startsWith('models.roles.') && typeof value === 'string') return [value]
  return value
}

/** Every value of a block under its old block name, in both spellings. */
function renamed(block: string, today: string[]): [string, string[]][] {
  return valuePaths()
    .filter((path) => today.every((part, index) => path[index] === part))
    .flatMap((path) => {
      const rest = path.slice(today.length).join('.')
      return [...new Set([rest, snakeCase(rest)])].map((name): [string, string[]] => [
        `${block}.${name}`,
        path,
      ])
    })
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
