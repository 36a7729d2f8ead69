import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { Document, Node, YAMLMap } from 'yaml'
import { nearest } from '../util/nearest.js'
import { aliasesUnder, camelCase, currentKey } from './aliases.js'
import { allowedBy } from './allowed.js'
import { childOf, knownAt, knownKeys, valuePaths, type KnownKey } from './known-keys.js'
import type { UsedAlias } from './loaded-config.js'
import { problem, type ProblemFacts, type ConfigProblem } from './problem.js'
import { checkValue, type Setting } from './setting.js'

/** What one settings file says, in today's keys, and everything that is wrong with it. */
export interface ParsedSettings {
  settings: Setting[]
  aliases: UsedAlias[]
  problems: ConfigProblem[]
}

type Source = 'user' | 'project'

/** The parser takes about a second for 100 KB of hostile text, more than a hook may spend. */
const MAX_SETTINGS_LENGTH = 32 * 1024
/** Looking for near names takes time, and more would not be read. */
const MAX_PROBLEMS = 50

/**
 * Reads the YAML of a settings file against the schema. Anchors, merge keys and tags are refused,
 * so nothing in a file can grow; every problem of the file is reported, not only the first.
 */
export function parseSettings(text: string, file: string, source: Source): ParsedSettings {
  const parsed: ParsedSettings = { settings: [], aliases: [], problems: [] }
  const whole = (facts: ProblemFacts) => {
    parsed.problems.push(problem({ file, ...facts }))
    return parsed
  }
  if (lengthBesideComments(text) > MAX_SETTINGS_LENGTH) {
    return whole({ text: `holds more than ${MAX_SETTINGS_LENGTH / 1024} KB beside comments` })
  }
  const lines = new LineCounter()
  const document = parseYaml(text, lines)
  if (document === null) return whole({ text: 'is nested too deeply' })

  const faults = yamlFaults(document).slice(0, MAX_PROBLEMS)
  for (const { text, at } of faults) whole({ line: lines.linePos(at).line, text })
  if (faults.length > 0 || isEmpty(document.contents)) return parsed
  if (!isMap(document.contents)) {
    return whole({ line: 1, text: `must hold keys and values, such as "mode: off"` })
  }
  const reading = { file, source, parsed, document, lines, lineOf: new Map<string, number>() }
  for (const found of walk(document.contents, { written: [], today: [], known: knownKeys })) {
    record(found, reading)
    if (parsed.problems.length >= MAX_PROBLEMS) return whole({ text: 'may have more problems' })
  }
  return parsed
}

function lengthBesideComments(text: string): number {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line))
  return lines.reduce((sum, line) => sum + line.length + 1, 0)
}

// `uniqueKeys` compares each key with each other one; `walk` finds repeated keys in linear time.
function parseYaml(text: string, lineCounter: LineCounter): Document.Parsed | null {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function yamlFaults(document: Document.Parsed): { text: string; at: number }[] {
  const faults = [...document.errors, ...document.warnings].map(({ code, message, pos }) => ({
    text: `is not valid YAML: ${YAML_WORDS[code] ?? message}`,
    at: pos[0],
  }))
  visit(document, {
    Alias(_, node) {
      const text = 'uses an anchor; write the value out'
      faults.push({ text, at: node.range?.[0] ?? 0 })
    },
  })
  return faults
}

const YAML_WORDS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab is used as indentation; use spaces',
  MULTIPLE_DOCS: 'it holds more than one document',
  TAG_RESOLVE_FAILED: 'tags are not supported',
}

/** A place in the file: the names as written, and what the schema knows there. */
interface Place {
  written: string[]
  today: string[]
  /** Undefined inside a block that only earlier designs had. */
  known: KnownKey | undefined
}

type Found = { at: Node | null; written: string[] } & (
  | { kind: 'value'; today: string[]; known: KnownKey; node: Node | null }
  | { kind: 'fault'; facts: ProblemFacts }
)

/** Goes through a block key by key, and yields what it finds. */
function* walk(map: YAMLMap, place: Place): Generator<Found> {
  const seen = new Set<string>()
  for (const pair of map.items) {
    const at = pair.key as Node | null
    const node = pair.value as Node | null
    const name = isScalar(at) ? String(at.value) : '?'
    const where = { at, written: [...place.written, name] }
    const child = isScalar(at) ? resolve(place, name) : null
    if (seen.has(name)) yield { ...where, kind: 'fault', facts: { text: 'is given twice' } }
    else if (child === null) {
      yield { ...where, kind: 'fault', facts: { value: plain(node), ...unknownKey(place, name) } }
    } else yield* lookInto(node, child, place, where)
    seen.add(name)
  }
}

