import type { JsonContainer, JsonEntry, JsonNode } from '../../util/json-text.js'
import { nodeAt, valueOf } from '../../util/json-text.js'

/** A handler of ours, with the way to it: event, group, handler. */
export interface OwnHandler {
  event: string
  node: string
  script: string
  hooks: JsonContainer
  eventEntry: JsonEntry
  groups: JsonContainer
  group: JsonEntry
  handlers: JsonContainer
  entry: JsonEntry
}

// Where the installer puts the hook, whatever the version; no other program lies there.
const OUR_SCRIPT = /[\\/]reflectory[\\/][^\\/]+[\\/]hook\.cjs$/

/** Every handler that the installer wrote, known by what it starts. Odd shapes hold none. */
export function findOwnHandlers(root: JsonNode): OwnHandler[] {
  const hooks = nodeAt(root, 'hooks')
  if (hooks?.kind !== 'object') return []
  return hooks.entries.flatMap((eventEntry) => {
    const groups = eventEntry.node
    if (groups.kind !== 'array') return []
    return groups.entries.flatMap((group) => {
      const handlers = nodeAt(group.node, 'hooks')
      if (handlers?.kind !== 'array') return []
      return handlers.entries.flatMap((entry) => {
        const started = startsUs(valueOf(entry.node))
        if (started === null) return []
        const event = eventEntry.key ?? ''
        return [{ ...started, event, hooks, eventEntry, groups, group, handlers, entry }]
      })
    })
  })
}

function startsUs(handler: unknown): { node: string; script: string } | null {
  if (typeof handler !== 'object' || handler === null) return null
  const { type, command, args } = handler as Record<string, unknown>
  if (type !== 'command' || typeof command !== 'string' || !Array.isArray(args)) return null
  const [script, agent] = args as unknown[]
  if (typeof script !== 'string' || agent !== 'claude-code' || !OUR_SCRIPT.test(script)) return null
  return { node: command, script }
}
