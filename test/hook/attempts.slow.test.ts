import { expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import { edits, human, openStory, runs, says } from '../support/stop-story.js'
import type { Form, Happening } from '../support/stop-story.js'

/** Each fails for a reason of its own, so that every stop has something new. */
const CHECKS = [
  'npx vitest run',
  'npx tsc --noEmit',
  'cargo test',
  'cargo build',
  'go test ./...',
  'go build ./...',
  'pytest',
  'mypy .',
  'npm run build',
  'mvn test',
  'gradle test',
  'dotnet test',
  'dotnet build',
  'bundle exec rspec',
  'mix test',
  'vendor/bin/phpunit',
  'swift test',
  'swift build',
  'make test',
]

// Claude Code ends a turn by itself after eight blocks; Codex has no cap.
it.each<[Form, number]>([
  ['claude-code', 7],
  ['codex', 16],
])('a turn of %s is sent back %i times at most, whatever is new', async (form, most) => {
  const sandbox = openSandbox()
  sandbox.write('src/a.ts', 'export const a = 1\n')
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'start')
  const story = openStory(sandbox, form)
  const pushed: boolean[] = []
  for (const [n, check] of CHECKS.slice(0, most + 3).entries()) {
    sandbox.write('src/a.ts', `export const a = ${n + 1}\n`)
    const happened: Happening[] = [
      ...(n === 0 ? [human('Fix the sum in src/a.ts and run the tests')] : []),
      edits('src/a.ts', `a ${n}`),
      runs(check, 1, `error: ${check} is unhappy`),
      says('The sum is fixed. All checks pass.'),
    ]
    pushed.push((await story.stop(...happened)).pushed)
  }
  expect(pushed).toEqual([...Array(most).fill(true), false, false, false])
})
