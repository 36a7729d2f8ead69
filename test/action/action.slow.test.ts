import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { Sarif } from '../support/sarif-contract.js'
import { openFakeGitHub } from './fake-github.js'
import type { FakeGitHub } from './fake-github.js'

const REPOSITORY = 'shop/web'
const TESTS = "it('adds two', () => {\n  expect(1 + 1).toBe(2)\n})\n"

interface Place {
  sandbox: Sandbox
  /** The clone that a job works in. */
  workspace: string
  github: FakeGitHub
  base: string
  head: string
  run(inputs?: Record<string, string>, event?: object): Promise<Job>
}

interface Job {
  code: number
  log: string
  outputs: string
  summary: string
}

/** A bare repository as the host has it, and a clone as actions/checkout makes it, at the merge. */
async function openPlace(depth: string[] = []): Promise<Place> {
  const sandbox = openSandbox()
  const { git, base: folder } = sandbox
  const commit = (message: string) => git('commit', '--quiet', '-am', message)
  sandbox.write('src/sum.test.ts', TESTS)
  sandbox.write('package.json', JSON.stringify({ scripts: { preinstall: 'touch ../ran' } }))
  git('add', '-A')
  commit('first')
  git('checkout', '--quiet', '-b', 'feature')
  sandbox.write('src/sum.test.ts', TESTS.replace('it(', 'it.skip('))
  commit('work')
  const base = git('rev-parse', 'main').trim()
  const head = git('rev-parse', 'feature').trim()
  git('clone', '--quiet', '--bare', '.', path.join(folder, 'origin.git'))
  const bare = (...args: string[]) => git('-C', path.join(folder, 'origin.git'), ...args)
  bare('update-ref', 'refs/pull/7/head', head)
  const workspace = path.join(folder, 'workspace')
  git('init', '--quiet', workspace)
  const inClone = (...args: string[]) => git('-C', workspace, ...args)
  inClone('remote', 'add', 'origin', `file://${path.join(folder, 'origin.git')}`)
  const refs = ['+refs/heads/main:refs/remotes/origin/main', '+refs/pull/7/head:refs/pull/7/head']
  inClone('fetch', '--quiet', ...depth, 'origin', ...refs)
  inClone('checkout', '--quiet', '--detach', head)
  const github = await openFakeGitHub(REPOSITORY)
  const pullRequest = { pull_request: { number: 7, base: { sha: base }, head: { sha: head } } }
  return {
    sandbox,
    workspace,
    github,
    base,
    head,
    run: (inputs = {}, event = pullRequest) =>
      runSteps({ sandbox, workspace, github }, inputs, event),
  }
}

interface Action {
  inputs: Record<string, { default?: string }>
  runs: { steps: { run: string; env?: Record<string, string> }[] }
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action

/** Does what a runner does with a composite action: its steps in a shell, inputs filled in. */
async function runSteps(
  { sandbox, workspace, github }: Pick<Place, 'sandbox' | 'workspace' | 'github'>,
  inputs: Record<string, string>,
  event: object,
): Promise<Job> {
  const file = (name: string) => path.join(sandbox.base, name)
  for (const name of ['output', 'summary']) writeFileSync(file(name), '')
  writeFileSync(file('event.json'), JSON.stringify(event))
  const given: Record<string, string> = { token: 'secret-token', ...inputs }
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
      return given[name] ?? action.inputs[name]?.default ?? ''
    })
  const job: Job = { code: 0, log: '', outputs: '', summary: '' }
  for (const { run, env = {} } of action.runs.steps) {
    const filled = Object.entries(env).map(([name, value]) => [name, fill(value)])
    const options = {
      cwd: workspace,
      env: {
        ...sandbox.env,
        GITHUB_ACTION_PATH: process.cwd(),
        GITHUB_WORKSPACE: workspace,
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_API_URL: github.url,
        GITHUB_EVENT_PATH: file('event.json'),
        GITHUB_OUTPUT: file('output'),
        GITHUB_STEP_SUMMARY: file('summary'),
        RUNNER_TEMP: sandbox.base,
        ...Object.fromEntries(filled),
      },
    }
    // The fake answers in this process, so that it must not be blocked.
    job.code = await new Promise<number>((resolve) => {
      execFile('bash', ['-e', '-o', 'pipefail', '-c', run], options, (error, stdout, stderr) => {
        job.log += stdout + stderr
        resolve(error === null ? 0 : Number(error.code))
      })
    })
    if (job.code !== 0) break
  }
  return {
    ...job,
    outputs: readFileSync(file('output'), 'utf8'),
    summary: readFileSync(file('summary'), 'utf8'),
  }
}

