import { describe, expect, it } from 'vitest'
import { makeEvent } from '../../guard/__fixtures__/events.js'
import { makeSession } from '../../guard/__fixtures__/session.js'
import {
  call,
  human,
  interrupted,
  ours,
  play,
  says,
  troubled,
} from '../../read/__fixtures__/play.js'
import type { Line } from '../../read/__fixtures__/play.js'
import { readMessage } from '../../read/prose/read-message.js'
import { shippedWeights } from '../../read/prose/weights.js'
import type { StallReason } from '../../schema/stall-verdict.js'
import { judgeStall } from './judge-stall.js'
import { stallFacts } from './stall-facts.js'
import type { StallFacts } from './stall-facts.js'

const facts = (fields: Partial<StallFacts>): StallFacts => ({
  ageMs: 60_000,
  sentences: readMessage(fields.message ?? '', shippedWeights('acts')),
  isTold: false,
  request: 'Add a login page',
  message: '',
  completed: true,
  outputTokens: null,
  tools: [],
  isAsked: false,
  isRefused: false,
  providerError: '',
  ...fields,
})
const tool = (status: StallFacts['tools'][number]['status'], toolKind = 'command' as const) => ({
  tool: 'bash',
  toolKind,
  status,
  action: 'make',
  detail: 'no rule to make target',
})

describe('judgeStall', () => {
  it.each<{ name: string; fields: Partial<StallFacts>; reason: StallReason }>([
    { name: 'young silence', fields: { ageMs: 29_999 }, reason: 'working' },
    {
      name: 'a broken-off text that is young',
      fields: { ageMs: 5_000, message: 'The' },
      reason: 'working',
    },
    {
      name: 'an open permission over everything',
      fields: { isAsked: true, message: 'The', tools: [tool('pending')] },
      reason: 'waiting_for_user',
    },
    { name: 'a session of which nothing is known', fields: { request: '' }, reason: 'error' },
    {
      name: 'a long build',
      fields: { ageMs: 900_000, tools: [tool('pending')] },
      reason: 'working',
    },
    {
      name: 'a refused call',
      fields: { message: 'Removing it.', tools: [tool('denied')] },
      reason: 'waiting_for_user',
    },
    {
      name: 'a human who pressed stop',
      fields: { isRefused: true, message: 'Next I will' },
      reason: 'waiting_for_user',
    },
    {
      name: 'an overloaded provider',
      fields: { providerError: 'API Error: 529 overloaded_error' },
      reason: 'working',
    },
    {
      name: 'a retry under way',
      fields: { message: 'Request failed, retrying in 20 s (attempt 2/5)' },
      reason: 'working',
    },
    { name: 'no output for less than two minutes', fields: { ageMs: 119_999 }, reason: 'working' },
    { name: 'no output for two minutes', fields: { ageMs: 120_000 }, reason: 'genuinely_stuck' },
    { name: 'no output where no age is known', fields: { ageMs: null }, reason: 'working' },
    {
      name: 'a failed call without a word',
      fields: { tools: [tool('failed')] },
      reason: 'genuinely_stuck',
    },
    {
      name: 'a failed call and an announcement',
      fields: { message: 'I will build it.', tools: [tool('failed')] },
      reason: 'genuinely_stuck',
    },
    {
      name: 'a failed call that it explains and asks about',
      fields: { message: 'It needs a token. Please provide one.', tools: [tool('failed')] },
      reason: 'waiting_for_user',
    },
    {
      name: 'a failed call before a finished one',
      fields: {
        message: 'Fixed the target; the build is green.',
        tools: [tool('failed'), tool('completed')],
      },
      reason: 'complete',
    },
    {
      name: 'half a sentence',
      fields: { message: 'The page has a form and' },
      reason: 'genuinely_stuck',
    },
    {
      name: 'a message that was never finished',
      fields: { completed: false, message: 'It has a form.' },
      reason: 'genuinely_stuck',
    },
    {
      name: 'a question',
      fields: { message: 'Which fields do you need?' },
      reason: 'waiting_for_user',
    },
    {
      name: 'own next steps',
      fields: { message: 'I read the code.\n\nNext steps:\n- add the form' },
      reason: 'genuinely_stuck',
    },
    {
      name: 'next steps where a plan was asked for',
      fields: {
        request: 'Only write a plan, do not implement it',
        message: 'Next steps:\n- add the form',
      },
      reason: 'complete',
    },
    {
      name: 'a text that was asked for and is all there is to do',
      fields: {
        request: 'Write a short story about a lighthouse',
        message: 'The lamp went out in March.\n\nSince then the keeper rows out every night.',
      },
      reason: 'complete',
    },
    {
      name: 'next steps after a part that was not asked for by name',
      fields: { message: 'The router is in place.\n\nNext steps:\n1. Add the form' },
      reason: 'genuinely_stuck',
    },
    {
      name: 'next steps after what was asked for',
      fields: { message: 'The login page is in place.\n\nNext steps:\n1. Add a footer' },
      reason: 'complete',
    },
    {
      name: 'a finished report',
      fields: { message: 'The login page is done and tested.' },
      reason: 'complete',
    },
    {
      name: 'prose about rate limits',
      fields: {
        message:
          'The login page now answers 429 with a retry header when the rate limit is exceeded. All tests pass.',
      },
      reason: 'complete',
    },
  ])('calls $name $reason', ({ fields, reason }) => {
    const judgement = judgeStall(facts(fields), 30_000)
    expect(judgement.reason).toBe(reason)
    expect(judgement.at !== null).toBe(reason === 'genuinely_stuck')
    expect(judgement.why).not.toBe('')
  })

  it('heeds the age that the config asks for', () => {
    const quiet = facts({ ageMs: 60_000, message: 'Next I will' })
    expect(judgeStall(quiet, 60_001).reason).toBe('working')
    expect(judgeStall(quiet, 60_000).reason).toBe('genuinely_stuck')
  })
})

const read = (lines: Line[], idleMs = 600_000) =>
  stallFacts(play(...lines), makeSession(), makeEvent('session-idle-long', { idleMs }))

describe('stallFacts', () => {
  it('takes the younger sign of life', () => {
    expect(read([human('go')]).ageMs).toBe(60_000)
    expect(read([human('go')], 3_000).ageMs).toBe(3_000)
  })

  it('looks at this turn, and at the end of a long message', () => {
    const lines = [human('one'), call('old', ''), human('two'), call('make', 'x', { exitCode: 2 })]
    const { request, tools, message } = read([...lines, says(`${'a'.repeat(2_000)}end`)])
    expect({ request, tools, length: message.length, end: message.slice(-3) }).toEqual({
      request: 'two',
      tools: [{ tool: 'Bash', toolKind: 'command', status: 'failed', action: 'make', detail: 'x' }],
      length: 1_000,
      end: 'end',
    })
  })

  it('counts our own unanswered words as silence', () => {
    const { message, outputTokens } = read([human('go'), says('Done.'), ours('The build is red.')])
    expect({ message, outputTokens }).toEqual({ message: '', outputTokens: 0 })
  })

  it('knows a provider error only as the last thing that happened', () => {
    expect(read([human('go'), troubled('529 overloaded')]).providerError).toBe('529 overloaded')
    expect(read([human('go'), troubled('529 overloaded'), says('Done.')]).providerError).toBe('')
  })

  it('knows an interrupt', () => {
    expect(read([human('go'), says('I will'), interrupted()]).isRefused).toBe(true)
  })
})
