import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { openTempFolder } from '../src/util/__fixtures__/temp-folder.js'

describe('npm run SUITE in evals/', () => {
  const run = (node: string | null): string => {
    const folder = path.join(openTempFolder(), 'evals')
    cpSync('evals/run-promptfoo.mjs', path.join(folder, 'run-promptfoo.mjs'))
    if (node !== null) {
      const program = path.join(folder, 'node_modules', 'promptfoo')
      mkdirSync(program, { recursive: true })
      writeFileSync(
        path.join(program, 'package.json'),
        JSON.stringify({ version: '9.9.9', engines: { node } }),
      )
    }
    try {
      return execFileSync(process.execPath, [path.join(folder, 'run-promptfoo.mjs'), 'a.yaml'], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
    } catch (error) {
      return (error as { stderr: string }).stderr
    }
  }

  it.each([
    [null, 'promptfoo is not installed here'],
    ['>=99', `promptfoo 9.9.9 needs Node >=99; this is ${process.versions.node}.`],
    [`^1.0.0 || <${process.versions.node}`, 'promptfoo 9.9.9 needs Node ^1.0.0 || <'],
    [`^1.0.0 || >=${process.versions.node}`, 'The program is not built'],
    [`^${process.versions.node}`, 'The program is not built'],
  ])('says plainly what is missing (%s)', (node, words) => {
    expect(run(node)).toContain(words)
    expect(run(node)).toContain('`reflect evals run` answers the same cases')
  })

  it('has a script for every config', () => {
    const { scripts } = JSON.parse(readFileSync('evals/package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    for (const script of Object.values(scripts)) {
      const [, , config] = script.split(' ')
      expect(readFileSync(`evals/${config}`, 'utf8')).toContain('tests: file://cases/')
    }
  })
})

describe('the provider of every config', () => {
  const configs = ['promptfooconfig', 'agent-evaluation', 'stuck-detection', 'post-compression']
  const providersOf = (config: string) =>
    (
      parse(readFileSync(`evals/${config}.yaml`, 'utf8')) as {
        providers: { id: string; label: string; config: { suite: string; judge: string } }[]
      }
    ).providers

  it.each(configs)('answers by rules, by a model and by both: %s', (config) => {
    expect(
      providersOf(config).map(({ id, label, config: { judge } }) => [id, label, judge]),
    ).toEqual([
      ['file://providers/judge.mjs', 'rules', 'rules'],
      ['file://providers/judge.mjs', 'model', 'model'],
      ['file://providers/judge.mjs', 'model with rules', 'both'],
    ])
    const suites = new Set(providersOf(config).map((one) => one.config.suite))
    expect([...suites]).toEqual([config === 'promptfooconfig' ? 'task-verification' : config])
  })

  it('asks the judge that its config names, and its results say which', async () => {
    const home = openTempFolder()
    const verdict = { stuck: true, reason: 'genuinely_stuck', confidence: 0.9, why: 'quiet' }
    const command = [process.execPath, '-e', `console.log('${JSON.stringify(verdict)}')`]
    const config = { models: { backends: { told: { adapter: 'command', command } } } }
    mkdirSync(path.join(home, '.config', 'reflectory'), { recursive: true })
    writeFileSync(path.join(home, '.config/reflectory/reflection.yaml'), JSON.stringify(config))
    vi.stubEnv('HOME', home)
    vi.stubEnv('EVAL_MODEL', 'told')
    onTestFinished(() => void vi.unstubAllEnvs())
    const place = path.resolve('evals/providers/judge.mjs')
    const { default: Judge } = (await import(place)) as { default: new (of: object) => Provider }
    const vars = { time_since_activity: 600, last_assistant_response: 'Now I will run the tests.' }
    const answers = await Promise.all(
      providersOf('stuck-detection').map((one) => new Judge(one).callApi('', { vars })),
    )
    expect(answers.map(({ metadata }) => metadata)).toEqual([
      { suite: 'stuck-detection', judge: 'rules', model: null },
      { suite: 'stuck-detection', judge: 'model', model: 'told' },
      { suite: 'stuck-detection', judge: 'both', model: 'told' },
    ])
  })
})

interface Provider {
  callApi(prompt: string, context: { vars: object }): Promise<{ metadata: object }>
}
