import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { edits, FORMS, human, openStory, runs, says, VITEST_GREEN } from '../support/stop-story.js'
import type { Happening } from '../support/stop-story.js'

function open(): Sandbox {
  const sandbox = openSandbox()
  sandbox.write('README.md', '# Shop\n')
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'start')
  return sandbox
}

const license = human('Add LICENSE and CONTRIBUTING.md')
const both = says('I added the license and the guide for contributors.')

describe.each(FORMS)('in %s', (form) => {
  it('pushes when a file that was asked for is not there, and names it', async () => {
    const sandbox = open()
    sandbox.write('CONTRIBUTING.md', '# How to\n')
    const stopped = await openStory(sandbox, form).stop(license, edits('CONTRIBUTING.md'), both)
    expect(stopped).toMatchObject({
      pushed: true,
      text: expect.stringMatching(/there is no LICENSE.*Or say exactly what blocks you/s) as string,
    })
  })

  it('does not push when both are there', async () => {
    const sandbox = open()
    sandbox.write('CONTRIBUTING.md', '# How to\n')
    sandbox.write('LICENSE', 'MIT\n')
    const stopped = await openStory(sandbox, form).stop(license, edits('CONTRIBUTING.md'), both)
    expect(stopped).toMatchObject({ pushed: false })
  })

  it.each<[string, Happening[]]>([
    ['the demand was taken back', [human('Forget the LICENSE, only the guide.')]],
    [
      'the agent says what stands in the way',
      [says('LICENSE is not added: which license do you want?')],
    ],
  ])('does not push when %s', async (_, later) => {
    const sandbox = open()
    sandbox.write('CONTRIBUTING.md', '# How to\n')
    const closing = later.some((one) => 'says' in one) ? [] : [says('The guide is there.')]
    const work = [license, edits('CONTRIBUTING.md')]
    const stopped = await openStory(sandbox, form).stop(...work, ...later, ...closing)
    expect(stopped).toMatchObject({ pushed: false })
  })

  it('does not ask for tests after "don’t run the tests"', async () => {
    const stopped = await openStory(open(), form).stop(
      human('Fix the sum in src/a.ts and run the tests.'),
      human("Don't run the tests."),
      edits('src/a.ts'),
      says('The sum adds all numbers now.'),
    )
    expect(stopped).toMatchObject({ pushed: false })
  })

  it('asks for the tests where that was not taken back', async () => {
    const stopped = await openStory(open(), form).stop(
      human('Fix the sum in src/a.ts and run the tests.'),
      edits('src/a.ts'),
      says('The sum adds all numbers now.'),
    )
    expect(stopped).toMatchObject({ pushed: true })
  })

  it('does not ask for a pull request that was replaced by a push', async () => {
    const stopped = await openStory(open(), form).stop(
      human('Fix the sum in src/a.ts and open a PR.'),
      human('Forget the PR, push straight to main.'),
      edits('src/a.ts'),
      runs('git push origin main', 0, '   1234567..89abcde  main -> main'),
      says('Fixed and pushed to main.'),
    )
    expect(stopped).toMatchObject({ pushed: false })
  })

  it.each(['Write a commit message for the staged change.', 'Thanks! What does the sum do?'])(
    'demands no change of files by conversation: %s',
    async (asked) => {
      const story = openStory(open(), form)
      const said = says('Add up all numbers instead of the first two.')
      expect(await story.stop(human(asked), runs('git diff --staged'), said)).toEqual({
        pushed: false,
        text: '',
      })
    },
  )

  it('asks for a command that was to be run', async () => {
    const asked = human('Fix the sum in src/a.ts, then run `npm run bench`.')
    const story = openStory(open(), form)
    const work = [asked, edits('src/a.ts'), runs('npx vitest run', 0, VITEST_GREEN)]
    expect(await story.stop(...work, says('The sum is fixed.'))).toMatchObject({
      pushed: true,
      text: expect.stringContaining('npm run bench was not run') as string,
    })
    expect(
      await story.stop(runs('npm run bench', 0, 'ok'), says('The sum is fixed.')),
    ).toMatchObject({
      pushed: false,
    })
  })
})

describe('a document that was to be written', () => {
  const asked = human('Fix the sum in src/a.ts and write the result to out/report.md.')
  const work = [edits('src/a.ts'), says('The sum adds all numbers now.')]

  it.each([
    ['is pushed when git holds it unchanged', true],
    ['is left alone when git ignores it', false],
  ])('%s', async (_, isHeld) => {
    const sandbox = open()
    sandbox.write('out/report.md', '# Result\n')
    if (!isHeld) sandbox.write('.gitignore', 'out/\n')
    sandbox.git('add', '.')
    sandbox.git('commit', '--quiet', '-m', 'report')
    expect(await openStory(sandbox).stop(asked, ...work)).toMatchObject({ pushed: isHeld })
  })
})

describe('a file that was to be deleted', () => {
  const asked = human('Delete old.js.')
  const work = [edits('src/a.ts'), says('The sum adds all numbers now.')]

  it.each([
    ['is pushed when git holds it', true],
    ['is left alone when git does not hold it', false],
  ])('%s', async (_, isHeld) => {
    const sandbox = open()
    sandbox.write('old.js', 'export {}\n')
    if (isHeld) {
      sandbox.git('add', '.')
      sandbox.git('commit', '--quiet', '-m', 'old')
    }
    expect(await openStory(sandbox).stop(asked, ...work)).toMatchObject({ pushed: isHeld })
  })

  it.each([
    'Move the parse function from src/old.ts to src/a.ts.',
    'Remove README.md from the list of packed files.',
  ])('is none in %j', async (text) => {
    const sandbox = open()
    sandbox.write('src/old.ts', 'export {}\n')
    sandbox.git('add', '.')
    sandbox.git('commit', '--quiet', '-m', 'old')
    expect(await openStory(sandbox).stop(human(text), ...work)).toMatchObject({ pushed: false })
  })
})

describe('a check of the project', () => {
  const RULES = '# Shop\n\n- Always run lint before you finish.\n'

  it('is pushed when it is claimed and did not run', async () => {
    const sandbox = open()
    sandbox.write('AGENTS.md', RULES)
    const stopped = await openStory(sandbox).stop(
      human('Fix the sum in src/a.ts.'),
      edits('src/a.ts'),
      says('The sum adds all numbers now. Lint passes.'),
    )
    expect(stopped).toMatchObject({
      pushed: true,
      text: expect.stringContaining('no command in this session shows it') as string,
    })
  })
})

it('keeps the demands with their evidence, and why shows them', async () => {
  const sandbox = open()
  const story = openStory(sandbox)
  await story.stop(
    human('Fix the sum in src/a.ts and open a PR.'),
    human('Forget the PR, push straight to main.'),
    edits('src/a.ts'),
    says('The sum adds all numbers now.'),
  )
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  const demands = await store.list('demand', { sessionId: 's1' })
  await store.close()
  expect(
    demands.map(({ kind, state, sentence }) => `${kind} ${state}: ${sentence}`).sort(),
  ).toEqual([
    'change asked: Fix the sum in src/a.ts',
    'deliver asked: push straight to main.',
    'deliver replaced: open a PR.',
  ])
  const { stdout } = await sandbox.reflect(['why'])
  expect(stdout).toMatch(
    /demanded\n {2}change «Fix the sum in src\/a\.ts» met: «src\/a\.ts was changed»/,
  )
  expect(stdout).toContain('deliver «open a PR.» replaced by «push straight to main.»')
})
