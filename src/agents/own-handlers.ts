import type { HookProgram } from '../agent.js'
import type { JsonContainer, JsonEntry, JsonNode } from '../util/json-text.js'
import { nodeAt, valueOf } from '../util/json-text.js'

/** A handler of ours in a tree of settings. */
export interface OwnHandler extends HookProgram {
  event: string
  /** Which of our entries it is. */
  name: string
  /** The way to it, from the inside: its list, in a form with groups, its event's list, the events, the file. */
  way: OwnStep[]
}

interface OwnStep {
  container: JsonContainer
  entry: JsonEntry
  /** Where the container stands in the file; null for one that we made. */
  keys: string[] | null
}

/** The program that a handler starts, and which of our entries it is. */
export interface StartedHook extends HookProgram {
  /** null where the handler names none. */
  entry: string | null
}

/** What a handler starts, if it is ours. */
export type ReadHandler = (handler: Readonly<Record<string, unknown>>) => StartedHook | null

// Where the installer puts the hook, whatever the version; no other program lies there.
const OUR_SCRIPT = /[\\/]reflectory[\\/][^\\/]+[\\/]hook\.cjs$/

/** Node, our script, the agent's id, the event: that is only us. */
export function readStart(words: readonly unknown[] | null, agent: string): StartedHook | null {
  const [node, script, name, argument] = words ?? []
  if (typeof node !== 'string' || typeof script !== 'string') return null
  if (name !== agent || !OUR_SCRIPT.test(script)) return null
  return { node, script, entry: typeof argument === 'string' ? argument : null }
}

/** Every handler that the installer wrote, known by what it starts. Odd shapes hold none. */
export function findOwnHandlers(root: JsonNode, read: ReadHandler): OwnHandler[] {
  const groups = stepsIn(root, [], [])
    .filter(([file]) => file!.entry.key === 'hooks')
    .flatMap((way) => stepsIn(way[0]!.entry.node, ['hooks'], way))
    .flatMap((way) => stepsIn(way[0]!.entry.node, ['hooks', way[0]!.entry.key ?? ''], way))
  return groups.flatMap((group) => {
    const inner = nodeAt(group[0]!.entry.node, 'hooks')
    const ways = inner?.kind === 'array' ? stepsIn(inner, null, group) : [group]
    return ways.flatMap((way) => {
      const handler = valueOf(way[0]!.entry.node)
      if (typeof handler !== 'object' || handler === null) return []
      const started = read(handler as Record<string, unknown>)
      if (started === null) return []
      const event = way.at(-2)!.entry.key ?? ''
      const { node, script, entry } = started
      return [{ node, script, name: entry ?? event, event, way }]
    })
  })
}

const stepsIn = (node: JsonNode, keys: string[] | null, outer: OwnStep[]): OwnStep[][] =>
  node.kind === 'scalar'
    ? []
    : node.entries.map((entry) => [{ container: node, entry, keys }, ...outer])
