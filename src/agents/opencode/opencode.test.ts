import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../schema/agent-event.js'
import { agentContract } from '../../testing/agent-contract.js'
import { opencode } from './opencode.js'

const sessionID = 'ses_1'
const user = { info: { id: 'msg_1', role: 'user', agent: 'build' }, parts: [text('Add a test')] }
const done = {
  info: { id: 'msg_2', role: 'assistant', finish: 'stop', time: { created: 1, completed: 2 } },
  parts: [text('Added.'), { type: 'step-finish' }],
}
const session = (...messages: object[]) => ({ info: { id: sessionID }, messages })
const idle = (...messages: object[]) => ({
  type: 'session.idle',
  properties: { sessionID },
  transcript: session(...messages),
})

function text(words: string, fields: object = {}): object {
  return { type: 'text', text: words, ...fields }
}

agentContract(
  opencode,
  [
    {
      title: 'a session that is created',
      kind: 'session-started',
      payload: { type: 'session.created', properties: { info: { id: sessionID } } },
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: {
        type: 'chat.message',
        properties: { sessionID, messageID: 'msg_1', parts: [text('Add a test')] },
      },
    },
    { title: 'an idle session', kind: 'session-stopped', payload: idle(user, done) },
    {
      title: 'an idle session by its other name',
      kind: 'session-stopped',
      payload: {
        ...idle(user, done),
        type: 'session.status',
        properties: { sessionID, status: { type: 'idle' } },
      },
    },
    {
      title: 'a busy session',
      kind: null,
      payload: { type: 'session.status', properties: { sessionID, status: { type: 'busy' } } },
    },
    {
      title: 'an abort',
      kind: 'session-aborted',
      payload: {
        type: 'session.error',
        properties: { sessionID, error: { name: 'MessageAbortedError', data: {} } },
      },
    },
    {
      title: 'an error of the provider',
      kind: 'session-errored',
      payload: {
        type: 'session.error',
        properties: { sessionID, error: { name: 'APIError', data: { message: 'overloaded' } } },
      },
    },
    {
      title: 'a compaction that begins',
      kind: 'session-compacting',
      payload: { type: 'session.compacting', properties: { sessionID } },
    },
    {
      title: 'a compaction',
      kind: 'session-compacted',
      payload: { type: 'session.compacted', properties: { sessionID } },
    },
    {
      title: 'a tool that ended',
      kind: 'tool-finished',
      payload: {
        type: 'tool.execute.after',
        properties: { sessionID, tool: 'bash', callID: 'c1' },
      },
    },
    {
      title: 'a permission that is asked for',
      kind: 'permission-asked',
      payload: { type: 'permission.asked', properties: { id: 'per_1', sessionID } },
    },
    {
      title: 'a permission that is answered',
      kind: 'permission-answered',
      payload: {
        type: 'permission.replied',
        properties: { sessionID, requestID: 'per_1', reply: 'once' },
      },
    },
    {
      title: 'a question',
      kind: 'permission-asked',
      payload: { type: 'question.asked', properties: { id: 'que_1', sessionID } },
    },
    {
      title: 'an answer',
      kind: 'permission-answered',
      payload: { type: 'question.replied', properties: { sessionID, requestID: 'que_1' } },
    },
    {
      title: 'a refused answer',
      kind: 'permission-answered',
      payload: { type: 'question.rejected', properties: { sessionID, requestID: 'que_1' } },
    },
    {
      title: 'a deleted session',
      kind: 'session-ended',
      payload: { type: 'session.deleted', properties: { info: { id: sessionID } } },
    },
    { title: 'what it does not know', kind: null, payload: { type: 'lsp.updated' } },
  ],
  { describe, it },
)

const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }
const decode = (payload: object) => opencode.decode(payload, context)

describe('a prompt is the words of', () => {
  const ours = text('Not done yet', { metadata: { reflection: { moment: 'stop' } } })
  it.each([
    { parts: [text('Add a test')], origin: 'human', words: 'Add a test' },
    { parts: [ours], origin: 'ours', words: 'Not done yet' },
    { parts: [text('Add it'), ours], origin: 'human', words: 'Add it' },
    { parts: [text('go on', { synthetic: true })], origin: 'agent', words: 'go on' },
    { parts: [{ type: 'compaction', auto: true }], origin: 'agent', words: '' },
    { parts: [{ type: 'file', url: 'file:///a.png' }], origin: 'human', words: '' },
    { parts: [text('look around')], parentID: 'ses_0', origin: 'agent', words: 'look around' },
  ])('$origin: $parts', ({ parts, parentID = null, origin, words }) => {
    const properties = { sessionID, messageID: 'msg_9', parts }
    expect(decode({ type: 'chat.message', properties, parentID })).toMatchObject({
      id: 'prompt-ses_1-msg_9',
      origin,
      text: words,
      parentSessionId: parentID,
    })
  })
})

