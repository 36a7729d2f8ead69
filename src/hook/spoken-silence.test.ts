import { expect, it } from 'vitest'
import { agents } from '../agent-registry.js'
import { silenceOf } from './spoken-silence.js'

it.each(Object.keys(agents))('is what the agent %s itself would say', async (id) => {
  const { silence, id: own } = await agents[id]!()
  expect({ own, silence }).toEqual({ own: id, silence: silenceOf(id) })
})

it('is nothing for an agent that nobody knows', () => {
  expect(['nobody', 'constructor', ''].map(silenceOf)).toEqual(['', '', ''])
})
