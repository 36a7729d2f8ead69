import { utimesSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import {
  edits,
  FORMS,
  human,
  openStory,
  runs,
  says,
  VITEST_GREEN,
  VITEST_RED,
} from '../support/stop-story.js'
import type { Form, Happening } from '../support/stop-story.js'

const asked = human('Fix the sum in src/a.ts and run the tests')
const claim = says('The sum is fixed. All tests pass.')
const green = runs('npx vitest run', 0, VITEST_GREEN)

/** A repository with one source file that the session has changed, at this time. */
function open(form: Form, modifiedMs: number | null): ReturnType<typeof openStory> {
  const sandbox: Sandbox = openSandbox()
  sandbox.write('src/a.ts', 'export const a = 1\n')
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'start')
  if (modifiedMs !== null) {
    const file = sandbox.write('src/a.ts', 'export const a = 2\n')
    utimesSync(file, new Date(modifiedMs), new Date(modifiedMs))
  }
  return openStory(sandbox, form)
}

const EARLY = Date.now() - 3_600_000
const NOW = Date.now()

describe.each(FORMS)('in %s', (form) => {
  it.each<[string, Happening[]]>([
    [
      'an edit and a test in one line',
      [runs("sed -i 's/1/2/' src/a.ts && npx vitest run", 0, VITEST_GREEN)],
    ],
    [
      'a here-document, then a test',
      [runs("cat > src/a.ts <<'EOF'\nexport const a = 2\nEOF\nnpx vitest run", 0, VITEST_GREEN)],
    ],
    [
      'a test into tee',
      [edits('src/a.ts'), runs('npx vitest run 2>&1 | tee out.txt', 0, VITEST_GREEN)],
    ],
    ['a test in sh -c', [edits('src/a.ts'), runs("sh -c 'npx vitest run'", 0, VITEST_GREEN)]],
    ['a log after the test', [edits('src/a.ts'), green, runs('git diff > /tmp/change.diff')]],
    ['a comment after the test', [edits('src/a.ts'), green, edits('src/a.ts', 'a\n// why')]],
    ['documentation after the test', [edits('src/a.ts'), green, edits('README.md')]],
    ['git checkout after the test', [edits('src/a.ts'), green, runs('git checkout -- src/b.ts')]],
    ['a formatter after the test', [edits('src/a.ts'), green, runs('npx prettier --write src')]],
    [
      'an unknown check that says how it ended',
      [edits('src/a.ts'), runs('./scripts/ci.sh', 0, 'All 7 tests passed')],
    ],
    ['an unknown check that says nothing', [edits('src/a.ts'), runs('./scripts/ci.sh')]],
    ['a check with a goal', [edits('src/a.ts'), runs('just verify', 0, 'verification passed')]],
    [
      'a test that may fail',
      [edits('src/a.ts'), runs('timeout 60 npx vitest run || true', 0, VITEST_GREEN)],
    ],
  ])('%s is no reason to push', async (_, happened) => {
    const stopped = await open(form, EARLY).stop(asked, ...happened, claim)
    expect(stopped).toEqual({ pushed: false, text: '' })
  })

  it('pushes when a source file was modified after the check ended', async () => {
    const stopped = await open(form, NOW).stop(
      asked,
      edits('src/a.ts'),
      green,
      edits('src/a.ts'),
      claim,
    )
    expect(stopped).toMatchObject({
      pushed: true,
      text: expect.stringMatching(/tests.*(?:edited after|none ran after)/is) as string,
    })
  })

  it('does not push when the edit after the check was taken back', async () => {
    const stopped = await open(form, null).stop(
      asked,
      edits('src/a.ts'),
      green,
      edits('src/a.ts'),
      claim,
    )
    expect(stopped).toMatchObject({ pushed: false })
  })

  it('does not push for an edit that only a command names', async () => {
    const sed = runs("sed -i 's/1/2/' src/a.ts")
    const stopped = await open(form, EARLY).stop(asked, edits('src/a.ts'), green, sed, claim)
    expect(stopped).toMatchObject({ pushed: false })
  })

  it('pushes a claim that an unknown check contradicts by what it printed', async () => {
    const red = runs('./scripts/ci.sh', 1, '2 of 7 tests failed')
    expect(await open(form, EARLY).stop(asked, edits('src/a.ts'), red, claim)).toMatchObject({
      pushed: true,
      text: expect.stringContaining('2 of 7 tests failed') as string,
    })
  })

  it('does not push for a failure that was there before and is named as such', async () => {
    const red = runs('npx vitest run', 1, VITEST_RED)
    const honest = says(
      'The sum is fixed and my new test passes. The test "adds numbers" was already failing before my change and is unrelated.',
    )
    expect(await open(form, EARLY).stop(asked, red, edits('src/a.ts'), red, honest)).toMatchObject({
      pushed: false,
    })
  })
})

it('takes what a command edited from the transcript, where that tells it', async () => {
  const told = runs('npm run codemod', 0, 'done', ['src/a.ts'])
  const stopped = await open('claude-code', NOW).stop(asked, edits('src/a.ts'), green, told, claim)
  expect(stopped).toMatchObject({
    pushed: true,
    text: expect.stringContaining('src/a.ts') as string,
  })
})

it('guesses no edit where the transcript says that there was none', async () => {
  const none = runs("sed -i 's/x/y/' src/a.ts", 0, '', [])
  const stopped = await open('claude-code', NOW).stop(asked, edits('src/a.ts'), green, none, claim)
  expect(stopped).toMatchObject({ pushed: false })
})

it('does not push an agent that waits for a task in the background', async () => {
  const started = runs('npm run e2e', 0, 'Command running in background with ID: b1')
  const waits = says("The end-to-end run has started. I'll report once it finishes.")
  const stopped = await open('claude-code', EARLY).stop(asked, edits('src/a.ts'), started, waits)
  expect(stopped).toEqual({ pushed: false, text: '' })
})

it('takes no demand from the summary of a compaction', async () => {
  const summary = {
    type: 'user',
    sessionId: 's1',
    timestamp: new Date(EARLY).toISOString(),
    message: {
      role: 'user',
      content:
        'This session is being continued from a previous conversation. Next: run the tests and open a pull request.',
    },
  }
  const stopped = await open('claude-code', EARLY).stop(
    human('Rename a to b in src/a.ts'),
    { line: summary },
    edits('src/a.ts'),
    says('Renamed a to b.'),
  )
  expect(stopped).toEqual({ pushed: false, text: '' })
})
