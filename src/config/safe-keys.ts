import { Config } from '../schema/config.js'
import { showValue } from './show-value.js'
import type { IgnoredSetting } from './loaded-config.js'
import type { Setting } from './setting.js'

/**
 * What a project may set without being trusted. A cloned repository must not be able to turn
 * anything on, spend the user's money, delete records, or name an address, a path or a command.
 * `off`: only switching off. `lower`: only below the default. `any`: a threshold or an exemption.
 */
const SAFE: Readonly<Record<string, 'off' | 'lower' | 'any'>> = {
  mode: 'off',
  'stop.enabled': 'off',
  'stop.maxAttempts': 'lower',
  'stop.nudgeAfterMs': 'any',
  'stop.toasts': 'any',
  'stop.exemptWeakened': 'any',
  'stall.enabled': 'off',
  'stall.minAgeMs': 'any',
  'stall.thresholds.sameResult': 'any',
  'stall.thresholds.sameFailure': 'any',
  'stall.thresholds.alternation': 'any',
  'stall.thresholds.sameMessage': 'any',
  'stall.thresholds.emptyCompactions': 'any',
  'stall.thresholds.planningCalls': 'any',
  'stall.thresholds.planningWriteShare': 'any',
  'stall.thresholds.circleCommands': 'any',
  'stall.thresholds.circleRepeatShare': 'any',
  'stall.exemptTools': 'any',
  'compaction.enabled': 'off',
  'turn.enabled': 'off',
  'turn.summaryTokens': 'lower',
  'turn.topkSnippets': 'lower',
  'turn.budget.timeMs': 'lower',
  'turn.budget.ops': 'lower',
  'turn.fixtures.enabled': 'off',
  'lessons.enabled': 'off',
  'lessons.maxReflectionsPerRetry': 'lower',
  'recall.maxChars': 'lower',
  'memory.recall': 'off',
  'self.inject': 'off',
  'run.enabled': 'off',
  'run.riskThreshold': 'any',
  'run.rankThreshold': 'any',
  'cycle.enabled': 'off',
  'cycle.batchThreshold': 'any',
  'cycle.consecutiveFailureLimit': 'any',
  'cycle.lookbackSeconds': 'any',
  'cycle.minResultLength': 'any',
  'experiments.highConfidence': 'any',
  'experiments.gitWindowDays': 'any',
  'experiments.boardWindowDays': 'any',
}

/** What only the user's own file can say; of a trusted project it is passed over too. */
const OWN_FILE_ONLY = new Set(['allowAgents', 'telemetry.otlp.endpoint', 'telemetry.content'])

/** Why an untrusted project may not set this; null when it may. */
function whyUnsafe({ path, value }: Setting): string | null {
  if (isOwnFileOnly({ path })) return 'only your own config can say this'
  // A proposal runs nothing: a person adds it, or not.
  if (path[0] === 'checks') return null
  const only = onlySafe({ path, value })
  if (only === null) return null
  return only === 'never'
    ? 'needs trust: run `reflect trust`'
    : `an untrusted project can only ${only}`
}

/** What others than the user can do with the key at most: `never` anything; null when they may do this. */
export function onlySafe({ path, value }: Pick<Setting, 'path' | 'value'>): string | null {
  const key = path.join('.')
  switch (Object.hasOwn(SAFE, key) ? SAFE[key] : undefined) {
    case 'any':
      return null
    case 'off':
      return value === false || isOff({ path, value }) ? null : 'turn this off'
    case 'lower':
      return Number(value) <= defaultOf(path) ? null : `lower this (default ${defaultOf(path)})`
    default:
      return 'never'
  }
}

/** Whether a setting only switches something off. */
export function isOff({ path, value }: Pick<Setting, 'path' | 'value'>): boolean {
  const isSwitch = path.at(-1) === 'enabled' && value === false
  return isSwitch || (path.join('.') === 'mode' && value === 'off')
}

/** No gate is switched by a project: it would judge itself. */
const isOwnFileOnly = ({ path }: Pick<Setting, 'path'>): boolean =>
  OWN_FILE_ONLY.has(path.join('.')) || path.includes('gates')

/** Splits a trusted project's settings: all count, but what only the user's own file can say. */
export const keepTrusted = (settings: readonly Setting[]): ReturnType<typeof keepSafe> => ({
  kept: settings.filter((setting) => !isOwnFileOnly(setting)),
  ignored: keepSafe(settings.filter(isOwnFileOnly)).ignored,
})

/** Splits an untrusted project's settings into those that count and those that don't. */
export function keepSafe(settings: readonly Setting[]): {
  kept: Setting[]
  ignored: IgnoredSetting[]
} {
  const judged = settings.map((setting) => ({ setting, reason: whyUnsafe(setting) }))
  return {
    kept: judged.filter(({ reason }) => reason === null).map(({ setting }) => setting),
    ignored: judged.flatMap(({ setting, reason }) =>
      reason === null ? [] : [ignoredSetting(setting, reason)],
    ),
  }
}

function ignoredSetting({ path, value, origin }: Setting, reason: string): IgnoredSetting {
  const key = path.join('.')
  const { file = '', line = 0 } = origin
  return { file, line, key, value: showValue(key, value), reason }
}

let defaults: Config | null = null

export const defaultOf = (path: readonly string[]): number => Number(valueAt(path, readDefaults()))

export const isDefault = (path: readonly string[], values: unknown): boolean =>
  JSON.stringify(valueAt(path, values)) === JSON.stringify(valueAt(path, readDefaults()))

const readDefaults = (): Config => (defaults ??= Config.parse({}))

const valueAt = (path: readonly string[], values: unknown): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], values)
