/** The client as the judge of its own stops, by the recipe that the docs have for its subscribers. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { CHECK_PROMPT, SAYS_DONE, WRITES_RIGHT } from './describe-checks.js'
import { failureOf, textsOf } from './describe-client.js'
import type { DescribedClient } from './describe-client.js'
import type { ModelReply, ModelRequest } from './model-script.js'
import { readLog } from './outcomes.js'
import { putFile } from './put-file.js'

const OBJECTION: ModelReply = {
  text: JSON.stringify({
    demands: [{ demand: 1, status: 'not_met', pointer: { absent: 'npm run lint' } }],
    complete: false,
    severity: 'MEDIUM',
    feedback: 'The sum was not linted',
  }),
}
const STOPS: ModelReply = { text: 'There is no linter here, and I stop.' }

interface JudgeOptions {
  /** The client offers its model tools even here, so that the judge answers from the script. */
  withTools?: boolean
  /** An argument of the recipe that is left out: then the client's hooks, and ours among them, are on. */
  without?: string
  /** Variables that the client hides from its hooks, and that its model is found by. */
  hidden?: RegExp
}

export function describeJudge(
  { open }: DescribedClient,
  program: string,
  { withTools = false, without, hidden }: JudgeOptions = {},
): void {
  const how = without === undefined ? '' : ` without ${without}`
  it(`answers as the judge of its own stops${how}, and is not judged for that`, async () => {
    const opened = await open()
    const args = recipeOf(program)
      .slice(1)
      .filter((arg) => arg !== without)
    const given = Object.entries(opened.env)
      .filter(([name]) => hidden?.test(name) === true)
      .map(([name, value]) => `${name}=${value}`)
    const launch = given.length === 0 ? [] : ['/usr/bin/env', ...given]
    const judge = { adapter: 'command', command: [...launch, opened.program, ...args] }
    const models = { backends: { own: judge }, roles: { judge: ['own'] } }
    const config = { mode: 'solo', lessons: { holdout: 0 }, models }
    putFile(opened.home, '.config/reflectory/reflection.yaml', JSON.stringify(config))
    putFile(opened.root, 'CLAUDE.md', 'Sing.\n')
    const answers = withTools ? [OBJECTION] : []
    const replies = [WRITES_RIGHT, SAYS_DONE, ...answers, STOPS, ...answers]
    const side = (request: ModelRequest) => (isJudging(request) ? OBJECTION.text : '{}')
    const run = await opened.run(CHECK_PROMPT, replies, {}, { side })
    expect(failureOf(run)).toBeNull()
    const all = [...run.requests, ...run.sideRequests]
    const judging = all.filter(isJudging)
    expect(judging).toHaveLength(2)
    // The agent under judgement is told this; the judge is told nothing else, and no folder.
    const told = run.requests.filter((request) => textsOf(request).includes('Not done yet'))
    expect(told.length).toBeGreaterThan(0)
    expect(textsOf(told[0]!)).toContain("the judge's reason is «The sum was not linted»")
    // Lines of the project's own upkeep belong to no session.
    const sessions = (await readLog(opened)).flatMap(({ sessionId }) => sessionId ?? [])
    expect(new Set(sessions).size).toBe(1)
    expect(opened.hookLog()).toBe('')
  })
}

const isJudging = (request: ModelRequest): boolean =>
  textsOf(request).includes('You check whether a coding agent')

/** The command of the recipe that begins with this program. */
function recipeOf(program: string): string[] {
  const blocks = readFileSync('docs/models.md', 'utf8').split('```yaml\n').slice(1)
  const commands = blocks.flatMap((block) => {
    const { models } = parse(block.split('```')[0]!) as {
      models?: { backends: Record<string, { command?: string[] }> }
    }
    return Object.values(models?.backends ?? {}).flatMap(({ command }) =>
      command === undefined ? [] : [command],
    )
  })
  return commands.find(([first]) => first === program)!
}
