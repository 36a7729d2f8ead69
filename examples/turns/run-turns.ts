import { tmpdir } from 'node:os'
import path from 'node:path'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { openMemoryStore } from 'reflectory'
import { Config } from 'reflectory/contracts'
import { recall, runTurns, systemClock } from 'reflectory/turns'
import type {
  EntryQuery,
  RunTurnsInput,
  Snippet,
  TurnContext,
  TurnOutcome,
  TurnsReport,
  TurnStages,
} from 'reflectory/turns'

const store = await openMemoryStore()
const logs = mkdtempSync(path.join(tmpdir(), 'reflectory-example-'))

/** What an agent hears in a turn. */
const hear = ({ turn }: TurnContext): string =>
  turn === 1 ? 'The rabbits eat the lettuce.' : 'What eats the lettuce?'

const stages: TurnStages<string> = {
  t1: (context) => ({ observed: hear(context) }),
  t2: async ({ agent, at }, { observed }) => {
    const query: EntryQuery = { text: observed, owner: agent, before: at, limit: 3 }
    const snippets: Snippet[] = await recall(store, query)
    return { snippets }
  },
  t3: (_context, { observed, snippets }) => ({
    plan: { reflection: true },
    utter: snippets.length > 0 ? `I remember: ${snippets[0]!.text}` : observed,
  }),
  t4: () => ({ applied: true }),
}

const input: RunTurnsInput<string> = {
  agents: ['ada'],
  turns: [1, 2],
  stages,
  config: Config.parse({ turn: { enabled: true } }).turn,
  ports: { store },
  clock: (turn) => systemClock(new Date(Date.UTC(2030, 0, turn))),
  logs: { dir: logs },
}
const report: TurnsReport = await runTurns(input)
for (const outcome of report.turns) console.log(describe(outcome))
console.log(readdirSync(logs).sort().join(' '))

function describe({ agent, turn, outcome, reflection }: TurnOutcome): string {
  return `${agent} ${turn} ${outcome}: ${reflection?.summary}`
}

await store.close()
rmSync(logs, { recursive: true })
