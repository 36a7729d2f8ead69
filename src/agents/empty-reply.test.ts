import { expect, it } from 'vitest'
import { agents, loadAgent } from '../wiring/agent-registry.js'
import { makeEvent } from '../guard/__fixtures__/events.js'
import { emptyReplyFor } from './empty-reply.js'

const CODED = Object.keys(agents).filter((id) => id !== 'generic')

it.each(CODED)('is what %s reads of an action that says nothing', async (id) => {
  const agent = await loadAgent(id)
  const event = makeEvent('session-stopped', { agent: id })
  expect(agent.encode({ kind: 'none', reason: 'nothing_to_say' }, event)).toBe(emptyReplyFor(id))
})

it('is an empty object for Codex, which reads every answer as JSON', () => {
  expect(emptyReplyFor('codex')).toBe('{}')
})

it('is nothing for an unknown agent', () => {
  expect(['nobody', 'constructor', ''].map(emptyReplyFor)).toEqual(['', '', ''])
})