describe('the action', () => {
  it('comments once and updates in place, annotates, sums up, and does not fail', async () => {
    const { run, github, workspace, sandbox } = await openPlace()
    const first = await run({ sarif: 'review.sarif' })
    expect(first.code).toBe(0)
    expect(first.log).toContain('::warning file=src/sum.test.ts,line=1,')
    expect(first.summary).toContain('A test is skipped')
    expect(first.outputs).toMatch(/^report=.+\nfindings=1\nneeds-review=false\n$/)
    Sarif.parse(JSON.parse(readFileSync(path.join(workspace, 'review.sarif'), 'utf8')))
    expect(github.comments).toHaveLength(1)
    github.comments[0]!.body = github.comments[0]!.body.replace('skipped', 'of yesterday')
    await run()
    expect(github.comments).toHaveLength(1)
    expect(github.comments[0]!.body).toContain('A test is skipped')
    const before = github.calls.length
    await run()
    expect(github.calls.slice(before)).toEqual(['GET /repos/shop/web/issues/7/comments'])
    expect(existsSync(path.join(sandbox.base, 'ran'))).toBe(false)
  })

  it("leaves others' comments alone, whatever marker they carry, and looks past a full page", async () => {
    const { run, github } = await openPlace()
    const body = '<!-- reflectory:review -->\nmine'
    github.comments = Array.from({ length: 120 }, (_, id) => ({ id, user: { login: 'eve' }, body }))
    await run()
    expect(github.comments).toHaveLength(121)
    expect(github.comments.slice(0, 120).every((one) => one.body === body)).toBe(true)
    await run()
    expect(github.comments).toHaveLength(121)
  })

  it.each([
    ['', 0],
    ['error', 0],
    ['warning', 1],
    ['loud', 1],
  ])('with fail-on %j ends with %i', async (failOn, code) => {
    const { run, github } = await openPlace()
    expect((await run({ 'fail-on': failOn })).code).toBe(code)
    expect(github.comments).toHaveLength(1)
  })

  it.each<[string, (github: FakeGitHub) => void]>([
    ['may only read', (github) => void (github.refuse = 403)],
    ['is down', (github) => void (github.refuse = 500)],
    ['is not there', (github) => void (github.url = 'http://127.0.0.1:9')],
  ])('warns and goes on when GitHub %s', async (_, breakIt) => {
    const { run, github } = await openPlace()
    breakIt(github)
    const { code, log } = await run()
    expect(code).toBe(0)
    expect(log).toContain('::warning title=Reflectory::No comment: ')
  })

  it('of a shallow clone warns how to get the history, and fails only when asked to', async () => {
    const { run } = await openPlace(['--depth=1'])
    const { code, log } = await run()
    expect(code).toBe(0)
    expect(log).toContain('fetch-depth: 0')
    expect((await run({ 'fail-on': 'error' })).code).toBe(1)
  })
})

describe('a fork', () => {
  const workflowRun = (head: string) => ({
    workflow_run: {
      event: 'pull_request',
      head_sha: head,
      head_branch: 'feature',
      head_repository: { owner: { login: 'eve' } },
    },
  })

  it('leaves a report, of which another run makes the comment', async () => {
    const { run, github, head } = await openPlace()
    await run({ comment: 'false', report: 'review.json' })
    expect(github.calls).toEqual([])
    github.pulls = [{ number: 7, head: { sha: head } }]
    await run({ from: 'review.json', annotations: 'false' }, workflowRun(head))
    expect(github.comments.map(({ body }) => body.includes('A test is skipped'))).toEqual([true])
  })

  it.each<[string, (text: string) => string]>([
    ['of another shape', () => '{"findings":[]}'],
    ['with more than its contract has', (text) => text.replace('{', '{"extra":1,')],
    ['of another commit', (text) => text.replace(/"head": "\w+"/, '"head": "0123"')],
  ])('is not believed when it leaves a report %s', async (_, forge) => {
    const { run, github, head, workspace } = await openPlace()
    await run({ comment: 'false', report: 'review.json' })
    const file = path.join(workspace, 'review.json')
    writeFileSync(file, forge(readFileSync(file, 'utf8')))
    github.pulls = [{ number: 7, head: { sha: head } }]
    const { code, log } = await run({ from: 'review.json' }, workflowRun(head))
    expect(code).toBe(0)
    expect(log).toContain('::warning title=Reflectory::')
    expect(github.comments).toEqual([])
  })
})
