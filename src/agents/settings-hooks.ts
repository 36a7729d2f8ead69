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
import { own } from '../util/own.js'
import { hooksOf } from './hook-table.js'
import type { ClientHooks, HookClient } from './hook-table.js'
import { findOwnHandlers } from './own-handlers.js'
import { removeOwnHandlers } from './remove-own-handlers.js'
import { readToml } from './toml-entries.js'
import { withoutByteOrderMark } from '../util/byte-order-mark.js'

interface SettingsForm {
  /**
   * Settings, by their dotted names, and the value by which the client runs no hook of ours: of a list,
   * one in it. Where that is `true`, a TOML file has to say `false` for them to run.
   * @default it has none
   */
  off?: Readonly<Record<string, boolean | string>>
  /** What a file of the client's has besides hooks. @default nothing */
  skeleton?: object
}

type TextMethods = Pick<AgentInstaller, 'entries' | 'inspect' | 'add' | 'remove' | 'isBlank'>

export function settingsHooks(
  client: HookClient,
  { off = {}, skeleton = {} }: SettingsForm,
): TextMethods {
  const hooks = hooksOf(client)
  return {
    entries: hooks.entries.map(({ entry }) => entry),
    inspect: (text, file) =>
      file.endsWith('.toml')
        ? { ok: true, hooks: [], switchedOff: switchInToml(text, off) }
        : inspect(text, hooks, off),
    add: (text, hook, file) => addHooks(text, hook, file, hooks, skeleton),
    remove: (text, before, file) =>
      isEmpty(text)
        ? text
        : removeOwnHandlers(text, before, {
            parse: (rest) => rootOf(rest, file),
            read: hooks.read,
          }),
    isBlank: (text) => isBlank(text, skeleton),
  }
}

const isEmpty = (text: string): boolean => withoutByteOrderMark(text).trim() === ''

/** Nothing, or no more than a file of the client's has anyway. */
function isBlank(text: string, skeleton: object): boolean {
  if (isEmpty(text)) return true
  const bare = text.replace(/\s|\uFEFF/g, '')
  return bare === '{}' || bare === JSON.stringify(skeleton)
}

function inspect(
  text: string,
  { read }: ClientHooks,
  off: NonNullable<SettingsForm['off']>,
): Inspection {
  const parsed = parseJsonText(isEmpty(text) ? '{}' : text)
  if (!parsed.ok) return parsed
  const { root } = parsed
  if (root.kind !== 'object') return { ok: false, line: 1, problem: 'it is not a JSON object' }
  return {
    ok: true,
    hooks: findOwnHandlers(root, read).map(({ name, node, script, way: [handler] }) => ({
      entry: name,
      node,
      script,
      line: lineOf(text, handler!.entry.start),
    })),
    switchedOff: switchInJson(text, root, off),
  }
}

type Switch = Extract<Inspection, { ok: true }>['switchedOff']

function switchInJson(text: string, root: JsonNode, off: NonNullable<SettingsForm['off']>): Switch {
  const hasValue = (node: JsonNode | undefined, value: boolean | string): boolean =>
    node?.kind === 'array'
      ? node.entries.some((entry) => hasValue(entry.node, value))
      : node?.kind === 'scalar' && node.value === value
  for (const [setting, value] of Object.entries(off)) {
    const node = nodeAt(root, ...setting.split('.'))
    if (node !== undefined && hasValue(node, value)) {
      return { setting, line: lineOf(text, node.start) }
    }
  }
  return null
}

function switchInToml(text: string, off: NonNullable<SettingsForm['off']>): Switch {
  for (const { key, value, line } of readToml(text)) {
    const setting = key.join('.')
    const isOff = own(off, setting)
    if (isOff !== undefined && (value === false) !== isOff) return { setting, line }
  }
  return null
}

function addHooks(
  text: string | null,
  hook: HookProgram,
  file: string,
  { entries, write }: ClientHooks,
  skeleton: object,
): string {
  const all = entries.map(({ event, entry }) => [event, write(entry, hook)] as const)
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
