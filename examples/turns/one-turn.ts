import { openMemoryStore } from 'reflectory'
import { Config } from 'reflectory/contracts'
import { openRecordings, reflectTurn, systemClock } from 'reflectory/turns'
import type { Summarise, TurnBundle, TurnClock, TurnPorts, TurnReflection } from 'reflectory/turns'

const store = await openMemoryStore()
const clock: TurnClock = systemClock('2030-01-01T00:00:00.000Z')
const bundle: TurnBundle = {
  ctx: { agent: 'ada', turn: 1, clock },
  stateView: {},
  plan: { reflection: true },
  utter: 'The Gate is open; I locked it.',
  snippets: [],
}

// The step by itself, with the rules, then with a summariser of your own.
const ports: TurnPorts = { store }
const config = Config.parse({ turn: { enabled: true } }).turn
const byRules: TurnReflection = await reflectTurn(bundle, config, ports)
console.log(byRules.summary, byRules.report)

const summarise: Summarise = async ({ utter }) => ({ summary: utter.slice(0, 8) })
console.log((await reflectTurn(bundle, config, { ...ports, summarise })).summary)

// Recorded replies in place of the rules. What has no recording is a reason, never an exception.
const recorded = Config.parse({
  turn: {
    enabled: true,
    backend: 'model-fixtures',
    fixtures: { enabled: true, path: 'replies.jsonl' },
  },
}).turn
const model = openRecordings({ file: 'replies.jsonl', now: () => new Date() })
console.log((await reflectTurn(bundle, recorded, { ...ports, model })).metrics.reason)

await store.close()
