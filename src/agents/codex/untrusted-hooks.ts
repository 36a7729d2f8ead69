import { createHash } from 'node:crypto'
import path from 'node:path'
import type { HookTrust } from '../../agent.js'
import { canonicalJson } from '../../util/canonical-json.js'
import { lineOf, parseJsonText, valueOf } from '../../util/json-text.js'
import { asRecord } from '../../util/loose-json.js'
import { clientFolder } from '../client-folder.js'
import { folderTrust } from '../folder-trust.js'
import { hooksOf } from '../hook-table.js'
import { findOwnHandlers } from '../own-handlers.js'
import { readToml } from '../toml-entries.js'
import type { TomlEntry } from '../toml-entries.js'

/** It keeps a hash of each handler that its user agreed to, under `hooks.state`. Seen in version 0.166. */
export const hookTrust: HookTrust = {
  file: (place) => path.join(clientFolder('codex', place), 'config.toml'),
  findUntrusted(hooks, config) {
    const known = untrustedHooks(hooks, config)
    if (known.length === 0) return inFolder.findUntrusted(hooks, config)
    const isChanged = known.every(({ changed }) => changed)
    return {
      what: `for ${known.map(({ event }) => event).join(', ')}`,
      why: isChanged ? 'they changed since they were trusted' : 'they are not trusted',
      line: known[0]!.line,
      rule: 'runs new hooks only when you trust them',
      remedy: 'Start codex, type /hooks and trust them; until then it silently skips them.',
    }
  },
}

const inFolder = folderTrust('codex', 'config.toml', (config) =>
  readToml(config).flatMap(({ key: [table, folder = '', name], value }) =>
    table === 'projects' && name === 'trust_level' ? [[folder, value === 'trusted']] : [],
  ),
)

/** Our handlers that the client would pass over, keyed by file, event and position. */
export function untrustedHooks(
  hooks: { file: string; text: string },
  config: string,
): { event: string; line: number; changed: boolean }[] {
  const parsed = parseJsonText(hooks.text)
  if (!parsed.ok) return []
  const trusted = readTrust(config)
  return findOwnHandlers(parsed.root, hooksOf('codex').read).flatMap((own) => {
    const { event, way } = own
    const name = snakeCase(event)
    const [handler, group] = way
    const place = [group!, handler!].map(({ container, entry }) => container.entries.indexOf(entry))
    const known = trusted.get(`${hooks.file}:${name}:${place.join(':')}`)
    if (known === trustHash(name, valueOf(handler!.entry.node))) return []
    const line = lineOf(hooks.text, handler!.entry.start)
    return [{ event, line, changed: known !== undefined }]
  })
}

/** The hash by which the client knows a handler again, in a group without a matcher as ours are. */
export function trustHash(event: string, handler: unknown): string {
  const { type, command, timeout, async = false } = asRecord(handler)
  const agreed = { event_name: event, hooks: [{ type, command, timeout, async }] }
  return `sha256:${createHash('sha256').update(canonicalJson(agreed)).digest('hex')}`
}

function readTrust(config: string): ReadonlyMap<string, TomlEntry['value']> {
  const hashes = readToml(config).flatMap(({ key, value }) => {
    const [hooks, state, handler = '', name] = key
    const isHash = hooks === 'hooks' && state === 'state' && name === 'trusted_hash'
    return isHash ? [[handler, value] as const] : []
  })
  return new Map(hashes)
}

const snakeCase = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
