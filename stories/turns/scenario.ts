/**
 * A scenario file comes in, turns to be played go out. Its `config` is read as a settings file is,
 * old keys included; whatever is wrong is said with its line, and nothing is played then.
 */
import { isMap, LineCounter, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import * as z from 'zod/mini'
import { merge } from '../../src/config/merge.js'
import { parseSettings } from '../../src/config/parse-settings.js'
import type { Config } from '../../src/schema/config.js'
import { ReflectError } from '../../src/schema/error.js'
import { Id, Timestamp } from '../../src/schema/scalar.js'

const MAX_LENGTH = 1 << 20
/** More are not read. */
const MAX_FAULTS = 50

const Part = z.strictObject({
  /** What the agent is told. */
  hears: z._default(z.string(), ''),
  says: z._default(z.string(), ''),
  /** The plan's flag, as a planner wrote it. */
  reflection: z.optional(z.unknown()),
  /** What a model planner left in the policy state. */
  policy: z._default(z.record(z.string(), z.unknown()), {}),
  /** false: the gate holds the turn back. */
  applied: z._default(z.boolean(), true),
})
export type ScenarioPart = z.infer<typeof Part>

const ScenarioFile = z.strictObject({
  start: z._default(Timestamp, '2030-01-01T00:00:00.000Z'),
  stepMs: z._default(z.int().check(z.gte(1), z.lte(86_400_000)), 60_000),
  config: z.optional(z.unknown()),
  turns: z.array(z.record(Id, Part)).check(z.minLength(1), z.maxLength(10_000)),
})

export interface Scenario {
  start: string
  stepMs: number
  config: Config['turn']
  /** One map per turn: what each agent hears and says. */
  turns: Record<string, ScenarioPart>[]
}

export function readScenario(text: string, file: string): Scenario {
  if (text.length > MAX_LENGTH) throw unfit([`${file}: is larger than 1 MB`])
  const lines = new LineCounter()
  const document = parseYaml(text, lines)
  if (document === null) throw unfit([`${file}: is nested too deeply`])
  const faults = [...document.errors, ...document.warnings].slice(0, MAX_FAULTS)
  if (faults.length > 0) {
    throw unfit(
      faults.map(({ pos, message }) => `${file}:${lines.linePos(pos[0]).line}: ${message}`),
    )
  }
  const parsed = ScenarioFile.safeParse(document.toJS({ maxAliasCount: 0 }))
  if (!parsed.success) {
    throw unfit(parsed.error.issues.map((issue) => describeIssue(issue, document, lines, file)))
  }
  const { start, stepMs, turns } = parsed.data
  return { start, stepMs, turns, config: readConfig(text, document, lines, file) }
}

/** Null where the parser runs out of stack. */
function parseYaml(text: string, lineCounter: LineCounter): Document.Parsed | null {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The block's own text, on its own lines, as if it were a settings file. */
function readConfig(
  text: string,
  document: Document,
  lines: LineCounter,
  file: string,
): Config['turn'] {
  const node = document.get('config', true)
  const range = isMap(node) ? node.range : null
  const { line, col } = lines.linePos(range?.[0] ?? 0)
  const block = range ? text.slice(range[0], range[1]) : ''
  const settings =
    '\n'.repeat(line - 1) + block.replaceAll(new RegExp(`\n {${col - 1}}`, 'g'), '\n')
  const read = parseSettings(settings, file, 'user')
  if (read.problems.length > 0) throw unfit(read.problems.map(({ message }) => message))
  const merged = merge([read.settings])
  if (merged.problems !== null) throw unfit(merged.problems.map(({ message }) => message))
  return merged.values.turn
}

function describeIssue(
  issue: z.core.$ZodIssue,
  document: Document,
  lines: LineCounter,
  file: string,
): string {
  const path = issue.path.map(String)
  const node = document.getIn(issue.path, true) as { range?: [number, number, number] } | undefined
  const line = node?.range ? `:${lines.linePos(node.range[0]).line}` : ''
  const where = path.length === 0 ? 'the scenario' : path.join('.')
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : null
  return unknown === null
    ? `${file}${line}: ${where} does not fit`
    : `${file}${line}: ${where} has unknown keys: ${unknown}`
}

const unfit = (messages: readonly string[]): ReflectError =>
  new ReflectError('config-invalid', messages.join('\n'), {
    remedy: 'A scenario has start, stepMs, config and turns; `reflect turns --help` shows one.',
  })
