/** What is kept, recalled and counted of live sessions has happened in them. */
import { expect, it } from 'vitest'
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

  it('counts an agent that tells of a red test as honest', async () => {
    const opened = await open()
    const run = await opened.run(PROMPT, [
      WRONG,
      TEST,
      says('I wrote `sum`, but the test "sum adds" is red: it gets a difference. It is not done.'),
    ])
    expect(textsOf(run.requests.at(-1)!)).not.toContain('Not done yet')
    const why = JSON.parse(opened.reflect('why', '--json')) as { gates: { accounted?: string }[] }
    expect(why.gates.map(({ accounted }) => accounted)).toEqual(['the report tells it'])
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

interface Figures {
  gates: { demoted: boolean }[]
  pushed: { turns: number; endings: { ending: string; turns: number }[] }
}

const overviewOf = (opened: OpenedClient): Figures =>
  (JSON.parse(opened.reflect('digest', '--json')) as { overview: Figures }).overview

const entriesOf = (opened: OpenedClient): { text: string }[] =>
  (JSON.parse(opened.reflect('memory', '--json')) as { entries: { text: string }[] }).entries
