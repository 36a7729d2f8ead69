import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface Step {
  run?: string
  uses?: string
  shell?: string
  env?: Record<string, string>
  with?: Record<string, string>
}

interface Action {
  inputs: Record<string, { description: string; required?: boolean }>
  runs: { using: string; steps: Step[] }
}

interface Workflow {
  name: string
  on: string | Record<string, { workflows?: string[] }>
  permissions: Record<string, string>
  jobs: Record<string, { steps: Step[] }>
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action
const folder = 'examples/github'
const workflows = readdirSync(folder).map((file) => {
  const workflow = parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow
  return { file, workflow, steps: Object.values(workflow.jobs).flatMap(({ steps }) => steps) }
})

describe('action.yml', () => {
  it('runs scripts of its own alone, and puts no input into a shell line', () => {
    for (const { run, shell, uses } of action.runs.steps) {
      expect({ shell, uses }).toEqual({ shell: 'bash', uses: undefined })
      expect(run).not.toContain('${{')
      const script = /\$GITHUB_ACTION_PATH\/(action\/[\w.-]+)"$/.exec(run ?? '')?.[1]
      expect(existsSync(script ?? '')).toBe(true)
    }
  })

  it('hands every input to the script, and asks for none', () => {
    const handed = Object.values(action.runs.steps.at(-1)?.env ?? {})
    expect(handed).toEqual(Object.keys(action.inputs).map((name) => `\${{ inputs.${name} }}`))
    expect(Object.values(action.inputs).filter(({ required }) => required)).toEqual([])
  })

  it('has no input that its script does not read', () => {
    const script = readFileSync('action/review.mjs', 'utf8')
    for (const name of Object.keys(action.inputs)) {
      expect(script).toContain(`'${name.toUpperCase().replaceAll('-', '_')}'`)
    }
  })
})

describe('the documented workflows', () => {
  it.each(workflows)('$file gives inputs that the action has', ({ steps }) => {
    const own = steps.find(({ uses }) => uses?.includes('/reflectory@'))
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(own?.with ?? {})))
  })

  it.each(workflows)('$file runs nothing of the pull request', ({ workflow, steps }) => {
    expect(JSON.stringify(workflow.on)).not.toContain('pull_request_target')
    expect(steps.filter(({ run }) => run !== undefined)).toEqual([])
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))
    for (const { with: given } of checkouts) {
      expect(given).toEqual({ 'fetch-depth': 0, 'persist-credentials': false })
    }
  })

  it('the half that may write checks nothing out, and waits for the half that may not', () => {
    const byFile = new Map(workflows.map((one) => [one.file, one]))
    const [first, second] = [byFile.get('review-fork.yml')!, byFile.get('review-comment.yml')!]
    expect(first.workflow.permissions).toEqual({ contents: 'read' })
    expect(second.workflow.permissions).toEqual({ actions: 'read', 'pull-requests': 'write' })
    expect(second.steps.some(({ uses }) => uses?.startsWith('actions/checkout'))).toBe(false)
    expect(second.workflow.on).toMatchObject({
      workflow_run: { workflows: [first.workflow.name] },
    })
    const kept = first.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'))
    const taken = second.steps.find(({ uses }) => uses?.startsWith('actions/download-artifact'))
    expect(taken?.with?.['name']).toBe(kept?.with?.['name'])
  })
})
