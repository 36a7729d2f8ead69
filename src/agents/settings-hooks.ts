/**
 * Hooks in a client's JSON settings: a settings text comes in, the same text with or without our
 * hooks goes out, every other byte as it was. It refuses a text that is not JSON or in which
 * `hooks` is not what the client would read. How a client writes one handler is its own affair.
 */
import type { AgentInstaller, HookProgram, Inspection } from '../agent.js'
import { ReflectError } from '../schema/error.js'
import { insertEntry } from '../util/edit-json-text.js'
import { lineOf, nodeAt, parseJsonText } from '../util/json-text.js'
import type { JsonContainer, JsonNode } from '../util/json-text.js'
import { findOwnHandlers } from './own-handlers.js'
import type { ReadHandler } from './own-handlers.js'
import { removeOwnHandlers } from './remove-own-handlers.js'

/** How one client writes its hooks. */
export interface SettingsHooks {
  /** Our entries, by what the hook is told. */
  entries: readonly string[]
  /** The event whose list an entry stands in. @default the one that it is named after */
  eventOf?(entry: string): string
  /** What goes into the event's list. */
  write(entry: string, hook: HookProgram): object
  /** The inverse, for one handler. */
  read: ReadHandler
  /** The setting, if any, by which the client runs no hook of ours, and where it stands. */
  findSwitch(root: JsonContainer): FoundSetting | undefined
  /** What a file of the client's has besides hooks. @default nothing */
  skeleton?: object
}

export interface FoundSetting {
  setting: string
  start: number
}

type TextMethods = Pick<AgentInstaller, 'entries' | 'inspect' | 'add' | 'remove' | 'isBlank'>

export function settingsHooks(form: SettingsHooks): TextMethods {
  return {
    entries: form.entries,
    inspect: (text) => inspect(text, form),
    add: (text, hook, file) => addHooks(text, hook, file, form),
    remove: (text, before, file) =>
      isEmpty(text)
        ? text
        : removeOwnHandlers(text, before, {
            parse: (rest) => rootOf(rest, file),
            read: form.read,
          }),
    isBlank: (text) => isBlank(text, form.skeleton ?? {}),
  }
}

/** One of some settings at the top level that is true. */
export const trueSetting =
  (...names: string[]) =>
  (root: JsonContainer): FoundSetting | undefined => {
    const found = root.entries.find(
      ({ key, node }) => names.includes(key ?? '') && node.kind === 'scalar' && node.value === true,
    )
    return found === undefined ? undefined : { setting: found.key!, start: found.start }
  }

const isEmpty = (text: string): boolean => text.replace(/^\uFEFF/, '').trim() === ''

/** Nothing, or no more than a file of the client's has anyway. */
function isBlank(text: string, skeleton: object): boolean {
  if (isEmpty(text)) return true
  const bare = text.replace(/\s|\uFEFF/g, '')
  return bare === '{}' || bare === JSON.stringify(skeleton)
}

function inspect(text: string, { read, findSwitch }: SettingsHooks): Inspection {
  const parsed = parseJsonText(isEmpty(text) ? '{}' : text)
  if (!parsed.ok) return parsed
  const { root } = parsed
  if (root.kind !== 'object') return { ok: false, line: 1, problem: 'it is not a JSON object' }
  const off = findSwitch(root)
  return {
    ok: true,
    hooks: findOwnHandlers(root, read).map(({ name, node, script, entry }) => ({
      entry: name,
      node,
      script,
      line: lineOf(text, entry.start),
    })),
    switchedOff: off === undefined ? null : { setting: off.setting, line: lineOf(text, off.start) },
  }
}

function addHooks(
  text: string | null,
  hook: HookProgram,
  file: string,
  { entries, eventOf = (entry) => entry, write, skeleton }: SettingsHooks,
): string {
  const all = entries.map((entry) => [eventOf(entry), write(entry, hook)] as const)
  const lists: Record<string, object[]> = {}
  for (const [event, entry] of all) (lists[event] ??= []).push(entry)
  if (text === null || isEmpty(text)) {
    const mark = text?.startsWith('\uFEFF') ? '\uFEFF' : ''
    return `${mark}${JSON.stringify({ ...skeleton, hooks: lists }, null, 2)}\n`
  }
  const root = rootOf(text, file)
  if (nodeAt(root, 'hooks') === undefined) {
    return insertEntry(text, root, { key: 'hooks', value: lists })
  }
  return all.reduce((result, [event, entry]) => addToEvent(result, event, entry, file), text)
}

function addToEvent(text: string, event: string, entry: object, file: string): string {
  const hooks = container(nodeAt(rootOf(text, file), 'hooks'), 'object', 'hooks', text, file)
  const list = nodeAt(hooks, event)
  if (list === undefined) return insertEntry(text, hooks, { key: event, value: [entry] })
  const known = container(list, 'array', `hooks.${event}`, text, file)
  return insertEntry(text, known, { key: null, value: entry })
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
    remedy: 'Fix the file first; nothing was changed.',
  })
