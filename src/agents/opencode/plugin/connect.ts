/**
 * What ties OpenCode to the resident hook: the client's events go to the child, its replies are
 * carried out. It decides nothing, no hook of it throws, and no failure of ours reaches the session.
 */
import type { PluginReply } from '../encode.js'
import { openCallAnswers } from './answer-calls.js'
import type { ClientEvent, PluginHooks, PluginInput, SessionInfo } from './client.js'
import { openLink } from './link.js'
import { becomeOnlyOne } from './only-one.js'
import { readSession } from './read-session.js'
import { openSessions } from './sessions.js'
import { within } from './within.js'

export interface ConnectOptions {
  /** Node, by path or by name. */
  node: string
  /** The hook's program. */
  script: string
  /** How long a prompt or a compaction waits for us. @default 2000 */
  waitMs?: number
  /** The client ends as soon as it is idle, whatever we say to that. @default false */
  endsWhenIdle?: boolean
}

const WAIT_MS = 2000

/** What is under way when the client ends may still be recorded, for so long. */
const FINISH_MS = 3000
const CLOSE_MS = 1000

/** The client's events that are forwarded as they are. */
const PLAIN: ReadonlySet<string> = new Set([
  'session.created',
  'session.error',
  'session.deleted',
  'permission.asked',
  'permission.replied',
  'question.asked',
  'question.replied',
  'question.rejected',
])

export function connect({ client, directory }: PluginInput, options: ConnectOptions): PluginHooks {
  const sessions = openSessions(client)
  const calls = openCallAnswers(client, sessions)
  const underWay = new Set<Promise<void>>()
  const reading = new Set<string>()
  let isSilent = false
  // A call to the client while it loads us would make it load us again, and again.
  let notice: string | null = null

  const link = openLink({
    waitMs: WAIT_MS,
    ...options,
    directory,
    onCall: calls.answer,
    onCancel: (call) => void calls.cancel(call).catch(() => undefined),
    onReply: (reply, session) => void run(() => carryOut(reply, session)),
    onNoNode: () => {
      notice = 'Reflectory needs Node.js 20.19 or newer and found none.'
    },
  })
  const onlyOne = becomeOnlyOne(directory, () => {
    isSilent = true
    void link.close(CLOSE_MS)
  })
  const isOn = (): boolean => !isSilent && link.state() !== 'off' && link.state() !== 'dead'

  /** Whatever fails in it is our own affair. */
  function run(work: () => Promise<unknown>): Promise<void> {
    const running = work().then(nothing, nothing)
    underWay.add(running)
    return running.finally(() => underWay.delete(running))
  }

  function toast(message: string, variant: string): void {
    const body = { title: 'Reflectory', message, variant }
    void client.tui.showToast({ body }).catch(nothing)
  }

  async function carryOut(reply: PluginReply | null, session: string | null): Promise<void> {
    if (reply === null || isSilent) return
    if (reply.do === 'toast') toast(reply.text, reply.variant)
    if (reply.do !== 'prompt' || session === null) return
    const { text, metadata } = reply
    const body = { parts: [{ type: 'text', text, metadata }] }
    await client.session.promptAsync({ path: { id: session }, body })
  }

  async function onEvent({ type, properties = {} }: ClientEvent): Promise<void> {
    const info = properties['info'] as SessionInfo | undefined
    const session = (properties['sessionID'] ?? info?.id) as string | undefined
    if (notice !== null && session !== undefined) toast(notice, 'warning')
    notice = session === undefined ? notice : null
    // The mode may have been switched on since the child found it off.
    if (type === 'session.created' && !isSilent) link.wake()
    if (session === undefined || !isOn() || !(await link.whenReady())) return
    if (type === 'session.created') sessions.learn(session, info)
    if (sessions.isOwn(session)) return
    const status = (properties['status'] as { type?: string } | undefined)?.type
    if (type === 'session.idle' || status === 'idle') await onIdle(session)
    else if (type === 'session.status') link.tellBusy(session, true)
    else if (type === 'session.compacted') await forwardWhole(type, session)
    else if (PLAIN.has(type)) await carryOut(await link.ask({ type, properties }), session)
  }

  /** Both names of one idle, and its repetition, mostly come within one reading. */
  async function onIdle(session: string): Promise<void> {
    link.tellBusy(session, false)
    if (reading.has(session)) return
    reading.add(session)
    await forwardWhole('session.idle', session)
  }

  async function forwardWhole(type: string, session: string): Promise<void> {
    const transcript = await readSession(client, session).finally(() => reading.delete(session))
    sessions.learn(session, transcript?.info)
    if (sessions.isOwn(session)) return
    const parentID = await sessions.parentOf(session)
    const properties = { sessionID: session }
    if (options.endsWhenIdle && type === 'session.idle' && parentID === null) link.tellLeaving()
    await carryOut(await link.ask({ type, properties, parentID }, transcript), session)
  }

  return {
    event: ({ event }) => run(() => onEvent(event)),

    'chat.message': ({ sessionID, messageID }, { message, parts }) =>
      run(async () => {
        if (!isOn()) return
        const parentID = await sessions.parentOf(sessionID)
        if (sessions.isOwn(sessionID)) return
        const properties = { sessionID, messageID: messageID ?? message?.id, parts }
        const reply = await link.askSoon({ type: 'chat.message', properties, parentID })
        if (reply?.do === 'context') parts.push(toPart(reply.text, sessionID, parts))
      }),

    'tool.execute.after': ({ tool, sessionID, callID, args }, result = {}) =>
      run(async () => {
        if (isSilent || link.state() !== 'ready' || sessions.isOwn(sessionID)) return
        const type = 'tool.execute.after'
        const properties = { sessionID, tool, callID }
        const { exit } = (result.metadata ?? {}) as { exit?: unknown }
        // Only a failed call waits for us, and only its output may get something from us.
        if (exit === undefined || exit === 0) {
          void link.ask({ type, properties })
          return
        }
        const output = typeof result.output === 'string' ? result.output : ''
        const failed = { ...properties, args, exit, output: ends(output) }
        const reply = await link.askSoon({ type, properties: failed })
        if (reply?.do === 'context') result.output = `${output}\n\n${reply.text}`
      }),

    'experimental.session.compacting': ({ sessionID }, output) =>
      run(async () => {
        if (isSilent || link.state() !== 'ready' || sessions.isOwn(sessionID)) return
        const transcript = await readSession(client, sessionID)
        const type = 'session.compacting'
        const reply = await link.askSoon({ type, properties: { sessionID } }, transcript)
        if (reply?.do === 'context') output.context.push(reply.text)
      }),

    async dispose() {
      if (isSilent) return
      isSilent = true
      onlyOne.letGo()
      link.tellLeaving()
      await within(FINISH_MS, Promise.all(underWay))
      await link.close(CLOSE_MS)
    },
  }
}

const nothing = (): void => undefined

const MAX_OUTPUT = 16_000

/** The head and the tail of an output: what is more is not worth the pipe. */
const ends = (text: string): string =>
  text.length <= MAX_OUTPUT
    ? text
    : `${text.slice(0, MAX_OUTPUT / 2)}\n…\n${text.slice(-MAX_OUTPUT / 2)}`

/** A part that the message keeps, marked as ours, behind those that it has. */
function toPart(
  text: string,
  sessionID: string,
  parts: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const id = `prt_zz${crypto.randomUUID().replaceAll('-', '')}`
  const messageID = parts[0]?.['messageID']
  const metadata = { reflection: { moment: 'recall' } }
  return { id, sessionID, messageID, type: 'text', text, synthetic: true, metadata }
}
