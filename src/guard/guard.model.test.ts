import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action } from '../schema/action.js'
import type { AgentEvent, AgentEventKind } from '../schema/agent-event.js'
import type { NewLogEvent } from '../schema/log-event.js'
import { SessionState } from '../schema/session-state.js'
import type { Store } from '../store.js'
import { openMemoryStore } from '../store/memory.js'
import { makeEvent } from './__fixtures__/events.js'
import { happening, hasBudget, isFree, isHeld, pushesOfTurn } from './__fixtures__/history.js'
import type { Happened } from './__fixtures__/history.js'
import { LEASE_MS, scenario } from './__fixtures__/scenario.js'
import type { Scenario, Step } from './__fixtures__/scenario.js'
import { foldSession } from './fold-session.js'
import { agentEventKey } from './guard-event.js'
import { enterSession, settleSession } from './guard.js'
import type { Entry, GuardTerms, Settlement } from './guard.js'

/**
 * Several processes on one session, interleaved at random. The oracle is the list of what happened
 * (`History`), read backwards at every decision; it knows nothing of the guard's state.
 *
 * What holds after every step:
 * - a judge is let in exactly when the turn is not aborted, the session not ended, no other judge
 *   holds a live lease, the turn has pushes left and nothing waits for the human;
 * - a push goes out exactly when, since its judge was let in, there was no human message, abort,
 *   error or end, no other judge, less than the lease's time, and the turn has pushes left, nothing
 *   is asked, and the last two pushes were not for this very evidence. So the spans from entry to
 *   push of two pushes never overlap, and a fence pushes once;
 * - a toast or context needs the same lease, and no budget;
 * - a second delivery changes nothing, and the state is the fold of the log.
 */
describe('the guard under interleaved processes', () => {
  it('keeps its promises in any order of events', async () => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(scenario(60), (input) => play(input, openHolder(), seen))
    await fc.assert(property, { numRuns: 1000 })
    expect(SITUATIONS.filter((situation) => !seen.has(situation))).toEqual([])
  })

  it('keeps its promises on a real store', async () => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(scenario(40), async (input) => {
      const store = await openMemoryStore()
      try {
        await play(input, openOnStore(store), seen)
      } finally {
        await store.close()
      }
    })
    await fc.assert(property, { numRuns: 40 })
    expect([...seen]).toEqual(expect.arrayContaining(['pushed', 'superseded', 'duplicate']))
  })
})

/** What random runs must have met, or they prove nothing. */
const SITUATIONS = [
  'aborted',
  'ended',
  'in_progress',
  'capped',
  'waiting',
  'paused',
  'own_session',
  'store_unavailable',
  'duplicate',
  'pushed',
  'shown',
  'superseded',
  'lease_expired',
  'no_progress',
  'no_lease',
  'push waiting',
  'push capped',
  'fence used twice',
]

const START = Date.parse('2026-03-01T09:00:00.000Z')
const JUDGED = new Set(['session-stopped', 'session-idle-long', 'session-compacted'])

/** What the model needs of a store: a transaction, and the proof that state is the log's fold. */
interface Holder {
  transact: Store['transact']
  read(): Promise<{ state: SessionState | null; logged: number }>
  differsFromLog(): Promise<boolean>
}

function openHolder(): Holder {
  let state: SessionState | null = null
  const log: NewLogEvent[] = []
  let folded: SessionState | null = null
  let foldedEvents = 0
  return {
    async transact({ key }, reducer) {
      const known = {
        seen: key !== null && log.some((event) => event.key === key),
        logged: new Set<string>(),
        blind: false,
      }
      const next = reducer(state, known)
      log.push(...next.events)
      state = next.state ?? state
      return next.result
    },
    read: async () => ({ state, logged: log.length }),
    async differsFromLog() {
      folded = log.slice(foldedEvents).reduce(foldSession, folded)
      foldedEvents = log.length
      return !isDeepStrictEqual(folded, state)
    },
  }
}

const openOnStore = (store: Store): Holder => ({
  transact: store.transact.bind(store),
  read: async () => ({
    state: await store.readSession('s1'),
    logged: (await store.readEvents({ limit: 10_000 })).length,
  }),
  differsFromLog: async () => (await store.rebuildSessions(foldSession)).changed > 0,
})

/** A process between being let in and settling. */
interface Judge {
  fence: number
  event: AgentEvent
}

