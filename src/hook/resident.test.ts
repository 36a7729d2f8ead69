import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { opencode } from '../agents/opencode/opencode.js'
import type { ResidentMessage } from '../schema/resident-message.js'
import { openDuePlace } from './resident/__fixtures__/open-due-place.js'
import { serve } from './resident.js'

it('does what an earlier one left due, as soon as it is told of the session', async () => {
  const { place, database } = await openDuePlace()
  const input = new PassThrough()
  const say = (message: object) => void input.write(`${JSON.stringify(message)}\n`)
  const calls: ResidentMessage[] = []
  const write = (line: string): void => {
    const message = JSON.parse(line) as ResidentMessage
    if (message.type !== 'call') return
    calls.push(message)
    say({ type: 'result', call: message.call, value: { info: { id: 's1' }, messages: [] } })
    input.end()
  }
  const serving = serve({ ...place, agent: opencode, input, write, report: () => undefined })
  say({ type: 'busy', session: 's1', busy: false })
  await serving
  expect(calls).toEqual([{ type: 'call', call: 1, name: 'transcript', session: 's1' }])
  // Its project is where its client stands: it needs no note of where a session began.
  expect(readdirSync(path.dirname(path.dirname(database)))).not.toContain('sessions')
})

it('says not_recorded when neither the store nor the spool can be written', async () => {
  const { place, database } = await openDuePlace()
  // A file where the state folder was: nothing can be written below it, by any user.
  rmSync(path.dirname(database), { recursive: true })
  writeFileSync(path.dirname(database), '')
  const input = new PassThrough()
  const replies: unknown[] = []
  const write = (line: string): void => {
    const message = JSON.parse(line) as ResidentMessage
    if (message.type === 'action') replies.push(message.reply)
    input.end()
  }
  const serving = serve({ ...place, agent: opencode, input, write, report: () => undefined })
  const payload = { type: 'session.idle', properties: { sessionID: 's1' } }
  input.write(`${JSON.stringify({ type: 'event', event: 1, payload, transcript: null })}\n`)
  await serving
  expect(replies).toEqual([
    { do: 'toast', variant: 'error', text: expect.stringContaining('not_recorded') as string },
  ])
})
