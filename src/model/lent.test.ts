import { expect, it } from 'vitest'
import { openClientModel } from './lent.js'

const ask = {
  prompt: 'Is it done?',
  schema: { type: 'object' },
  temperature: 0,
  maxTokens: 100,
  signal: new AbortController().signal,
}
const answer = { text: '{"complete":true}', model: 'scripted/one', inputTokens: 7, outputTokens: 3 }
const usage = { model: 'scripted/one', inputTokens: 7, outputTokens: 3 }

it('asks with the wanted form in words, and says which model answered', async () => {
  const prompts: string[] = []
  const backend = openClientModel(async (prompt) => {
    prompts.push(prompt)
    return answer
  })
  expect(await backend.generate(ask)).toEqual({ ok: true, text: answer.text, usage })
  expect(prompts[0]).toContain('{"type":"object"}')
})

it('takes an empty answer for a refusal, which cost what it cost', async () => {
  const backend = openClientModel(async () => ({ ...answer, text: ' ' }))
  expect(await backend.generate(ask)).toMatchObject({ ok: false, failure: 'refused', usage })
})

it.each([
  { aborted: false, failure: 'unavailable' },
  { aborted: true, failure: 'aborted' },
])('never throws: $failure', async ({ aborted, failure }) => {
  const backend = openClientModel(() => Promise.reject(new Error('the client is gone')))
  const signal = aborted ? AbortSignal.abort() : ask.signal
  expect(await backend.generate({ ...ask, signal })).toMatchObject({
    ok: false,
    failure,
    reason: 'the client: the client is gone',
  })
})
