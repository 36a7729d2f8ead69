import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EvalReport } from '../../evals/eval-report.js'
import { openCli } from '../support/open-cli.js'

const reports = (out: string) => JSON.parse(out) as EvalReport[]

describe('reflect evals', () => {
  it('answers a suite by the rules, keeps the run with the user, and shows it', async () => {
    const cli = openCli()
    const { code, out } = await cli.run(['evals', 'run', 'agent-evaluation', '--json'])
    expect(code).toBe(0)
    expect(reports(out)[0]!.suites).toEqual([
      expect.objectContaining({ suite: 'agent-evaluation', judge: 'rules', cases: 40, cost: null }),
    ])
    expect((await cli.run(['evals', 'show', '--json'])).out).toBe(out)
    expect((await cli.run(['evals'])).out).toMatch(/ {2}matrix {5}tp \d+ {2}fp \d+ {2}fn \d+/)
    expect(cli.git('status', '--porcelain')).toBe('')
  })

  it('says what there is before anything was run', async () => {
    const { out } = await openCli().run(['evals'])
    expect(out).toContain('reflect evals run')
    expect(out).toContain('stuck-detection: 141 cases')
  })

  it('counts what a model does not answer, and what its calls took', async () => {
    const cli = openCli()
    cli.putHome(
      '.config/reflectory/reflection.yaml',
      'mode: solo\nmodels:\n  backends:\n    mute: { adapter: recorded, file: none.jsonl }\n',
    )
    const argv = ['evals', 'run', 'post-compression', '--model', 'mute', '--json']
    const [alone] = reports((await cli.run([...argv, '--judge', 'model'])).out)
    expect(alone).toMatchObject({
      model: 'mute',
      suites: [{ judge: 'model', holding: { hits: 0 }, cost: { calls: 97, failed: 97, usd: 0 } }],
    })
    expect(alone!.suites[0]!.unanswered).toHaveLength(97)
    expect(existsSync(path.join(cli.stateDir(), 'reflectory.db'))).toBe(false)
    const [both] = reports((await cli.run(argv)).out)
    expect(both!.suites[0]!.holding.hits).toBeGreaterThan(50)
  })

  it('answers one case by each judge, and says who answered', async () => {
    const cli = openCli()
    const verdict = { stuck: true, reason: 'genuinely_stuck', confidence: 0.9, why: 'quiet' }
    cli.putHome(
      '.config/reflectory/reflection.yaml',
      `models:\n  backends:\n    told: { adapter: command, command: [${JSON.stringify(process.execPath)}, "-e", ${JSON.stringify(`console.log('${JSON.stringify(verdict)}')`)}] }\n`,
    )
    const vars = { time_since_activity: 600, last_assistant_response: 'Now I will run the tests.' }
    const answers = async (...argv: string[]) => {
      const said = await cli.run(['evals', 'answer', 'stuck-detection', '--json', ...argv], {
        stdin: JSON.stringify(vars),
      })
      return JSON.parse(said.out || said.notes) as { judge: string; model: string; answer: object }
    }
    const by = (one: { judge: string; model: string | null }) => [one.judge, one.model]
    const rules = await answers()
    expect(by(rules)).toEqual(['rules', null])
    expect(by(await answers('--model', 'told', '--judge', 'model'))).toEqual(['model', 'told'])
    expect(by(await answers('--model', 'told'))).toEqual(['both', 'told'])
  })

  it.each([
    [['evals', 'run', 'nothing'], 'There is no suite "nothing"'],
    [['evals', 'run', '--judge', 'model'], '--judge model needs a model'],
    [['evals', 'run', '--model', 'x'], 'no model backend "x"'],
  ])('refuses %j with 2', async (argv, said) => {
    const { code, notes } = await openCli().run(argv)
    expect({ code, said: notes.includes(said) ? said : notes }).toEqual({ code: 2, said })
  })
})
