import type { HookProgram } from '../agent.js'
import type { JsonContainer, JsonEntry, JsonNode } from '../util/json-text.js'
import { nodeAt, valueOf } from '../util/json-text.js'

/** A handler of ours, with the way to it: event, group, handler. */
export interface OwnHandler extends HookProgram {
  event: string
  /** Which of our entries it is. */
  name: string
  hooks: JsonContainer
  eventEntry: JsonEntry
  groups: JsonContainer
  group: JsonEntry
  /** The group's handlers; null in a form without groups, where `group` is the handler itself. */
  handlers: JsonContainer | null
  entry: JsonEntry
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
  const hooks = nodeAt(root, 'hooks')
  if (hooks?.kind !== 'object') return []
  return hooks.entries.flatMap((eventEntry) => {
    const groups = eventEntry.node
    if (groups.kind !== 'array') return []
    const way = { event: eventEntry.key ?? '', hooks, eventEntry, groups }
    return groups.entries.flatMap((group) => {
      const inner = nodeAt(group.node, 'hooks')
      const handlers = inner?.kind === 'array' ? inner : null
      return (handlers?.entries ?? [group]).flatMap((entry) => {
        const handler = valueOf(entry.node)
        if (typeof handler !== 'object' || handler === null) return []
        const started = read(handler as Record<string, unknown>)
        if (started === null) return []
        const { node, script, entry: name } = started
        return [{ node, script, name: name ?? way.event, ...way, group, handlers, entry }]
      })
    })
  })
}
