import * as z from 'zod/mini'
import { allowedBy } from './allowed.js'
import { knownKeys, unwrap, type KnownKey } from './known-keys.js'

const HEAD = `
## Settings of Reflectory. Every line is optional and shows the default, or an example if there
## is none. To set a key, remove the "# " before it and before the blocks around it.
##
## In your own folder (~/.config/reflectory/reflection.yaml) everything applies. In a project
## (reflection.yaml beside .git) only thresholds, exemptions and what turns something off apply,
## until you trust the project with "reflect trust".
`.trimStart()

const WIDTH = 96

/** The commented example file: all keys with description, what is allowed, and default. */
export function exampleYaml(): string {
  if (knownKeys.kind !== 'block') return HEAD
  const blocks = [...knownKeys.keys].map(([name, known]) => section(name, known, '').join('\n'))
  return `${[HEAD.trimEnd(), ...blocks].join('\n\n')}\n`
}

function section(name: string, known: KnownKey, indent: string): string[] {
  const { description = '', examples = [] } = z.globalRegistry.get(known.schema) ?? {}
  const prose = (text: string) => wrapped(`## ${indent}`, text)
  if (known.kind === 'block') {
    const keys = [...known.keys].flatMap(([key, child]) => section(key, child, `${indent}  `))
    return [...prose(description), `# ${indent}${name}:`, ...keys]
  }
  const [example] = examples as unknown[]
  if (known.kind === 'named') {
    return [...prose(description), ...nested(name, example, `# ${indent}`)]
  }
  const usual = defaultOf(known.schema)
  const words = [description, choices(known.schema), usual === undefined && 'Not set by default.']
  const value = plain(JSON.stringify(usual ?? example))
  return [...prose(words.filter(Boolean).join(' ')), `# ${indent}${name}: ${value}`]
}

/** What is allowed, where the value shown doesn't make it plain. */
function choices(schema: z.ZodMiniType): string {
  const isPlain = !['enum', 'number'].includes(unwrap(schema)._zod.def.type)
  return isPlain ? '' : `Allowed: ${allowedBy(schema)}.`
}

/** A map of examples, one line for each of its values. */
function nested(name: string, value: unknown, start: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${start}${name}: ${plain(JSON.stringify(value))}`]
  }
  const lines = Object.entries(value).flatMap(([key, item]) => nested(key, item, `${start}  `))
  return [`${start}${name}:`, ...lines]
}

// Words need no quotes in YAML; anything else keeps its JSON form, which is YAML as well.
function plain(json: string): string {
  return json.replace(/^"([a-z][a-z-]*)"$/, '$1')
}

function defaultOf(schema: z.ZodMiniType): unknown {
  if (unwrap(schema) === schema) return undefined
  return schema.safeParse(undefined).data
}

function wrapped(start: string, text: string): string[] {
  const lines: string[] = []
  let line = start
  for (const word of text.split(' ')) {
    if (line !== start && line.length + word.length > WIDTH) {
      lines.push(line.trimEnd())
      line = start
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
