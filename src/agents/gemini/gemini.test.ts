import { describe, expect, it } from 'vitest'
import { agentContract } from '../../testing/agent-contract.js'
import { gemini } from './gemini.js'
import { withoutHookContext } from './hook-context.js'

const base = {
  session_id: 'b1ea',
  transcript_path: '/home/u/.gemini/tmp/shop/chats/session-b1ea.jsonl',
  cwd: '/srv/shop',
  timestamp: '2026-01-02T03:04:05.678Z',
}
const payload = (name: string, rest: object = {}) => ({ ...base, hook_event_name: name, ...rest })
const stopped = payload('AfterAgent', {
  prompt: 'Add it',
  prompt_response: 'Looking.\nDone.',
  stop_hook_active: false,
})

agentContract(
  gemini,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: payload('SessionStart', { source: 'startup' }),
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: payload('BeforeAgent', { prompt: 'Add it' }),
    },
    { title: 'a stop', kind: 'session-stopped', payload: stopped },
    { title: 'an end', kind: 'session-ended', payload: payload('SessionEnd', { reason: 'exit' }) },
    {
      title: 'a compression that may not come',
      kind: null,
      payload: payload('PreCompress', { trigger: 'auto' }),
    },
  ],
  { describe, it },
)

const context = { eventName: null, id: 'd1', now: '2026-01-02T03:04:05.678Z', degraded: null }

it('takes the last message from the transcript, and from the payload only without one', () => {
  expect(gemini.decode(stopped, context)).toMatchObject({ lastMessage: null })
  const { transcript_path: _, ...bare } = stopped as Record<string, unknown>
  expect(gemini.decode(bare, context)).toMatchObject({ lastMessage: 'Looking.\nDone.' })
})

it.each([
  { prompt: '<hook_context>a &lt;b&gt;</hook_context>\n\nAdd it', text: 'Add it' },
  { prompt: 'Add it<hook_context>a</hook_context>', text: 'Add it' },
  { prompt: 'Explain <hook_context> to me', text: 'Explain <hook_context> to me' },
  {
    prompt: 'Say why <hook_context>x</hook_context> is here <hook_context>a</hook_context>',
    text: 'Say why <hook_context>x</hook_context> is here ',
  },
])('hears $text in $prompt', ({ prompt, text }) => {
  expect(withoutHookContext(prompt)).toBe(text)
  expect(gemini.decode(payload('BeforeAgent', { prompt }), context)).toMatchObject({ text })
})

it('goes on when it is told to, in its own words', () => {
  const stop = gemini.decode(stopped, context)!
  const push = { kind: 'continue' as const, text: 'Two tests fail.', metadata: {} }
  expect(JSON.parse(gemini.encode(push, stop))).toEqual({
    decision: 'deny',
    reason: 'Two tests fail.',
  })
  const prompt = gemini.decode(payload('BeforeAgent', { prompt: 'x' }), context)!
  expect(JSON.parse(gemini.encode({ kind: 'context', text: 'Mind …' }, prompt))).toEqual({
    hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'Mind …' },
  })
})
