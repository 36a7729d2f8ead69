import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

const quiet = {
  time_since_activity: '75',
  message_completed: 'true',
  output_tokens: '30',
  last_user_message: 'Add a footer',
  last_assistant_response: 'I will add it to the layout.',
  tool_calls: 'read: completed',
}
const compacted = {
  task_summary: 'Finish PR #12',
  last_assistant_response: 'Pushed the rename. I still need to add a test.',
  tools_used: 'edit, git commit, git push',
}
const lines = (out: string) => out.split('\n').map((line) => JSON.parse(line) as object)

describe('reflect evals stall --case', () => {
  it('answers one case with the whole contract', async () => {
    const cli = openCli()
    const file = cli.write('case.json', JSON.stringify({ id: 'a', vars: quiet }))
    const { code, out } = await cli.run(['evals', 'stall', '--case', file, '--json'])
    expect({ code, answers: lines(out) }).toEqual({
      code: 0,
      answers: [
        {
          id: 'a',
          stuck: true,
          reason: 'genuinely_stuck',
          confidence: 0.85,
          shouldNudge: true,
          nudgeMessage:
            'You announced "I will add it to the layout." and stopped. Do it now, and go on until the task is done.',
          why: 'it announced and stopped: I will add it to the layout.',
          judge: 'rules',
          basis: 'narrated',
        },
      ],
    })
  })

  it.each([
    {
      name: 'an array',
      text: JSON.stringify([quiet, { id: 'b', ...quiet, time_since_activity: 3 }]),
    },
    {
      name: 'JSON lines',
      text: `${JSON.stringify(quiet)}\n\n${JSON.stringify({ id: 'b', vars: { ...quiet, time_since_activity: 3 } })}\n`,
    },
  ])('answers $name, one result a line', async ({ text }) => {
    const cli = openCli()
    const { out } = await cli.run(['evals', 'stall', '--case', cli.write('cases', text), '--json'])
    expect(lines(out)).toMatchObject([
      { stuck: true },
      { id: 'b', stuck: false, reason: 'working' },
    ])
  })

  it('answers a case that tells nothing', async () => {
    const cli = openCli()
    const { code, out } = await cli.run([
      'evals',
      'stall',
      '--case',
      cli.write('c.json', '{}'),
      '--json',
    ])
    expect(code).toBe(0)
    expect(lines(out)).toMatchObject([{ stuck: false, reason: 'error', shouldNudge: false }])
  })

  it('heeds the age of the config', async () => {
    const cli = openCli()
    cli.write('reflection.yaml', 'stall:\n  minAgeMs: 80000\n')
    const file = cli.write('case.json', JSON.stringify(quiet))
    expect((await cli.run(['evals', 'stall', '--case', file])).out).toContain(
      'working (0.95): too recent',
    )
  })

  it.each([
    { name: 'nothing is named', argv: ['evals', 'stall'], said: 'one of them is needed' },
    {
      name: 'both are named',
      argv: ['evals', 'stall', '--case', 'a', '--episodes', 'b'],
      said: 'not both',
    },
    {
      name: 'there are no recordings',
      argv: ['evals', 'stall', '--episodes', 'none.jsonl'],
      said: 'none.jsonl',
    },
    {
      name: 'there is no such model',
      argv: ['evals', 'stall', '--case', 'a', '--model', 'x'],
      said: 'no model backend "x"',
    },
    {
      name: 'no case is named',
      argv: ['evals', 'compaction'],
      said: "Required option '--case <file>' not specified",
    },
  ])('refuses with 2 when $name', async ({ argv, said }) => {
    const { code, notes } = await openCli().run(argv)
    expect({ code, said: notes.includes(said) ? said : notes }).toEqual({ code: 2, said })
  })
})

describe('reflect evals stall --episodes', () => {
  const step = { action: 'ls /x', observation: 'Error: no such folder' }
  const loop = { id: 7, steps: [step, step, step, step] }
  const fine = { id: 'ok', steps: [step, { action: 'ls', observation: 'a' }] }

  it('says which detector fires, and at which step', async () => {
    const cli = openCli()
    const file = cli.write('e.jsonl', `${JSON.stringify(loop)}\n${JSON.stringify(fine)}\n`)
    expect(lines((await cli.run(['evals', 'stall', '--episodes', file, '--json'])).out)).toEqual([
      { id: 7, fires: true, detector: 'same-failure', step: 3, steps: 4, fact: 'ls /x' },
      { id: 'ok', fires: false, detector: null, step: null, steps: 2, fact: null },
    ])
  })

  it.each([
    { line: 'nonsense', says: 'this is not JSON: nonsense' },
    { line: '{"steps": 1}', says: "steps can't be 1" },
    { line: '{"steps": [{"action": "ls"}]}', says: "steps[0].observation can't be missing" },
    { line: '[]', says: 'a recording is an object, not []' },
  ])('names the line and what is wrong with $line', async ({ line, says }) => {
    const cli = openCli()
    cli.write('e.jsonl', `${JSON.stringify(fine)}\n\n${line}\n`)
    const { code, out, notes } = await cli.run([
      'evals',
      'stall',
      '--episodes',
      'e.jsonl',
      '--json',
    ])
    expect({ code, out: lines(out), error: JSON.parse(notes) as unknown }).toEqual({
      code: 2,
      out: [expect.objectContaining({ id: 'ok' })],
      error: {
        error: {
          code: 'usage',
          message: `e.jsonl, line 3: ${says}`,
          remedy: expect.stringContaining('Give one recording a line'),
        },
      },
    })
  })

  it('says that there is no recording in an empty file', async () => {
    const cli = openCli()
    cli.write('e.jsonl', '\n')
    const { code, notes } = await cli.run(['evals', 'stall', '--episodes', 'e.jsonl'])
    expect({ code, notes }).toEqual({
      code: 2,
      notes: expect.stringMatching(/^error: e\.jsonl has no recordings\n {2}→ /),
    })
  })
})

describe('reflect evals compaction --case', () => {
  it('answers with the whole contract', async () => {
    const cli = openCli()
    const file = cli.write('case.json', JSON.stringify({ id: 'p', vars: compacted }))
    const [answer] = lines((await cli.run(['evals', 'compaction', '--case', file, '--json'])).out)
    expect(answer).toEqual({
      id: 'p',
      action: 'needs_github_update',
      hasActiveGitWork: true,
      confidence: 0.85,
      nudgeMessage: expect.stringContaining('Update PR #12 with `gh pr comment 12 --body "…"`'),
      why: 'the work is about PR #12, which has no comment yet',
      judge: 'rules',
      basis: 'narrated',
    })
  })
})
