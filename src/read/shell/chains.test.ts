import { expect, it } from 'vitest'
import { readRuns } from './read-runs.js'

const JEST_GREEN = 'Tests:       15 passed, 15 total\n'
const JEST_RED = 'FAIL a.test.js\n  ● adds\nTests:       1 failed, 14 passed, 15 total\n'
const ESLINT_RED = '/repo/a.js\n  1:1  error  no  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n'
const TSC_RED = "src/a.ts(3,1): error TS2304: Cannot find name 'x'.\n"
const RUFF_RED = 'a.py:1:8: F401 `os` imported but unused\nFound 1 error.\n'
const GO_RED = '--- FAIL: TestRows (0.01s)\nFAIL\nFAIL\texample.com/a\t0.1s\nFAIL\n'
const CLIPPY_RED =
  'error: this looks wrong\n  = help: for further information visit https://rust-lang.github.io/rust-clippy/x\nerror: could not compile `a` (lib) due to 1 previous error\n'

// A chain has one exit code: it belongs to the part that ended it, and what was printed to the part that printed it.
it.each<[string, number, string, string[]]>([
  ['npm test && npm run lint', 1, JEST_GREEN + ESLINT_RED, ['test passed', 'lint failed']],
  ['npm test && npx eslint .', 1, JEST_GREEN + ESLINT_RED, ['test passed', 'lint failed']],
  ['npm test && npm run build', 2, JEST_GREEN + TSC_RED, ['test passed', 'build failed']],
  ['pytest && ruff check .', 1, `3 passed in 0.1s\n${RUFF_RED}`, ['test passed', 'lint failed']],
  [
    'cargo test && cargo clippy -- -D warnings',
    101,
    `test result: ok. 3 passed; 0 failed; 0 ignored\n${CLIPPY_RED}`,
    ['test passed', 'lint failed'],
  ],
  ['npm run lint && npm test', 1, ESLINT_RED, ['lint failed']],
  ['(cd a && go test ./...) && (cd b && pnpm test)', 1, GO_RED, ['test failed']],
  [
    'go test ./... && pnpm test',
    1,
    `ok  \texample.com/a\t0.1s\n${JEST_RED}`,
    ['test passed', 'test failed'],
  ],
  ['npm test && npm run lint', 1, JEST_RED, ['test failed']],
  [
    'git add a.go && git commit -m "x"',
    1,
    'error: gpg failed to sign the data\nfatal: failed to write commit object\n',
    ['git passed', 'git failed'],
  ],
  [
    'git add gone.go && git commit -m "x"',
    128,
    "fatal: pathspec 'gone.go' did not match any files\n",
    ['git failed'],
  ],
  [
    'npm run build && npm test',
    1,
    `\n> a@1.0.0 build\n${JEST_RED}`,
    ['build passed', 'test failed'],
  ],
  ['npm test; npm run lint', 1, JEST_GREEN + ESLINT_RED, ['test passed', 'lint failed']],
  ['npm test && npm run lint', 0, JEST_GREEN, ['test passed', 'lint passed']],
  ['npm test && echo OK || echo FAIL', 0, `${JEST_RED}FAIL\n`, ['test failed']],
  ['npm test; echo "exit: $?"', 0, 'exit: 1\n', ['test failed']],
  ['set -e; npm test; npm run lint', 1, JEST_RED, ['test failed']],
  ['if npm test >/dev/null; then echo green; else echo red; fi', 0, 'red\n', ['test failed']],
  ['! npm test', 0, '', ['test failed']],
  ['npm test || true', 0, '', ['test unknown']],
  ['npm test | tail -3', 0, JEST_RED, ['test failed']],
  ['set -o pipefail; npm test | tail -3', 1, '', ['test failed']],
  ['npm test > /dev/null; git status', 0, '', ['test unknown']],
  ['out=$(npm test 2>&1); echo "$out" | tail -20', 0, JEST_GREEN, ['test passed']],
  [
    'poetry install && poetry run pytest',
    127,
    'bash: poetry: command not found\n',
    ['install failed'],
  ],
  // A job whose code the line fetches and prints itself.
  [
    'npm run lint > l.log 2>&1 & L=$!\nnpm test > t.log 2>&1 & T=$!\nwait $L; echo "lint=$?"\nwait $T; echo "test=$?"',
    0,
    'lint=0\ntest=1\n',
    ['lint passed', 'test failed'],
  ],
  // What a registry refuses is no script's failure, and an install ends with its own code.
  [
    'npm run build && npm publish',
    1,
    '\n> kit@1.8.0 build\n> tsc\n\nnpm error code E403\nnpm error 403 403 Forbidden - PUT https://registry/kit\n',
    ['build passed', 'deploy failed'],
  ],
  [
    'npm ci || npm install',
    0,
    'npm error code EUSAGE\nnpm error Missing: zod from lock file\n\nadded 2 packages in 4s\n',
    ['install failed', 'install passed'],
  ],
  // Words with a variable, told apart by the rest of them.
  [
    'for i in 1 2; do npx vitest run >/dev/null 2>&1 && echo "run $i ok" || echo "run $i FAIL"; done',
    0,
    'run 1 ok\nrun 2 ok\n',
    ['test passed'],
  ],
  [
    'for i in 1 2; do npx vitest run >/dev/null 2>&1 && echo "run $i ok" || echo "run $i FAIL"; done',
    0,
    'run 1 ok\nrun 2 FAIL\n',
    ['test failed'],
  ],
  [
    'run() { echo "==> $*"; "$@" || rc=1; }\nrc=0\nrun npm run lint\nrun npx tsc --noEmit\nexit $rc',
    1,
    `==> npm run lint\n\n> a@1.0.0 lint\n> eslint .\n\n==> npx tsc --noEmit\n${TSC_RED}`,
    ['lint passed', 'typecheck failed'],
  ],
  // Every time of a loop counts.
  [
    'for i in 1 2 3; do pytest -q 2>&1 | tail -1; done',
    0,
    '6 passed in 0.9s\n1 failed, 5 passed in 0.9s\n6 passed in 0.9s\n',
    ['test failed'],
  ],
  [
    'for i in 1 2; do pytest -q a.py 2>&1 | tail -1; done; pytest -q b.py 2>&1 | tail -1',
    0,
    '1 failed, 5 passed in 0.9s\n6 passed in 0.9s\n31 passed in 1.1s\n',
    ['test failed', 'test passed'],
  ],
  // A list of files that has to be empty.
  ['test -z "$(gofmt -l .)" && go test ./...', 1, '', ['format failed']],
  ['[ -z "$(gofmt -l .)" ] && echo clean', 0, 'clean\n', ['format passed']],
  ['if [ -n "$(gofmt -l .)" ]; then echo bad; exit 1; fi', 1, 'bad\n', ['format failed']],
  ['bad=$(gofmt -l .); [[ -z "$bad" ]]', 1, '', ['format failed']],
  ['git diff --exit-code && npm test', 1, 'diff --git a/a b/a\n', []],
  // A linter that failed would have said why.
  [
    'command -v shellcheck >/dev/null && shellcheck a.sh || echo "shellcheck not installed"',
    0,
    'shellcheck not installed\n',
    [],
  ],
  // A program that died says so in its log, however the line ended.
  [
    'node server.js > s.log 2>&1 &\nsleep 1\ncat s.log',
    0,
    'Error: listen EADDRINUSE: address already in use :::3000\n    at x (node:net:1)\n\nNode.js v20.18.1\n',
    ['run failed'],
  ],
  // What is counted in another program's output.
  ['npx tsc --noEmit 2>&1 | grep -c "error TS"', 0, '14\n', ['typecheck failed']],
  ['npx tsc --noEmit 2>&1 | grep -c "error TS"', 1, '0\n', ['typecheck passed']],
  [
    'go build ./... && go vet ./... && go test ./...',
    1,
    '# acme/x\n# [acme/x]\nx/log.go:22:3: fmt.Printf format %d has arg id of wrong type string\n',
    ['build passed', 'lint failed'],
  ],
  // Shapes of other people's scripts, with what the real tools print.
  [
    'npm run build > b.log 2>&1; b=$?\nnpm test > t.log 2>&1; t=$?\necho "build=$b tests=$t"',
    0,
    'build=2 tests=0\n',
    ['build failed', 'test passed'],
  ],
  [
    'npm test 2>&1 | tee t.log > /dev/null; [ ${PIPESTATUS[0]} -eq 0 ] && echo green || echo red',
    0,
    'green\n',
    ['test passed'],
  ],
  ['npm test 2>&1 | grep FAIL', 0, ' FAIL  src/sum.test.js > adds\n', ['test failed']],
  ['npx tsc --noEmit 2>&1 | tail -20; echo "EXIT: $?"', 0, 'EXIT: 0\n', ['typecheck passed']],
  ['npx tsc --noEmit 2>&1 | grep "sum.ts" | wc -l', 0, '1\n', ['typecheck failed']],
  [
    'failed=0\ncargo fmt --check || failed=1\ncargo clippy || failed=1\nexit $failed',
    1,
    'Diff in /r/src/lib.rs:1:\n+a\n    Checking a v0.1.0\n    Finished `dev` profile [unoptimized] target(s) in 0.1s\n',
    ['format failed', 'lint passed'],
  ],
  [
    'step() { local name=$1; shift; if "$@" > s.log 2>&1; then echo "$name: ok"; else echo "$name: FAILED"; return 1; fi; }\nstep types npx tsc && step test npm test',
    1,
    'types: ok\ntest: FAILED\n',
    ['typecheck passed', 'test failed'],
  ],
  [
    '[[ -f package.json ]] && npm test || python3 -m pytest',
    0,
    '> a@1.0.0 test\n> vitest run\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n',
    ['test passed'],
  ],
  ['if [ -d tests ]; then pytest -q; else python3 -m py_compile a.py; fi', 0, '', ['lint passed']],
  ['npm run nope; echo done', 0, 'npm error Missing script: "nope"\ndone\n', ['run failed']],
  [
    'npm test || exit 1\nnpm run test:unit || exit 1',
    1,
    '> a@1.0.0 test\n> vitest run\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n',
    ['test failed'],
  ],
  [
    'cargo fmt -- --check && cargo clippy -q 2>&1 | tail -2\ncargo test 2>&1 | grep "test result"',
    0,
    'test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n',
    ['format passed', 'lint passed', 'test failed'],
  ],
  [
    'git ls-files "*.ts" | xargs npx oxlint',
    0,
    'Found 0 warnings and 0 errors.\n',
    ['lint passed'],
  ],
  ['npm test 2>&1 | grep -i error', 0, 'AssertionError: expected 2 to be 3\n', ['test failed']],
  // Make says where something failed.
  [
    'make test && make lint; ls > /dev/null',
    0,
    'python3 -m pytest -q\n1 passed in 1.88s\ngcc -Wall -fsyntax-only main.c\n',
    ['test passed', 'lint passed'],
  ],
  // Advice of a linter is no failure.
  [
    'cargo clippy 2>&1 | tee c.log; cargo test 2>&1 | tee t.log',
    0,
    'warning: unneeded `return`\n  = help: for further information visit https://rust-lang.github.io/rust-clippy/x\n    Finished `dev` profile [unoptimized] target(s) in 0.1s\ntest result: ok. 3 passed; 0 failed; 0 ignored\n',
    ['lint passed', 'test passed'],
  ],
  [
    '.venv/bin/python -m pytest 2>&1 | tail -3',
    0,
    'bash: line 1: .venv/bin/python: No such file or directory\n',
    ['test failed'],
  ],
  // A loop that tells a code each time.
  [
    'for p in a b; do (cd packages/$p && npm test >/dev/null 2>&1); echo "$p: $?"; done',
    0,
    'a: 0\nb: 1\n',
    ['test failed'],
  ],
  [
    'for p in a b; do (cd packages/$p && npm test >/dev/null 2>&1); echo "$p: $?"; done',
    0,
    'a: 0\nb: 0\n',
    ['test passed'],
  ],
  // A search for failures that finds none, or one.
  ['npm test 2>&1 | grep -q "failed" && echo BROKEN || echo FINE', 0, 'FINE\n', ['test passed']],
  ['npm test 2>&1 | grep -q "failed" && echo BROKEN || echo FINE', 0, 'BROKEN\n', ['test failed']],
  // A script without a banner that says nothing between what the line says.
  [
    'echo "== lint"; npm run -s lint; echo "== test"; npm -s test; echo "== done"',
    0,
    `== lint\n== test\n${JEST_RED}== done\n`,
    ['lint passed', 'test failed'],
  ],
  ['mvn -q -DskipTests package && java -jar a.jar &', 0, '', ['build unknown', 'run unknown']],
  [
    'ruff check && ruff format --check && pytest',
    1,
    'All checks passed!\nWould reformat: a.py\n1 file would be reformatted\n',
    ['lint passed', 'format failed'],
  ],
  [
    'helm lint chart && helm upgrade --install web chart',
    1,
    '1 chart(s) linted, 0 chart(s) failed\nError: UPGRADE FAILED: timed out\n',
    ['lint passed', 'deploy failed'],
  ],
  [
    'gh pr create --fill && gh pr merge --squash',
    1,
    'https://github.com/a/b/pull/3\nX Pull request a/b#3 is not mergeable\n',
    ['gh passed', 'gh failed'],
  ],
  // Flags behind a program of the project's own are its own.
  [
    'go build && java -jar build/app.jar --dry-run a.csv',
    0,
    'done\n',
    ['build passed', 'run passed'],
  ],
])('says of %j with %i: %j %j', (command, exitCode, output, expected) => {
  const status = exitCode === 0 ? 'completed' : 'failed'
  const runs = readRuns({ command, exitCode, status, output })
  expect(runs.map(({ kind, result }) => `${kind} ${result}`)).toEqual(expected)
})
