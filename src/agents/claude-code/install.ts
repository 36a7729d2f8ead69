/**
 * Claude Code's settings: a settings text comes in, the same text with or without our hooks goes
 * out, every other byte as it was. It refuses a text that is not JSON or in which `hooks` is not
 * what the client would read. https://docs.claude.com/en/docs/claude-code/hooks
 */
import path from 'node:path'
import type { AgentInstaller, HookProgram, Inspection, InstallPlace } from '../../agent.js'
import { ReflectError } from '../../schema/error.js'
import { insertEntry } from '../../util/edit-json-text.js'
import { lineOf, nodeAt, parseJsonText } from '../../util/json-text.js'
import type { JsonContainer, JsonNode } from '../../util/json-text.js'
import { HOOKED_EVENTS, hookGroup } from './hook-group.js'
import { findOwnHandlers } from './own-handlers.js'
import { removeOwnHandlers } from './remove-own-handlers.js'

export const claudeCodeInstaller: AgentInstaller = {
  title: 'Claude Code',
  signs: (place) => ({
    program: 'claude',
    packageName: '@anthropic-ai/claude-code',
    folder: userFolder(place),
  }),
  events: HOOKED_EVENTS,
  files: (place) => [place.scope === 'user' ? userSettings(place) : localSettings(place)],
  switches: (place) => [
    userSettings(place),
    localSettings(place),
    path.join(place.projectRoot, '.claude', 'settings.json'),
    ...managedSettings(place.platform),
  ],
  inspect,
  add: addHooks,
  remove: (text, before, file) =>
    isEmpty(text) ? text : removeOwnHandlers(text, before, (rest) => rootOf(rest, file)),
  isBlank: (text) => /^\uFEFF?\s*(\{\s*\})?\s*$/.test(text),
}

const userFolder = ({ env, home }: InstallPlace): string => {
  const chosen = env['CLAUDE_CONFIG_DIR'] ?? ''
  return path.isAbsolute(chosen) ? chosen : path.join(home, '.claude')
}

const userSettings = (place: InstallPlace): string => path.join(userFolder(place), 'settings.json')

/** The file that is one person's own: the other one is shared, and our paths are not. */
const localSettings = ({ projectRoot }: InstallPlace): string =>
  path.join(projectRoot, '.claude', 'settings.local.json')

function managedSettings(platform: NodeJS.Platform): string[] {
  if (platform === 'linux') return ['/etc/claude-code/managed-settings.json']
  if (platform !== 'darwin') return []
  return ['/Library/Application Support/ClaudeCode/managed-settings.json']
}

const isEmpty = (text: string): boolean => text.replace(/^\uFEFF/, '').trim() === ''

const SWITCHES = new Set(['disableAllHooks', 'allowManagedHooksOnly'])

function inspect(text: string): Inspection {
  const parsed = parseJsonText(isEmpty(text) ? '{}' : text)
  if (!parsed.ok) return parsed
  const { root } = parsed
  if (root.kind !== 'object') return { ok: false, line: 1, problem: 'it is not a JSON object' }
  const off = root.entries.find(
    ({ key, node }) => SWITCHES.has(key ?? '') && node.kind === 'scalar' && node.value === true,
  )
  return {
    ok: true,
    hooks: findOwnHandlers(root).map(({ event, node, script, entry }) => ({
      event,
      node,
      script,
      line: lineOf(text, entry.start),
    })),
    switchedOff:
      off === undefined ? null : { setting: off.key ?? '', line: lineOf(text, off.start) },
  }
}

function addHooks(text: string | null, hook: HookProgram, file: string): string {
  const all = HOOKED_EVENTS.map((event) => [event, [hookGroup(event, hook)]] as const)
  if (text === null || isEmpty(text)) {
    const mark = text?.startsWith('\uFEFF') ? '\uFEFF' : ''
    return `${mark}${JSON.stringify({ hooks: Object.fromEntries(all) }, null, 2)}\n`
  }
  const root = rootOf(text, file)
  const hooks = nodeAt(root, 'hooks')
  if (hooks === undefined) {
    return insertEntry(text, root, { key: 'hooks', value: Object.fromEntries(all) })
  }
  return all.reduce((result, [event, [group]]) => addGroup(result, event, group!, file), text)
}

function addGroup(text: string, event: string, group: object, file: string): string {
  const hooks = container(nodeAt(rootOf(text, file), 'hooks'), 'object', 'hooks', text, file)
  const groups = nodeAt(hooks, event)
  if (groups === undefined) return insertEntry(text, hooks, { key: event, value: [group] })
  const list = container(groups, 'array', `hooks.${event}`, text, file)
  return insertEntry(text, list, { key: null, value: group })
}

function rootOf(text: string, file: string): JsonContainer {
  const parsed = parseJsonText(text)
  if (!parsed.ok) throw refuse(file, parsed.line, `is not valid JSON: ${parsed.problem}`)
  return container(parsed.root, 'object', 'the file', text, file)
}

function container(
  node: JsonNode | undefined,
  kind: 'object' | 'array',
  name: string,
  text: string,
  file: string,
): JsonContainer {
  if (node?.kind === kind) return node
  const wanted = kind === 'object' ? 'a JSON object' : 'a JSON array'
  throw refuse(file, lineOf(text, node?.start ?? 0), `${name} is not ${wanted}`)
}

const refuse = (file: string, line: number, problem: string): ReflectError =>
  new ReflectError('config-invalid', `${file}:${line}: ${problem}`, {
    remedy: 'Mend the file first; nothing was changed.',
  })