function* lookInto(
  node: Node | null,
  child: Place,
  parent: Place,
  where: { at: Node | null; written: string[] },
): Generator<Found> {
  const { today, known } = child
  const isBlank = isEmpty(node) || (isMap(node) && node.items.length === 0)
  // An empty block says nothing, but an empty entry of a map still makes the entry.
  const isEntry = parent.known?.kind === 'named' && isBlank
  if (known && (known.kind === 'value' || isEntry)) {
    yield { ...where, kind: 'value', today, known, node }
  } else if (isMap(node)) yield* walk(node, child)
  else if (!isBlank) {
    const facts = { value: plain(node), allowed: blockWords(child) }
    yield { ...where, kind: 'fault', facts }
  }
}

/** Which key of today a name stands for: itself, an old name, or the start of an old name. */
function resolve(place: Place, name: string): Place | null {
  const written = [...place.written, name]
  const direct = place.known && childOf(place.known, name)
  if (direct) return { written, today: [...place.today, name], known: direct }
  const today = currentKey(written.join('.'))
  if (today) return { written, today, known: knownAt(today) }
  if (aliasesUnder(written).length > 0) return { written, today: [], known: undefined }
  const camel = camelCase(name)
  const respelt = place.known?.kind === 'block' ? childOf(place.known, camel) : undefined
  return respelt ? { written, today: [...place.today, camel], known: respelt } : null
}

function unknownKey(place: Place, name: string): ProblemFacts {
  if (name === '<<') return { text: 'is a merge key; write the values out' }
  if (place.known?.kind === 'named') {
    return { text: 'is not a name', allowed: allowedBy(place.known.name) }
  }
  const siblings = place.known?.kind === 'block' ? [...place.known.keys.keys()] : []
  const oldNames = aliasesUnder(place.written)
  const allowed = (siblings.length > 0 ? siblings : oldNames).join(', ')
  const near = nearest(name, [...siblings, ...oldNames])
  if (near) return { unknown: 'key', allowed, nearest: [...place.written, near].join('.') }
  const elsewhere = new Map(valuePaths().map((path) => [path.at(-1)!, path.join('.')]))
  const far = nearest(name, [...elsewhere.keys()])
  return { unknown: 'key', allowed, nearest: far && elsewhere.get(far)! }
}

function record(
  found: Found,
  reading: {
    file: string
    source: Source
    parsed: ParsedSettings
    document: Document
    lines: LineCounter
    /** Where each key was given. */
    lineOf: Map<string, number>
  },
): void {
  const { file, source, parsed, document, lines } = reading
  const line = lines.linePos(found.at?.range?.[0] ?? 0).line
  const alias = found.written.join('.')
  const fault = (facts: ProblemFacts) =>
    parsed.problems.push(problem({ file, line, key: alias, ...facts }))
  if (found.kind === 'fault') return void fault(found.facts)

  const key = found.today.join('.')
  const isEntry = found.known.kind !== 'value'
  const written = isEntry ? {} : (found.node?.toJS(document, { maxAliasCount: 0 }) ?? null)
  const { value, fault: wrong } = isEntry
    ? { value: written, fault: null }
    : checkValue(found.known, key, written)
  if (wrong) return void fault({ value: written, ...wrong })
  const twin = reading.lineOf.get(key)
  if (twin !== undefined) return void fault({ text: `is given twice: line ${twin} sets ${key}` })
  reading.lineOf.set(key, line)
  parsed.settings.push({ path: found.today, value, origin: { source, file, line } })
  const isOldValue = value !== written && key !== 'mode'
  if (alias !== key || isOldValue) {
    parsed.aliases.push({
      file,
      line,
      alias: isOldValue ? `${alias}: ${String(written)}` : alias,
      key,
    })
  }
}

function blockWords({ known, written }: Place): string {
  if (known) return allowedBy(known.schema)
  return `a block with the keys ${aliasesUnder(written).join(', ')}`
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null)
}

/** A value that is only shown: a list or a block is not worth more than its first words. */
function plain(node: Node | null): unknown {
  if (node === null || isScalar(node)) return node?.value ?? null
  return isMap(node) ? {} : []
}
