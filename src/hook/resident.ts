/**
 * The resident hook: `hook.cjs <agent> --stdio`, started by a client's plugin and living as long as
 * the client. The plugin's lines come in; actions, and calls for a transcript or the client's model,
 * go out (docs/resident-hook.md). It does what is due while sessions are idle. Of its own it keeps only
 * which sessions are the client's and which are at work, and a new one is told that again; the store
 * has the rest. Whatever fails is in the log, and the client hears "nothing to do".
 */
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { Agent } from '../agent.js'
import { asksLater } from '../read/asked-facts.js'
import { findProject } from '../config/project.js'
import { committedSettings } from '../config/session-settings.js'
import { isJudged } from '../guard/guard.js'
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import { LentAnswer, RESIDENT_PROTOCOL } from '../schema/resident-message.js'
import type { ClientMessage } from '../schema/resident-message.js'
import { uniqueId } from '../util/unique-id.js'
import { loadAgent } from '../wiring/agent-registry.js'
import { logFailure } from '../wiring/hook-log.js'
import { notRecorded } from './not-recorded.js'
import { answerEvent } from './resident/answer-event.js'
import type { ResidentWorld } from './resident/answer-event.js'
import { openPipe } from './resident/pipe.js'
import type { Pipe } from './resident/pipe.js'
import { openSessionOrder } from './resident/session-order.js'
import { openWatch } from './resident/watch.js'
import { openResidentTelemetry } from './resident/resident-telemetry.js'
import type { ProjectPlace } from './resident/with-project.js'
import { userName } from '../util/user-name.js'

z.config({ jitless: true })

export interface ResidentInput extends Omit<ProjectPlace, 'now'> {
  agentId: string
}

type EventMessage = Extract<ClientMessage, { type: 'event' }>
type BusyMessage = Extract<ClientMessage, { type: 'busy' }>

/** How long work that is under way may go on when the client is gone. */
const FINISH_MS = 5000
const TRANSCRIPT_MS = 10_000

/** Serves one client on the standard streams; ends with its pipe. */
export async function serveClient(input: ResidentInput): Promise<void> {
  const settingsName = await committedSettings(findProject(input.cwd))
  const place = { ...input, settingsName, author: userName(), now: () => new Date() }
  const report = (error: unknown, where: string): void =>
    logFailure(place, error, `resident hook ${input.agentId}: ${where}`)
  const agent = await findAgent(input.agentId, report)
  if (agent === null) return
  // A client that is gone reads nothing; its pipe's end is what ends us.
  process.stdout.on('error', () => undefined)
  await serve({ ...place, agent, report, input: process.stdin, write })
}

async function findAgent(id: string, report: ServeInput['report']): Promise<Agent | null> {
  try {
    return await loadAgent(id)
  } catch (error) {
    report(error, 'start')
    return null
  }
}

const write = (line: string): void => void process.stdout.write(line)

export interface ServeInput extends ProjectPlace {
  agent: Agent
  input: Readable
  write(line: string): void
  report(error: unknown, where: string): void
}

export async function serve(input: ServeInput): Promise<void> {
  const { agent, report } = input
  const ended = new AbortController()
  let isGone = false
  const pipe = openPipe({ ...input, report: (error) => report(error, 'read a line') })
  const order = openSessionOrder()
  const sessions = new Set<string>()
  const busy = new Set<string>()
  const world: ResidentWorld = {
    ...input,
    ended: ended.signal,
    isGone: () => isGone,
    lend: lendOver(pipe),
  }
  const telemetry = openResidentTelemetry({ ...input, ended: ended.signal })
  const watch = openWatch({
    ...world,
    report,
    isMine: (id) => sessions.has(id),
    isBusy: (id) => busy.has(id),
    wake: (event) => work(event, null, () => readTranscript(event.sessionId)),
  })

  const readTranscript = (session: string): Promise<unknown> =>
    pipe.call({ name: 'transcript', session }, AbortSignal.timeout(TRANSCRIPT_MS))

  async function work(
    event: AgentEvent,
    number: number | null,
    transcript: () => Promise<unknown>,
  ): Promise<void> {
    const { sessionId: session, kind } = event
    let isAnswered = false
    const reply = (action: Action): void => {
      isAnswered = true
      const told = toReply(agent, action, event)
      // Not asked for, so nothing to do means nothing to say.
      if (number === null && told === null) return
      pipe.send({ type: 'action', event: number, session, reply: told })
    }
    await order.run(session, isJudged(kind), async () => {
      try {
        const handed = await transcript()
        const later = asksLater(kind) ? { loadTranscript: () => readTranscript(session) } : {}
        const afterwards: typeof watch.plan = (project) => {
          telemetry.told()
          return watch.plan(project)
        }
        await answerEvent({ event, transcript: handed, ...later, reply, afterwards }, world)
      } catch (error) {
        report(error, kind)
      } finally {
        if (!isAnswered) reply(notRecorded(event))
      }
    })
  }

  function take(message: EventMessage): void {
    const event = receive(message, input)
    if (event === null) {
      pipe.send({ type: 'action', event: message.event, session: null, reply: null })
      return
    }
    sessions.add(event.sessionId)
    void work(event, message.event, async () => message.transcript)
  }

  function note({ session, busy: isBusy }: BusyMessage): void {
    busy[isBusy ? 'add' : 'delete'](session)
    if (sessions.has(session)) return
    sessions.add(session)
    watch.lookSoon()
  }

  const watching = watch.run()
  for await (const message of pipe.messages()) {
    if (message.type === 'event') take(message)
    else if (message.type === 'busy') note(message)
    else if (message.type === 'leaving') isGone = true
    else if (!greet(message, pipe)) break
  }
  isGone = true
  await Promise.race([order.settled(), after(FINISH_MS)])
  await telemetry.finish()
  ended.abort()
  await Promise.all([watching, Promise.race([order.settled(), after(FINISH_MS)])])
}

function greet({ protocol }: Extract<ClientMessage, { type: 'hello' }>, pipe: Pipe): boolean {
  const ours = { protocol: RESIDENT_PROTOCOL }
  if (protocol === RESIDENT_PROTOCOL) pipe.send({ type: 'ready', ...ours })
  else pipe.send({ type: 'refused', ...ours, reason: `protocol ${protocol} is not supported` })
  return protocol === RESIDENT_PROTOCOL
}

function receive(
  { payload, transcript }: EventMessage,
  { agent, now, report }: ServeInput,
): AgentEvent | null {
  const at = now()
  const context = { eventName: null, id: uniqueId(at), now: at.toISOString(), degraded: null }
  try {
    return agent.decode({ ...payload, transcript }, context)
  } catch (error) {
    report(error, 'read an event')
    return null
  }
}

function toReply(agent: Agent, action: Action, event: AgentEvent): unknown {
  const text = agent.encode(action, event)
  return text === '' ? null : (JSON.parse(text) as unknown)
}

/** The client's model over the pipe, on behalf of one session. */
function lendOver(pipe: Pipe): ResidentWorld['lend'] {
  return (session) => async (prompt, signal) => {
    const value = await pipe.call({ name: 'generate', session, prompt }, signal)
    const parsed = LentAnswer.safeParse(value)
    if (parsed.success) return parsed.data
    throw new ReflectError(
      'payload-invalid',
      "the client's model sent a reply that breaks the contract",
    )
  }
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms).unref())
