import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { GuardBodies } from '../guard/guard-event.js'
import { opencode } from '../agents/opencode/opencode.js'
import type { ResidentMessage } from '../schema/resident-message.js'
import { openDuePlace } from './resident/__fixtures__/open-due-place.js'
import { withProject } from './resident/with-project.js'
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

it.each([
  { how: 'says that it ends', last: [{ type: 'leaving' }] },
  { how: 'ends without a word', last: [] },
])('records a push as undelivered when the client $how while it is judged', async ({ last }) => {
  const { place } = await openDuePlace()
  const input = new PassThrough()
  const replies: ResidentMessage[] = []
  const write = (line: string): void => void replies.push(JSON.parse(line) as ResidentMessage)
  const serving = serve({ ...place, agent: opencode, input, write, report: () => undefined })
  const payload = { type: 'session.idle', properties: { sessionID: 's2' } }
  for (const message of [{ type: 'event', event: 1, payload, transcript: ANNOUNCES }, ...last]) {
    input.write(`${JSON.stringify(message)}\n`)
  }
  input.end()
  await serving
  expect(replies).toEqual([{ type: 'action', event: 1, session: 's2', reply: null }])
  await withProject(place, async ({ store }) => {
    const [settled] = await store.readEvents({ sessionId: 's2', kinds: ['guard.settled'] })
    const { action } = settled!.body as GuardBodies['guard.settled']
    expect(action).toEqual({ kind: 'none', reason: 'undelivered' })
    expect(await store.list('verdict', { sessionId: 's2' })).toMatchObject([{ complete: false }])
    expect(await store.readSession('s2')).toMatchObject({ attempts: 0, turnEnd: 'reflected' })
  })
})

const time = { created: 1_700_000_000_000, completed: 1_700_000_000_000 }

/** A session that ends on what it announces. */
const ANNOUNCES = {
  info: { id: 's2' },
  messages: [
    { info: { id: 'm1', role: 'user', time }, parts: [{ type: 'text', text: 'Fix the call.' }] },
    {
      info: { id: 'm2', role: 'assistant', finish: 'stop', time },
      parts: [{ type: 'text', text: "Now I'll fix the call and run the tests." }],
    },
  ],
}
