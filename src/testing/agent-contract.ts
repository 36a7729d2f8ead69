/**
 * The specification of an agent adapter, as tests. An adapter and payloads that its client really
 * sends come in; a suite goes out. Like the store's it brings no test framework.
 */
import assert from 'node:assert/strict'
import type { Agent, DecodeContext } from '../agent.js'
import type { Action } from '../schema/action.js'
import { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import type { TestRunner } from './test-runner.js'

/** A recorded payload and what it has to become. */
export interface AgentSample {
  title: string
  payload: unknown
  /** The event named on the command line. */
  eventName?: string
  /** null when the event means nothing to us. */
  kind: AgentEvent['kind'] | null
}

const CONTEXT: DecodeContext = {
  eventName: null,
  id: 'delivery-1',
  now: '2026-01-02T03:04:05.678Z',
  degraded: null,
}

/** Values that no client should send and some will. */
const GARBAGE: unknown[] = [
  null,
  7,
  'text',
  [],
  [1],
  {},
  { session_id: 7 },
  { kind: 7 },
  { cwd: null },
]

/** Names that a table inherits without holding them. */
const INHERITED = ['__proto__', 'constructor', 'toString']

const ACTIONS: Action[] = [
  { kind: 'none', reason: 'nothing_to_say' },
  { kind: 'toast', level: 'info', text: 'done' },
  { kind: 'context', text: 'remember "this"\nand that' },
  { kind: 'continue', text: 'two tests fail', metadata: { reflection: 'stop' } },
  { kind: 'error', text: 'the judge failed' },
]

/** Holds an agent adapter to the contract, with payloads that its client really sends. */
export function agentContract(
  agent: Agent,
  samples: readonly AgentSample[],
  { describe, it }: TestRunner,
): void {
  const decode = (sample: AgentSample) =>
    agent.decode(sample.payload, { ...CONTEXT, eventName: sample.eventName ?? null })

  describe(`the agent ${agent.id}`, () => {
    for (const sample of samples) {
      it(`decodes ${sample.title}`, async () => {
        const event = decode(sample)
        assert.equal(event?.kind ?? null, sample.kind)
        if (event !== null) assert.deepEqual(AgentEvent.parse(event), event)
      })
    }

    it('decodes the same payload to the same event', async () => {
      for (const sample of samples) assert.deepEqual(decode(sample), decode(sample))
    })

    it('refuses what is no payload with a code, or makes a valid event of it', async () => {
      for (const payload of GARBAGE) {
        for (const eventName of [null, 'Stop', 'session-stopped', 'nonsense']) {
          try {
            const event = agent.decode(payload, { ...CONTEXT, eventName })
            if (event !== null) AgentEvent.parse(event)
          } catch (error) {
            assert.ok(error instanceof ReflectError, String(error))
            assert.equal(error.code, 'payload-invalid')
          }
        }
      }
    })

    it('knows no event by a name that every object inherits', async () => {
      for (const name of INHERITED) {
        for (const payload of [{}, { hook_event_name: name }, { kind: name }]) {
          const decoded = () => agent.decode(payload, { ...CONTEXT, eventName: name })
          try {
            assert.equal(decoded(), null)
          } catch (error) {
            assert.ok(error instanceof ReflectError, String(error))
            assert.equal(error.code, 'payload-invalid')
          }
        }
      }
    })

    it('carries why a payload is not whole into the event', async () => {
      for (const sample of samples) {
        const event = agent.decode(sample.payload, {
          ...CONTEXT,
          eventName: sample.eventName ?? null,
          degraded: 'cut',
        })
        if (event !== null) assert.equal(event.degraded, 'cut')
      }
    })

    it('encodes every action after every event as one line', async () => {
      for (const sample of samples) {
        const event = decode(sample)
        if (event === null) continue
        for (const action of ACTIONS) assert.ok(!agent.encode(action, event).includes('\n'))
      }
    })

    it('tells the client to go on after a stop if, and only if, it can', async () => {
      const stopped = samples.map(decode).find((event) => event?.kind === 'session-stopped')
      assert.ok(stopped, 'the samples need a stop')
      const push: Action = { kind: 'continue', text: 'two tests fail', metadata: {} }
      const reply = agent.encode(push, stopped)
      assert.equal(reply.includes('two tests fail'), agent.capabilities.canContinue)
    })

    it('hands context over at the events that it names, and at no other', async () => {
      for (const sample of samples) {
        const event = decode(sample)
        if (event === null) continue
        const reply = agent.encode({ kind: 'context', text: 'two tests fail' }, event)
        const isTold = reply.includes('two tests fail')
        assert.equal(isTold, agent.capabilities.takesContext(event.kind), sample.title)
      }
    })
  })
}