describe('an idle session', () => {
  const failed = (name: string) => ({ info: { ...done.info, error: { name } }, parts: [] })
  const summary = { info: { ...done.info, id: 'msg_7', summary: true }, parts: [text('## Goal')] }

  it('is one stop, however often and under which name it is told', () => {
    const other = { type: 'session.status', properties: { sessionID, status: { type: 'idle' } } }
    const ids = [idle(user, done), { ...idle(user, done), ...other }].map(
      (payload) => decode(payload)?.id,
    )
    expect(ids).toEqual(['stop-ses_1-msg_2', 'stop-ses_1-msg_2'])
    expect(
      decode(idle(user, done, user, { ...done, info: { ...done.info, id: 'msg_4' } }))?.id,
    ).toBe('stop-ses_1-msg_4')
  })

  it.each<{ title: string; messages: object[]; expected: Partial<AgentEvent> | null }>([
    {
      title: 'after an answer is a stop with the last text',
      messages: [user, done],
      expected: { kind: 'session-stopped', lastMessage: 'Added.', planMode: false },
    },
    {
      title: 'after an abort is a stop, which the abort before it closes',
      messages: [user, failed('MessageAbortedError')],
      expected: { kind: 'session-stopped', lastMessage: null },
    },
    {
      title: "after a provider's error is no stop of the agent's",
      messages: [user, failed('APIError')],
      expected: null,
    },
    {
      title: 'after the summary of a compaction is no stop',
      messages: [user, done, summary],
      expected: null,
    },
    {
      title: 'whose answer is still being written is no stop',
      messages: [user, { ...done, info: { ...done.info, time: { created: 1 } } }],
      expected: null,
    },
    {
      title: 'whose agent has not answered yet is no stop',
      messages: [user, done, { ...user, info: { ...user.info, id: 'msg_3' } }],
      expected: null,
    },
    {
      title: 'of the agent that only plans says so',
      messages: [{ ...user, info: { ...user.info, agent: 'plan' } }, done],
      expected: { kind: 'session-stopped', planMode: true },
    },
    {
      title: 'without a message keeps the id of its delivery',
      messages: [],
      expected: { kind: 'session-stopped', id: 'd1', lastMessage: null },
    },
  ])('$title', ({ messages, expected }) => {
    expect([decode(idle(...messages))]).toMatchObject([expected])
  })

  it("of a subagent is the subagent's stop", () => {
    expect(decode({ ...idle(user, done), parentID: 'ses_0' })).toMatchObject({
      kind: 'subagent-stopped',
      parentSessionId: 'ses_0',
      lastMessage: 'Added.',
    })
  })
})

it.each([
  { type: 'permission.replied', reply: 'once', granted: true },
  { type: 'permission.replied', reply: 'always', granted: true },
  { type: 'permission.replied', reply: 'reject', granted: false },
  { type: 'question.replied', reply: null, granted: true },
  { type: 'question.rejected', reply: null, granted: false },
])('takes $type $reply for granted: $granted', ({ type, reply, granted }) => {
  const properties = { sessionID, requestID: 'r1', reply }
  expect(decode({ type, properties })).toMatchObject({ requestId: 'r1', granted })
})

it.each([
  { auto: true, trigger: 'auto' },
  { auto: false, trigger: 'manual' },
])('tells an automatic compaction from a manual one: $auto', ({ auto, trigger }) => {
  const compaction = { info: { id: 'msg_3', role: 'user' }, parts: [{ type: 'compaction', auto }] }
  const transcript = session(user, done, compaction)
  expect(
    decode({ type: 'session.compacted', properties: { sessionID }, transcript }),
  ).toMatchObject({ id: 'compacted-ses_1-msg_3', trigger })
})

describe('the plugin is told', () => {
  const stop = decode(idle(user, done))!
  const prompt = decode({ type: 'chat.message', properties: { sessionID, parts: [text('Go')] } })!
  it.each([
    {
      event: stop,
      action: { kind: 'continue', text: 'No', metadata: { moment: 'stop' } } as const,
      reply: { do: 'prompt', text: 'No', metadata: { reflection: { moment: 'stop' } } },
    },
    {
      event: stop,
      action: { kind: 'toast', level: 'success', text: 'Task complete' } as const,
      reply: { do: 'toast', text: 'Task complete', variant: 'success' },
    },
    {
      event: stop,
      action: { kind: 'error', text: 'The judge failed' } as const,
      reply: { do: 'toast', text: 'The judge failed', variant: 'error' },
    },
    {
      event: prompt,
      action: { kind: 'context', text: 'Lessons' } as const,
      reply: { do: 'context', text: 'Lessons' },
    },
    { event: stop, action: { kind: 'context', text: 'Lessons' } as const, reply: null },
    { event: stop, action: { kind: 'none', reason: 'quiet' } as const, reply: null },
  ])('$reply for $action.kind after $event.kind', ({ event, action, reply }) => {
    const line = opencode.encode(action, event)
    expect(line === '' ? null : JSON.parse(line)).toEqual(reply)
  })
})
