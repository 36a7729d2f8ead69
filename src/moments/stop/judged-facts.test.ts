import { expect, it } from 'vitest'
import { makeCommandRun } from '../../read/__fixtures__/command-run.js'
import { emptyEvidence } from '../../read/empty-evidence.js'
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { JudgedFacts } from '../../schema/judged-note.js'
import { interrupted } from '../../read/__fixtures__/play.js'
import { edits, factsOf, human, says } from './__fixtures__/session.js'
import { toJudgedFacts } from './judged-facts.js'

const run = (fields: Partial<CommandRun>): CommandRun =>
  makeCommandRun({ step: 1, turn: 2, ...fields })

const evidence = (fields: Partial<Evidence>): Evidence => {
  const empty = emptyEvidence({ at: '2026-03-01T09:00:00.000Z', lastMessage: null, degraded: [] })
  return { ...empty, request: { ...empty.request, total: 2 }, ...fields }
}

it('keeps the runs and edits of the current turn, and of runs only those that tell something', () => {
  const edit = { file: 'a.ts', step: 3, turn: 2, inert: false, creates: true }
  const facts = toJudgedFacts(
    evidence({
      commands: [run({ turn: 1 }), run({ kind: 'other', step: 2 }), run({ step: 4 })],
      edits: [{ ...edit, turn: 1 }, { ...edit, file: '(git pull)' }, edit],
      todos: [
        { text: 'a', state: 'pending' },
        { text: 'b', state: 'completed' },
        { text: 'c', state: 'in_progress' },
      ],
    }),
  )
  expect(facts.commands.map(({ step }) => step)).toEqual([4])
  expect(facts.edits).toEqual([edit])
  expect(facts.todosOpen).toBe(2)
})

it('keeps what an interrupted turn did, which no stop told', () => {
  const fix = factsOf(
    human('Fix it'),
    edits('a.ts'),
    says('Done.'),
    human('Now the tests'),
    edits('a.test.ts'),
    interrupted(),
    human('Leave it'),
    says('All right.'),
  )
  expect(toJudgedFacts(fix.evidence).edits.map(({ file }) => file)).toEqual(['a.test.ts'])
})

it.each([
  { messages: [], asked: null },
  { messages: ['Fix it', 'Also the tests'], asked: 'Also the tests' },
])('keeps what the human said last: $asked', ({ messages, asked }) => {
  const { request } = evidence({})
  const said = messages.map((text, at) => ({ number: at + 1, step: at, text }))
  expect(toJudgedFacts(evidence({ request: { ...request, messages: said } })).asked).toBe(asked)
})

it('is bounded, whatever happened, and keeps the latest', () => {
  const commands = Array.from({ length: 500 }, (_, step) => run({ step }))
  const facts = toJudgedFacts(evidence({ commands }))
  expect(facts.commands).toHaveLength(20)
  expect(facts.commands.at(-1)?.step).toBe(499)
  expect(JudgedFacts.parse(facts)).toEqual(facts)
})
