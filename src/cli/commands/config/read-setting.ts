/** A key and a value as a person types them, held against the schema. */
import { parse } from 'yaml'
import { allowedBy } from '../../../config/allowed.js'
import { knownAt, unitAt, valuePaths } from '../../../config/known-keys.js'
import { problem } from '../../../config/problem.js'
import { checkValue } from '../../../config/setting.js'
import { ReflectError } from '../../../schema/error.js'
import { nearest } from '../../../util/nearest.js'

export function readValue(key: string, written: string): { path: string[]; value: unknown } {
  const path = pathOf(key)
  const { value, fault } = checkValue(knownAt(path)!, key, asYaml(written))
  if (fault === null) return { path, value }
  throw new ReflectError('usage', problem({ key, value: asYaml(written), ...fault }).message)
}

/** The path of a key that the schema knows; a block is none. */
export function pathOf(key: string): string[] {
  const path = unitAt(key)
  const known = knownAt(path)
  if (known !== undefined && known.kind === 'value') return path
  const parent = knownAt(path.slice(0, -1))
  if (parent?.kind === 'named' && known === undefined)
    throw new ReflectError('usage', `${key} is not a known key`, {
      remedy: `Behind ${path.slice(0, -1).join('.')} may stand: ${allowedBy(parent.name)}.`,
    })
  const keys = valuePaths().map((parts) => parts.join('.'))
  const near = nearest(key, keys)
  const inside = keys.filter((one) => one.startsWith(`${key}.`))
  throw new ReflectError('usage', `${key} is not a key that takes a value`, {
    remedy:
      inside.length > 0
        ? `Available: ${inside.join(', ')}.`
        : near === null
          ? '`reflect config` lists the keys.'
          : `Did you mean ${near}?`,
  })
}

/** What is no YAML is taken as plain words. */
function asYaml(written: string): unknown {
  try {
    return parse(written)
  } catch {
    return written
  }
}
