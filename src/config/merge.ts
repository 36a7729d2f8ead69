import { Config } from '../schema/config.js'
import { allowedBy } from './allowed.js'
import { knownAt, unitOf, valuePaths } from './known-keys.js'
import type { Merged, Origin } from './loaded-config.js'
import { problem, type ConfigProblem } from './problem.js'
import type { Setting } from './setting.js'
import { showValue } from './show-value.js'

/**
 * Merges sources, the strongest first. `mode` is the exception to the order: `off` anywhere wins.
 */
export function merge(sources: readonly (readonly Setting[])[]): Merged {
  const chosen = new Map<string, readonly Setting[]>()
  for (const source of sources) {
    for (const [unit, settings] of byUnit(source)) {
      if (!chosen.has(unit) || turnsOff(settings, chosen.get(unit)!)) chosen.set(unit, settings)
    }
  }
  const settings = [...chosen.values()].flat()
  const input: Tree = {}
  for (const { path, value } of settings) put(input, path, value)
  const result = Config.safeParse(input)
  if (result.success) return { values: result.data, origins: originsOf(chosen), problems: null }
  return { problems: result.error.issues.map((issue) => explain(issue, input, settings)) }
}

function byUnit(settings: readonly Setting[]): Map<string, Setting[]> {
  const units = new Map<string, Setting[]>()
  for (const setting of settings) {
    const unit = unitOf(setting.path).join('.')
    units.set(unit, [...(units.get(unit) ?? []), setting])
  }
  return units
}

function turnsOff(later: readonly Setting[], earlier: readonly Setting[]): boolean {
  const isMode = later[0]?.path.join('.') === 'mode'
  return isMode && later[0]?.value === 'off' && earlier[0]?.value !== 'off'
}

function originsOf(chosen: ReadonlyMap<string, readonly Setting[]>): Record<string, Origin> {
  const rows: [string, Origin][] = []
  for (const path of valuePaths()) {
    const key = path.join('.')
    const isNamed = knownAt(path)?.kind === 'named'
    const found = [...chosen].filter(
      ([unit]) => unit === key || (isNamed && unit.startsWith(`${key}.`)),
    )
    if (found.length === 0) rows.push([key, { source: 'default' }])
    for (const [unit, settings] of found) rows.push([unit, settings[0]!.origin])
  }
  return Object.fromEntries(rows)
}

interface Tree {
  [name: string]: unknown
}

// Every name on a path is a key of the schema or an allowed name, and neither can be `__proto__`.
function put(tree: Tree, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (rest.length === 0) tree[name] = value
  else put((tree[name] ??= {}) as Tree, rest, value)
}

function explain(
  issue: { code?: string | undefined; path: PropertyKey[]; message: string },
  input: Tree,
  settings: readonly Setting[],
): ConfigProblem {
  const path = issue.path.map(String)
  const key = path.join('.')
  const { file, line, variable } = nearestSetting(path, settings)?.origin ?? {}
  const value = path.reduce<unknown>((at, part) => (at as Tree | undefined)?.[part], input)
  const known = knownAt(path)
  const where = file === undefined ? {} : { file, line: line ?? null }
  const message = issue.code === 'custom' ? issue.message : 'needed here'
  const text = `is ${showValue(key, value)}${variable ? ` (from ${variable})` : ''}: ${message}`
  return {
    ...problem({ ...where, key, text, allowed: known ? allowedBy(known.schema) : '' }),
    value: showValue(key, value),
  }
}

/** The setting that shares the longest start of its path: the line to look at. */
function nearestSetting(path: string[], settings: readonly Setting[]): Setting | undefined {
  let best: Setting | undefined
  let bestLength = 0
  for (const setting of settings) {
    const differs = setting.path.findIndex((part, index) => part !== path[index])
    const length = differs < 0 ? setting.path.length : differs
    if (length > bestLength) [best, bestLength] = [setting, length]
  }
  return best
}