async function play(
  { maxAttempts, steps, greedy }: Scenario,
  holder: Holder,
  seen: Set<string>,
): Promise<void> {
  const history: Happened[] = []
  const delivered: AgentEvent[] = []
  const judges: Judge[] = []
  const settled: Judge[] = []
  let now = START
  const base = { leaseMs: LEASE_MS, maxAttempts, own: false, paused: false, blind: false }
  const termsNow = (): GuardTerms => ({
    ...base,
    now: new Date(now).toISOString(),
    silent: null,
    hasChannel: true,
    hasToasts: true,
    takesContext: true,
  })

  async function enter(event: AgentEvent, odd: Partial<GuardTerms>): Promise<Entry | 'duplicate'> {
    return holder.transact<Entry | 'duplicate'>(
      { sessionId: 's1', key: agentEventKey(event) },
      (state, known) => {
        if (known.seen) return { state: null, events: [], writes: [], result: 'duplicate' }
        const place = { projectRoot: '/p', startPoint: null }
        const { events, entry } = enterSession(state, event, place, { ...termsNow(), ...odd })
        return { state: entry.state, events, writes: [], result: entry }
      },
    )
  }

  async function deliver(kind: AgentEventKind, fields: object, odd: Partial<GuardTerms>) {
    const at = new Date(now).toISOString()
    const event = makeEvent(kind, { ...fields, id: `e${delivered.length}`, at })
    delivered.push(event)
    history.push(happening(event, now))
    const mayJudge = JUDGED.has(kind) && isFree(history, event, now, { maxAttempts, odd })
    const entry = await enter(event, odd)
    if (entry === 'duplicate') throw new Error('a new event counts as a duplicate')
    seen.add(entry.reason ?? 'let in')
    if (!JUDGED.has(kind)) {
      expect(entry.fence).toBe(null)
      expect(entry.open).toBe(odd.own !== true && odd.paused !== true)
      return null
    }
    expect({ open: entry.open, fence: entry.fence !== null }).toEqual({
      open: mayJudge,
      fence: mayJudge,
    })
    if (entry.fence === null) return null
    history.push({ what: 'judge', at: now, by: event.id })
    const judge = { fence: entry.fence, event }
    judges.push(judge)
    return judge
  }

  async function settle(
    judge: Judge | null,
    kind: Action['kind'],
    fingerprint: string | null,
    cap = maxAttempts,
  ) {
    const eventId = judge?.event.id ?? 'none'
    const isStop = judge?.event.kind === 'session-stopped'
    const settlement: Settlement = {
      eventId,
      sessionId: 's1',
      fence: judge?.fence ?? null,
      proposal: proposalOf(kind),
      end: isStop ? 'reflected' : null,
      fingerprint,
    }
    const before = (await holder.read()).state
    if (before === null) return
    const held = judge !== null && isHeld(history, judge.event.id, now)
    const mayPush = held && hasBudget(history, fingerprint, cap)
    const action = await holder.transact<Action>({ sessionId: 's1', key: null }, (state) => {
      const next = settleSession(state!, settlement, { ...termsNow(), maxAttempts: cap })
      return { state: next.state, events: next.events, writes: [], result: next.action }
    })
    const goesOut = kind === 'continue' ? mayPush : kind === 'none' || judge === null || held
    expect(action).toEqual(
      goesOut ? proposalOf(kind) : { kind: 'none', reason: expect.any(String) },
    )

    noteSettled(action, kind)
    if (judge !== null) history.push({ what: 'settled', at: now, by: judge.event.id })
    if (action.kind === 'continue') history.push({ what: 'pushed', at: now, fingerprint })
    const after = (await holder.read()).state!
    if (action.kind === 'continue') expect(after.turnEnd).toBe('open')
    else if (held && isStop) expect(after.turnEnd).not.toBe('open')
    else if (!held) expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' })
  }

  function noteSettled(action: Action, proposed: Action['kind']): void {
    if (action.kind === 'continue') seen.add('pushed')
    else if (action.kind !== 'none') seen.add('shown')
    else if (proposed !== 'none') {
      const pushOnly = ['capped', 'waiting'].includes(action.reason)
      seen.add(pushOnly ? `push ${action.reason}` : action.reason)
    }
  }

  async function take(step: Step): Promise<void> {
    if (step.do === 'wait') now += step.ms
    if (step.do === 'deliver') await deliver(step.kind, step.fields, step.terms)
    if (step.do === 'settle without fence') await settle(null, step.proposal, null)
    if (step.do === 'kill' && judges.length > 0) judges.splice(step.nth % judges.length, 1)
    if (step.do === 'settle' && judges.length > 0) {
      const [judge] = judges.splice(step.nth % judges.length, 1)
      await settle(judge!, step.proposal, step.fingerprint, maxAttempts - step.lower)
      settled.push(judge!)
    }
    if (step.do === 'settle again' && settled.length > 0) {
      seen.add('fence used twice')
      await settle(settled[step.nth % settled.length]!, 'continue', step.fingerprint)
    }
    if (step.do === 'redeliver' && delivered.length > 0) {
      const before = await holder.read()
      expect(await enter(delivered[step.nth % delivered.length]!, {})).toBe('duplicate')
      expect(await holder.read()).toEqual(before)
      seen.add('duplicate')
    }
  }

  for (const step of steps) {
    await take(step)
    if (await holder.differsFromLog()) throw new Error('the state is not the fold of the log')
    const { state } = await holder.read()
    if (state !== null) SessionState.parse(state)
  }

  // Quiet: every process is gone, every question answered, and the lease's time is over.
  now += LEASE_MS
  await deliver('session-started', {}, {})
  for (const requestId of ['r1', 'r2']) await deliver('permission-answered', { requestId }, {})
  for (let stop = 0; stop <= (greedy ? maxAttempts : -1); stop += 1) {
    const judge = await deliver('session-stopped', {}, {})
    if (judge !== null) await settle(judge, 'continue', `fresh ${stop}`)
  }
  expect(pushesOfTurn(history).length).toBeLessThanOrEqual(maxAttempts)
  const last = await deliver('session-stopped', {}, {})
  if (last !== null) await settle(last, 'none', null)
  expect((await holder.read()).state?.turnEnd).not.toBe('open')
  expect(await holder.differsFromLog()).toBe(false)
}

function proposalOf(kind: Action['kind']): Action {
  if (kind === 'none') return { kind, reason: 'nothing_to_say' }
  if (kind === 'toast') return { kind, level: 'info', text: 'Task complete' }
  if (kind === 'continue') return { kind, text: 'the test fails', metadata: { from: 'reflectory' } }
  return { kind, text: 'text' }
}
