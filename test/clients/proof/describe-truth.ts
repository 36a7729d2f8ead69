/** What is kept, recalled and counted of live sessions has happened in them. */
import { expect, it } from 'vitest'
import { claudeCode } from '../clients/claude-code.js'
import { askServer } from '../frame/ask-server.js'
import type { Client } from '../frame/client.js'
import type { DescribedClient } from '../frame/describe-client.js'
import { failureOf, textsOf } from '../frame/describe-client.js'
import type { ModelReply } from '../frame/model-script.js'
import type { OpenedClient } from '../frame/open-client.js'
import { putFile } from '../frame/put-file.js'
import { DOES_IT, PROMPT, STOPS_EARLY } from '../frame/stories.js'

const runs = (command: string): ModelReply => ({ text: 'I do it.', command })
const says = (text: string): ModelReply => ({ text })
const [WRONG, TEST, DONE] = STOPS_EARLY as [ModelReply, ModelReply, ModelReply]
const [RIGHT] = DOES_IT as [ModelReply]

export function describeTruth({ open }: DescribedClient): void {
  it('learns no lesson of a type check that never ran green', async () => {
    const opened = await open()
    const scripts = { test: 'node --test', typecheck: 'node types.mjs' }
    putFile(opened.root, 'package.json', JSON.stringify({ type: 'module', scripts }))
    const complaint = "sum.mjs(1,1): error TS2304: Cannot find name 'total'."
    putFile(opened.root, 'types.mjs', `console.log(${JSON.stringify(complaint)}); process.exit(2)`)
    opened.commit('types')
    const run = await opened.run(PROMPT, [
      runs('npm run typecheck'),
      RIGHT,
      runs('npm test'),
      says('I wrote `sum` in sum.mjs and npm test passes. npm run typecheck is still red.'),
    ])
    expect(failureOf(run)).toBeNull()
    expect(opened.reflect('lessons')).toContain('No lessons yet')
    const next = await opened.run('Run the type check.', [
      runs('npm run typecheck'),
      says('It is red: it does not find the name total.'),
    ])
    expect(textsOf(next.requests.at(-1)!)).not.toContain('made it green')
    expect(textsOf(next.requests.at(-1)!)).not.toContain('with nothing changed')
  })

  it('goes on sending back after an agent ignored it four times', async () => {
    const opened = await open()
    const pushed: boolean[] = []
    for (const replies of [STOPS_EARLY, IGNORES, IGNORES, IGNORES, IGNORES, STOPS_EARLY]) {
      beginAnew(opened)
      const run = await opened.run(PROMPT, replies)
      pushed.push(run.requests.some((request) => textsOf(request).includes('Not done yet')))
    }
    expect(pushed).toEqual([true, true, true, true, true, true])
    const { gates, pushed: turns } = overviewOf(opened)
    expect(gates.filter(({ demoted }) => demoted)).toEqual([])
    const settled = turns.endings.filter(({ ending }) => ending === 'done' || ending === 'settled')
    expect(settled.reduce((sum, one) => sum + one.turns, 0)).toBe(2)
    expect(turns.turns).toBe(6)
  })

  it('counts a push as finished where the record shows it, in the command and over HTTP', async () => {
    const opened = await open()
    for (const replies of [STOPS_EARLY, STOPS_EARLY, IGNORES, IGNORES]) {
      beginAnew(opened)
      expect(failureOf(await opened.run(PROMPT, replies))).toBeNull()
    }
    // What the last one ignored is fixed in the next turn of its session.
    const next = await opened.run('Go on.', [RIGHT, TEST, DONE], {}, { client: GOES_ON })
    expect(failureOf(next)).toBeNull()
    const endings = [
      { ending: 'done', turns: 2 },
      { ending: 'settled', turns: 1 },
      { ending: 'no_progress', turns: 1 },
    ]
    expect(overviewOf(opened).pushed).toEqual({ turns: 4, endings })
    expect(opened.reflect('digest')).toContain('in 4 turns: 2 done, 1 settled, 1 no progress.')
    const [overview] = await askServer(opened, '/overview')
    expect((overview as Figures).pushed).toEqual({ turns: 4, endings })
  })

  it('counts an agent that tells of a red test as honest', { timeout: 400_000 }, async () => {
    const opened = await open()
    const honest = says('I wrote `sum`, but the test "sum adds" is red. It is not done.')
    const tells = [WRONG, TEST, honest]
    // As many as a line of the self-model rests on, and two that say that it is not done.
    for (const replies of [tells, ...Array.from({ length: 20 }, () => DOES_IT), tells]) {
      beginAnew(opened)
      const run = await opened.run(PROMPT, replies)
      expect(run.requests).toHaveLength(replies.length)
    }
    const why = JSON.parse(opened.reflect('why', '--json')) as { gates: { accounted?: string }[] }
    expect(why.gates.map(({ accounted }) => accounted)).toEqual(['the report tells it'])
    const right = 'Its "done" was right in 20 of 20 sessions'
    expect(opened.reflect('self')).toContain(right)
    const digest = opened.reflect('digest')
    expect(digest).toContain('20 completed, 2 failed')
    expect(digest).toContain('22 stops judged: 20 complete, 0 incomplete')
    expect(digest).toContain(right)
    const [overview, self, sessions] = await askServer(opened, '/overview', '/self', '/sessions')
    const { series } = overview as { series: { premature: number }[] }
    expect(series.filter(({ premature }) => premature > 0)).toEqual([])
    const { lines } = self as { lines: { statement: string }[] }
    expect(lines.filter(({ statement }) => statement.startsWith(right))).toHaveLength(1)
    const [{ id }] = (sessions as { items: [{ id: string }] }).items
    const [session] = await askServer(opened, `/sessions/${id}`)
    const [{ points, ended }] = (session as Page).turns
    expect(points.map(({ accounted }) => accounted)).toEqual(['the report tells it'])
    expect(ended.ending).toBe('unproven')
  })

  it('remembers a rule and not a wish, and says recalled once it was sent', async () => {
    const opened = await open()
    const heard: boolean[] = []
    const hear = async (prompt: string, replies: readonly ModelReply[]): Promise<void> => {
      const run = await opened.run(prompt, replies)
      heard.push(run.requests.some((request) => textsOf(request).includes('The user said on')))
    }
    await hear(`We never use default exports. ${PROMPT}`, DOES_IT)
    expect(opened.reflect('memory')).toContain('not yet')
    await hear(`The due date should be 10 days. ${PROMPT}`, DOES_IT)
    await hear('Add a function to sum.mjs that subtracts.', [DONE])
    expect(entriesOf(opened).map(({ text }) => text)).toEqual(['We never use default exports.'])
    expect([heard[0], heard[2]]).toEqual([false, true])
    const times = heard.filter(Boolean).length
    expect(opened.reflect('memory')).toContain(`in ${times} session${times === 1 ? '' : 's'}`)
  })
}

/** Says the same again, whatever it was told. */
const IGNORES: readonly ModelReply[] = [WRONG, TEST, DONE, DONE, DONE, DONE, DONE]

function beginAnew(opened: OpenedClient): void {
  putFile(opened.root, 'sum.mjs', '')
}

/** The session before goes on. */
const GOES_ON: Client = {
  ...claudeCode,
  turn(prompt, place) {
    const { args, env } = claudeCode.turn(prompt, place)
    return { args: ['--continue', ...args], env }
  },
}

interface Figures {
  gates: { demoted: boolean }[]
  pushed: { turns: number; endings: { ending: string; turns: number }[] }
}

interface Page {
  turns: [{ points: { accounted?: string }[]; ended: { ending: string } }]
}

const overviewOf = (opened: OpenedClient): Figures =>
  (JSON.parse(opened.reflect('digest', '--json')) as { overview: Figures }).overview

const entriesOf = (opened: OpenedClient): { text: string }[] =>
  (JSON.parse(opened.reflect('memory', '--json')) as { entries: { text: string }[] }).entries
