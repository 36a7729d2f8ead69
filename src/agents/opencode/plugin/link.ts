/**
 * Questions to the resident hook and their replies. An event goes in, its one reply comes out; what
 * the hook says by itself is handed on. When the child is gone, every open question ends with null.
 */
import type { ClientMessage, ResidentMessage } from '../../../schema/resident-message.js'
import type { PluginReply } from '../encode.js'
import { openChild } from './child.js'
import type { ChildInput } from './child.js'
import { within } from './within.js'

interface Payload {
  type: string
  properties: Record<string, unknown>
  parentID?: string | null
}

export interface LinkInput extends Pick<ChildInput, 'node' | 'script' | 'directory' | 'onNoNode'> {
  onCall(call: Extract<ResidentMessage, { type: 'call' }>): Promise<ClientMessage>
  onCancel(call: number): void
  /** How long a prompt or a compaction waits for what we would add to it. */
  waitMs: number
  /** Something was due by itself. */
  onReply(reply: PluginReply | null, session: string | null): void
}

/** So many waits in vain, and the child counts as hanging. */
const MAX_LATE = 2

export function openLink(input: LinkInput) {
  const open = new Map<number, (reply: PluginReply | null) => void>()
  /** The sessions that were told of, and whether they are at work. */
  const known = new Map<string, boolean>()
  let [events, late] = [0, 0]
  const child = openChild({ ...input, onMessage: take, onReady: tellAll, onEnd: endAll })

  function tellBusy(session: string, busy: boolean): void {
    known.set(session, busy)
    child.send({ type: 'busy', session, busy })
  }

  function tellAll(): void {
    for (const [session, busy] of known) tellBusy(session, busy)
  }

  function endAll(): void {
    const ended = [...open.values()]
    open.clear()
    for (const resolve of ended) resolve(null)
  }

  function take(message: ResidentMessage): void {
    if (message.type === 'call') void input.onCall(message).then(child.send)
    else if (message.type === 'cancel') input.onCancel(message.call)
    else if (message.type === 'action') {
      const reply = message.reply as PluginReply | null
      if (message.event === null) return input.onReply(reply, message.session)
      const resolve = open.get(message.event)
      open.delete(message.event)
      resolve?.(reply)
    }
  }

  function note({ type, properties }: Payload): void {
    const info = properties['info'] as { id?: string } | undefined
    const session = (properties['sessionID'] ?? info?.id) as string | undefined
    if (session === undefined) return
    if (type === 'session.deleted') known.delete(session)
    else known.set(session, known.get(session) ?? false)
  }

  /** The reply to an event; null when there is nothing to do, or no hook to say so. */
  async function ask(payload: Payload, transcript?: unknown): Promise<PluginReply | null> {
    if (!(await child.whenReady())) return null
    const event = (events += 1)
    note(payload)
    return new Promise((resolve) => {
      open.set(event, resolve)
      const told = { ...payload, directory: input.directory }
      child.send({ type: 'event', event, payload: told, ...(transcript ? { transcript } : {}) })
    })
  }

  /** For the hooks that the client waits for: null when it takes too long. */
  async function askSoon(payload: Payload, transcript?: unknown): Promise<PluginReply | null> {
    const reply = await within(input.waitMs, ask(payload, transcript))
    late = reply === undefined ? late + 1 : 0
    if (late >= MAX_LATE) {
      late = 0
      child.kill()
    }
    return reply ?? null
  }

  return {
    state: child.state,
    wake: child.wake,
    whenReady: child.whenReady,
    ask,
    askSoon,
    tellBusy,
    /** The client ends: later replies of the hook are lost. */
    tellLeaving: () => child.send({ type: 'leaving' }),
    close(waitMs: number) {
      endAll()
      return child.close(waitMs)
    },
  }
}
