import { describe, expect, it } from 'vitest'
import type { FinishedCommand } from './read-command-runs.js'
import { readCommandRuns } from './read-command-runs.js'

const run = (command: string, rest: Partial<FinishedCommand> = {}) =>
  readCommandRuns({ command, exitCode: 0, status: 'completed', output: '', ...rest })

const brief = (command: string, rest: Partial<FinishedCommand> = {}) =>
  run(command, rest).map(({ kind, result }) => `${kind} ${result}`)

describe('readCommandRuns', () => {
  it.each([
    ['npm test', 'test'],
    ['npm run test:unit -- --watch=false', 'test'],
    ['pnpm --filter web test', 'test'],
    ['yarn workspace api test', 'test'],
    ['python manage.py test app', 'test'],
    ['python scripts/test_all.py', 'test'],
    ['npx vitest run src/a.test.ts', 'test'],
    ['CI=1 npx jest', 'test'],
    ['python3 -m pytest -x tests', 'test'],
    ['uv run pytest', 'test'],
    ['poetry run python -m unittest', 'test'],
    ['go test ./...', 'test'],
    ['cargo test -p core', 'test'],
    ['cargo nextest run', 'test'],
    ['./gradlew clean test', 'test'],
    ['mvn -q verify', 'test'],
    ['make test', 'test'],
    ['node --test', 'test'],
    ['timeout 60 npm test', 'test'],
    ['bundle exec rspec', 'test'],
    ['dotnet test', 'test'],
    ['npm run test:ci', 'test'],
    ['npm run ci', 'test'],
    ['make verify', 'test'],
    ['npm run lint:ci', 'lint'],
    ['pnpm run ci:lint', 'lint'],
    ['npm run build:ci', 'build'],
    ['yarn typecheck:ci', 'typecheck'],
    ['just ci-deploy', 'deploy'],
    ['make lint-ci', 'lint'],
    ['make ci-fast', 'run'],
    ['npm run smoke:data', 'run'],
    ['npm run build', 'build'],
    ['cargo build --release', 'build'],
    ['go build ./...', 'build'],
    ['docker build -t x .', 'build'],
    ['npx vite build', 'build'],
    ['npx tsc --noEmit', 'typecheck'],
    ['npm run typecheck', 'typecheck'],
    ['mypy src', 'typecheck'],
    ['cargo check', 'typecheck'],
    ['npm run lint', 'lint'],
    ['npx eslint .', 'lint'],
    ['ruff check .', 'lint'],
    ['cargo clippy', 'lint'],
    ['npx prettier --write .', 'format'],
    ['cargo fmt', 'format'],
    ['npm ci', 'install'],
    ['pip install -r requirements.txt', 'install'],
    ['git status', 'git'],
    ['git -C sub push origin main', 'git'],
    ['gh pr create --fill', 'gh'],
    ['npx vercel --prod', 'deploy'],
    ['kubectl apply -f k8s.yaml', 'deploy'],
    ['npm publish', 'deploy'],
    ['node server.js', 'run'],
    ['npm start', 'run'],
    ['cargo run -- test', 'run'],
    ['ls -la', 'other'],
    ['vitest --version', 'other'],
    ['pytest --collect-only', 'other'],
    ['cat src/a.test.ts', 'other'],
    ['grep -rn "npm test" .', 'other'],
    ['echo "run npm test"', undefined],
  ])('takes %j as %s', (command, kind) => {
    expect(run(command)[0]?.kind).toBe(kind)
  })

  it.each<[string, Partial<FinishedCommand>, string[]]>([
    ['npm test', { exitCode: 0 }, ['test passed']],
    ['npm test', { exitCode: 1, status: 'failed' }, ['test failed']],
    ['npm test', { exitCode: null, status: 'failed' }, ['test failed']],
    ['npm test', { exitCode: null }, ['test unknown']],
    ['npm test | tail -5', { exitCode: 0 }, ['test unknown']],
    ['set -o pipefail; npm test | tail -5', { exitCode: 1 }, ['test failed']],
    ['npm test || true', { exitCode: 0 }, ['test unknown']],
    ['npm test &', { exitCode: 0 }, ['test unknown']],
    ['npm test; ls', { exitCode: 0 }, ['test unknown']],
    ['npm test; echo "exit: $?"', { exitCode: 0, output: 'x\nexit: 1' }, ['test failed']],
    ['cd web && npm test', { exitCode: 1 }, ['test failed']],
    ['npm run build && npm test', { exitCode: 0 }, ['build passed', 'test passed']],
    ['npm run build && npm test', { exitCode: 1 }, ['build unknown', 'test unknown']],
    [
      'npm test 2>&1 | tail -3',
      { output: 'Tests:       1 failed, 2 passed, 3 total' },
      ['test failed'],
    ],
    ['npm test', { exitCode: 1, output: 'Tests:       3 passed, 3 total' }, ['test passed']],
    ['timeout 5 npm test', { exitCode: 124 }, ['test unknown']],
    ['npm test', { exitCode: 127, output: 'npm: command not found' }, ['test unknown']],
    [
      'npm run test:x',
      { exitCode: 1, output: 'npm error Missing script: "test:x"' },
      ['test unknown'],
    ],
    ['pytest', { exitCode: 5, output: 'collected 0 items' }, ['test unknown']],
    ['npm test', { exitCode: null, status: 'denied' }, ['test unknown']],
    ['npm test', { exitCode: null, status: 'interrupted' }, ['test unknown']],
    ['grep -rn foo src', { exitCode: 1, status: 'failed' }, ['other unknown']],
    ['diff a b', { exitCode: 1, status: 'failed' }, ['other unknown']],
    ['./scripts/run-tests.sh', { exitCode: 1, status: 'failed' }, ['test unknown']],
    ['npm run test:ci', { exitCode: 1, status: 'failed' }, ['test failed']],
    ['npm run lint:ci', { exitCode: 1, status: 'failed' }, ['lint failed']],
    ['./check.sh', { output: 'Checks failed: 0' }, ['test unknown']],
    ['./check.sh', { output: 'Verification: no job failed' }, ['test unknown']],
    [
      './scripts/run-tests.sh',
      { output: '✓ test: failed login is rejected\nall good' },
      ['test unknown'],
    ],
    ['./check.sh', { output: 'All checks passed' }, ['test passed']],
    ['./check.sh', { exitCode: 1, output: '2 checks failed' }, ['test failed']],
    ['python reproduce.py', { exitCode: 1, status: 'failed' }, ['run unknown']],
    ['python check.py', { exitCode: 0, output: '2 passed in 0.10s' }, ['test passed']],
    [
      'npx tsc --noEmit | head',
      { output: "src/a.ts(1,1): error TS2304: Cannot find name 'x'." },
      ['typecheck failed'],
    ],
    ['npm run lint 2>&1 | tail', { output: '✖ 3 problems (1 error, 2 warnings)' }, ['lint failed']],
    [
      'npm run lint 2>&1 | tail',
      { output: '✖ 2 problems (0 errors, 2 warnings)' },
      ['lint unknown'],
    ],
    ['git commit -m "all tests pass && npm test"', {}, ['git passed']],
    [
      'git commit -qam x && git push',
      {
        exitCode: 1,
        output: ' ! [rejected]  main -> main (fetch first)\nerror: failed to push some refs',
      },
      ['git unknown', 'git failed'],
    ],
    ['git commit -qam x && git push', { exitCode: 1 }, ['git unknown', 'git unknown']],
    ['cat <<EOF > a.sh\nnpm test\nEOF', {}, ['other passed']],
    ['', {}, []],
  ])('says of %j with %j: %j', (command, rest, expected) => {
    expect(brief(command, rest)).toEqual(expected)
  })

  it('gives the same key to the same work', () => {
    const keys = ['npm test', 'cd web && CI=1 npm test 2>&1', 'timeout 60 npm test --silent'].map(
      (command) => run(command)[0]?.key,
    )
    expect(keys).toEqual(['npm test', 'npm test', 'npm test'])
  })

  it('says what it saw as one bounded whole', () => {
    const output = ['FAILED tests/a.py::b - no', '== 1 failed, 2 passed in 0.1s =='].join('\n')
    expect(run('pytest -q tests | tail', { output })).toEqual([
      {
        command: 'pytest -q tests',
        key: 'pytest tests',
        kind: 'test',
        exitCode: null,
        result: 'failed',
        counts: { passed: 2, failed: 1, skipped: 0 },
        failing: ['tests/a.py::b'],
        gist: '1 failed, 2 passed in 0.1s',
      },
    ])
  })
})
