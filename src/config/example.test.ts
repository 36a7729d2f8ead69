import { parse } from 'yaml'
import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { Config } from '../schema/config.js'
import { exampleYaml } from './example.js'
import { knownAt, valuePaths } from './known-keys.js'
import { merge } from './merge.js'
import { parseSettings } from './parse-settings.js'

const lines = exampleYaml().trimEnd().split('\n')
const uncommented = lines
  .filter((line) => !line.startsWith('##'))
  .map((line) => line.replace(/^# /, ''))
  .join('\n')

describe('the example file', () => {
  it('says nothing as long as it is all comments', () => {
    expect(parse(exampleYaml())).toBeNull()
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  })

  it('loads without a problem when uncommented', () => {
    const { problems, aliases, settings } = parseSettings(uncommented, 'example', 'user')
    expect({ problems, aliases }).toEqual({ problems: [], aliases: [] })
    expect(merge([settings]).problems).toBeNull()
  })

  it('names every key, with its default where it has one', () => {
    const merged = merge([parseSettings(uncommented, 'example', 'user').settings])
    if (merged.problems) throw new Error(merged.problems[0]?.message)
    const unset = Object.entries(merged.origins).filter(([, { source }]) => source === 'default')
    expect(unset).toEqual([])
    const defaults = Config.parse({})
    const plain = valuePaths()
      .filter((path) => at(defaults, path) !== undefined)
      .filter((path) => knownAt(path)?.kind === 'value')
    expect(plain.map((path) => at(merged.values, path))).toEqual(
      plain.map((path) => at(defaults, path)),
    )
  })

  it('has no line that is too long to read', () => {
    expect(lines.filter((line) => line.length > 100)).toEqual([])
  })
})

it('has a description for every key of the schema', () => {
  const bare = valuePaths().filter(
    (path) => !z.globalRegistry.get(knownAt(path)!.schema)?.description,
  )
  expect(bare).toEqual([])
})

function at(tree: unknown, path: string[]): unknown {
  return path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], tree)
}
