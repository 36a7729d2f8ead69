import { openMemoryStore } from 'reflectory'
import type { Agent } from 'reflectory/contracts'
import { agentContract, storeContract } from 'reflectory/testing'
import type { AgentSample, OpenedStore, TestRunner } from 'reflectory/testing'

// Any framework with `describe` and `it` will do: Vitest, Jest, node:test, or these lines.
const tests: Array<() => Promise<void>> = []
const runner: TestRunner = {
  describe: (_title, body) => body(),
  it: (_title, body) => tests.push(body),
}

// A store of your own has to do all that ours does.
async function open(): Promise<OpenedStore> {
  const store = await openMemoryStore()
  return { store, close: () => store.close() }
}
storeContract('mine', open, runner)

// So has an adapter for another agent, with payloads that its client really sends.
const agent: Agent = {
  id: 'mine',
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    maxContinuations: null,
    takesContext: () => false,
    hasToasts: false,
  },
  decode(payload, { id, now, degraded }) {
    const { done } = Object(payload) as { done?: unknown }
    if (typeof done !== 'string') return null
    return {
      kind: 'session-stopped',
      id,
      agent: 'mine',
      sessionId: done,
      parentSessionId: null,
      at: now,
      cwd: null,
      transcriptPath: null,
      degraded,
      lastMessage: null,
      backgroundTasks: 0,
      planMode: false,
    }
  },
  encode: (action) => (action.kind === 'continue' ? JSON.stringify({ say: action.text }) : ''),
  transcriptRoots: () => [],
}
const samples: AgentSample[] = [
  { title: 'a stop', kind: 'session-stopped', payload: { done: 'session-1' } },
]
agentContract(agent, samples, runner)

for (const test of tests) await test()
console.log('every test passes')
