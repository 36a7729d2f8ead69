import type { CommandKind } from '../schema/evidence.js'

/**
 * How compilers, linters, formatters, migrations, deployments and clients say that they ended: one row a tool.
 * Test runners are in `runners.ts`.
 */
export interface ToolRow {
  tool: string
  /** Which commands print it. */
  kinds: readonly CommandKind[]
  /** In lower case: a part of every line that a form below matches. */
  sign: string
  failed?: RegExp
  passed?: RegExp
}

const COMPILE: readonly CommandKind[] = ['build', 'typecheck']
const COMPILED_TESTS: readonly CommandKind[] = ['build', 'typecheck', 'test']
const COMPILE_OR_LINT: readonly CommandKind[] = ['build', 'typecheck', 'test', 'lint']
const LINT: readonly CommandKind[] = ['lint']
const FORMAT: readonly CommandKind[] = ['format', 'lint']
const ACTS: readonly CommandKind[] = ['migrate', 'deploy']
const ANY: readonly CommandKind[] = [
  'test',
  'build',
  'typecheck',
  'lint',
  'format',
  'deploy',
  'migrate',
  'install',
]

export const TOOLS: readonly ToolRow[] = [
  // Compilers and type checkers
  { tool: 'tsc', kinds: COMPILE, sign: 'error ts', failed: /^.*\berror TS\d+:.*$/m },
  {
    tool: 'tsc',
    kinds: COMPILE,
    sign: ' errors',
    failed: /^Found [1-9]\d* errors?(?: in |\. Watching).*$/m,
  },
  { tool: 'tsc', kinds: COMPILE, sign: 'found 0 errors', passed: /^Found 0 errors\b.*$/m },
  {
    tool: 'mypy',
    kinds: ['typecheck', 'lint'],
    sign: 'found ',
    failed: /^Found [1-9]\d* errors? in \d+ files?.*$/m,
  },
  {
    tool: 'mypy',
    kinds: ['typecheck', 'lint'],
    sign: 'no issues found',
    passed: /^Success: no issues found.*$/m,
  },
  {
    tool: 'pyright',
    kinds: ['typecheck', 'lint'],
    sign: ' error',
    failed: /^[1-9]\d* errors?, \d+ warnings?\b.*$/m,
    passed: /^0 errors?, \d+ warnings?\b.*$/m,
  },
  { tool: 'rustc', kinds: COMPILE_OR_LINT, sign: 'error', failed: /^error\[E\d+\]: .*$/m },
  {
    tool: 'cargo',
    kinds: COMPILE_OR_LINT,
    sign: 'error: could not compile',
    failed: /^error: could not compile .*$/m,
  },
  {
    tool: 'cargo',
    kinds: ['build', 'typecheck', 'lint'],
    sign: 'finished ',
    passed: /^\s+Finished `?\w+`? .*target\(s\).*$/m,
  },
  {
    tool: 'go',
    kinds: COMPILE_OR_LINT,
    sign: '.go:',
    failed: /^(?:vet: )?(?:\.{1,2}\/)?[\w./@-]+\.go:\d+:\d+: (?!Error Trace).+$/m,
  },
  {
    tool: 'go',
    kinds: COMPILED_TESTS,
    sign: 'failed]',
    failed: /^FAIL\s+\S+ \[(?:build|setup) failed\]$/m,
  },
  {
    tool: 'gcc',
    kinds: COMPILED_TESTS,
    sign: 'error: ',
    failed: /^\S+:\d+(?::\d+)?: (?:fatal )?error: .*$/m,
  },
  {
    tool: 'ld',
    kinds: COMPILE,
    sign: 'linker command failed',
    failed: /^\S*:? ?error: linker command failed.*$/m,
  },
  {
    tool: 'ld',
    kinds: COMPILE,
    sign: 'ld returned ',
    failed: /^collect2: error: ld returned [1-9].*$/m,
  },
  {
    tool: 'gcc',
    kinds: COMPILE,
    sign: 'compilation terminated.',
    failed: /^compilation terminated\.$/m,
  },
  {
    tool: 'javac',
    kinds: COMPILED_TESTS,
    sign: '.java:',
    failed: /^(?:\[ERROR\] )?\S+\.java:(?:\d+: error: |\[\d+,\d+\] ).*$/m,
  },
  { tool: 'kotlinc', kinds: COMPILED_TESTS, sign: 'e: ', failed: /^e: \S+\.kts?:? ?.*$/m },
  {
    tool: 'msbuild',
    kinds: COMPILED_TESTS,
    sign: ': error ',
    failed: /^.{0,300}: error [A-Z]{2,6}\d+: .*$/m,
  },
  { tool: 'msbuild', kinds: COMPILE, sign: 'build succeeded', passed: /^\s*Build succeeded\.?$/m },
  {
    tool: 'swiftc',
    kinds: COMPILED_TESTS,
    sign: '.swift:',
    failed: /^\S+\.swift:\d+:\d+: error: .*$/m,
  },
  {
    tool: 'swiftc',
    kinds: COMPILE,
    sign: 'build complete',
    passed: /^(?:\[\d+\/\d+\] )?Build complete!.*$/m,
  },
  {
    tool: 'elixirc',
    kinds: COMPILED_TESTS,
    sign: '== compilation error',
    failed: /^== Compilation error in file .*$/m,
  },
  // Builders
  {
    tool: 'maven',
    kinds: COMPILED_TESTS,
    sign: 'build failure',
    failed: /^\s*(?:\[ERROR\]|\[INFO\]) BUILD FAILURE.*$/m,
  },
  {
    tool: 'maven',
    kinds: COMPILED_TESTS,
    sign: 'build success',
    passed: /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b.*$/m,
  },
  {
    tool: 'gradle',
    kinds: COMPILE_OR_LINT,
    sign: 'build failed',
    failed: /^(?:FAILURE: )?(?:BUILD FAILED|Build failed)\b.*$/m,
  },
  {
    tool: 'webpack',
    kinds: ['build'],
    sign: 'compiled ',
    failed: /^.*\bcompiled with [1-9]\d* errors?\b.*$/m,
    passed: /^\s*✓? ?Compiled successfully.*$/m,
  },
  { tool: 'next', kinds: ['build'], sign: 'failed to compile', failed: /^Failed to compile\.?$/m },
  {
    tool: 'vite',
    kinds: ['build'],
    sign: 'build failed',
    failed: /^(?:error during build:|✗ Build failed in .*|x Build failed in .*)$/m,
  },
  {
    tool: 'vite',
    kinds: ['build'],
    sign: 'error during build',
    failed: /^error during build:.*$/m,
  },
  { tool: 'vite', kinds: ['build'], sign: 'built in ', passed: /^✓ built in .*$/m },
  { tool: 'esbuild', kinds: ['build'], sign: '[error] ', failed: /^\s*[✘X] \[ERROR\] .*$/m },
  {
    tool: 'rollup',
    kinds: ['build'],
    sign: 'rolluperror',
    failed: /^(?:\[!\] )?\(?.{0,60}RollupError: .*$/m,
  },
  {
    tool: 'docker',
    kinds: ['build'],
    sign: 'naming to ',
    passed: /^(?:#\d+ |\s*=> => )naming to \S+.*$/m,
  },
  { tool: 'docker', kinds: ['deploy'], sign: 'denied: ', failed: /^(?:denied|unauthorized): .*$/m },
  {
    tool: 'docker',
    kinds: ['deploy'],
    sign: 'the push refers to',
    passed: /^\S+: digest: sha256:\w+ size: \d+$/m,
  },
  {
    tool: 'docker',
    kinds: ['build', 'deploy'],
    sign: 'error: failed to ',
    failed: /^ERROR: failed to (?:solve|build).*$/m,
  },
  {
    tool: 'docker',
    kinds: ['build', 'deploy'],
    sign: 'did not complete',
    failed: /^.*\bdid not complete successfully: exit code: \d+.*$/m,
  },
  {
    tool: 'ninja',
    kinds: COMPILED_TESTS,
    sign: 'ninja: build stopped',
    failed: /^ninja: build stopped: .*$/m,
  },
  { tool: 'cmake', kinds: ['build'], sign: 'cmake error', failed: /^CMake Error.*$/m },
  // Linters
  {
    tool: 'eslint',
    kinds: LINT,
    sign: ' problem',
    failed: /^.*\b[1-9]\d* problems? \([1-9]\d* errors?.*$/m,
  },
  { tool: 'eslint', kinds: LINT, sign: ' error ', failed: /^\s+\d+:\d+\s+error\s.*$/m },
  {
    tool: 'eslint',
    kinds: LINT,
    sign: 'too many warnings',
    failed: /^ESLint found too many warnings .*$/m,
  },
  {
    tool: 'ruff',
    kinds: LINT,
    sign: 'found ',
    failed: /^Found [1-9]\d* errors?\.$|^Found [1-9]\d* errors? \(\d+ fixed.*$/m,
  },
  { tool: 'ruff', kinds: FORMAT, sign: 'all checks passed', passed: /^All checks passed!$/m },
  { tool: 'flake8', kinds: LINT, sign: '.py:', failed: /^\S+\.py:\d+:\d+: [A-Z]{1,4}\d{1,5} .*$/m },
  { tool: 'pylint', kinds: LINT, sign: '.py:', failed: /^\S+\.py:\d+:\d+: [CRWEF]\d{4}: .*$/m },
  {
    tool: 'golangci-lint',
    kinds: LINT,
    sign: ' issues',
    failed: /^[1-9]\d* issues:$/m,
    passed: /^0 issues\.?$/m,
  },
  {
    tool: 'clippy',
    kinds: LINT,
    sign: 'clippy::',
    failed: /^\s*= help: for further information visit .*clippy.*$/m,
  },
  {
    tool: 'rubocop',
    kinds: LINT,
    sign: ' offense',
    failed: /^\d+ files? inspected, [1-9]\d* offenses? detected.*$/m,
    passed: /^\d+ files? inspected, no offenses detected$/m,
  },
  { tool: 'biome', kinds: FORMAT, sign: 'found ', failed: /^Found [1-9]\d* errors?\.$/m },
  {
    tool: 'oxlint',
    kinds: LINT,
    sign: 'found ',
    failed: /^Found \d+ warnings? and [1-9]\d* errors?\.$/m,
    passed: /^Found 0 warnings and 0 errors\.$/m,
  },
  { tool: 'phpcs', kinds: LINT, sign: '| error |', failed: /^\s*\d+ \| ERROR \| .*$/m },
  {
    tool: 'shellcheck',
    kinds: LINT,
    sign: '^-- sc',
    failed: /^\s*\^-+\^? ?SC\d{4} .*$|^\s*\^-- SC\d{4}.*$/m,
  },
  { tool: 'yamllint', kinds: LINT, sign: ' error ', failed: /^\s+\d+:\d+\s+error\s.*$/m },
  { tool: 'terraform', kinds: ['lint', 'deploy'], sign: 'error: ', failed: /^[│|╷\s]*Error: .*$/m },
  {
    tool: 'terraform',
    kinds: LINT,
    sign: 'the configuration is valid',
    passed: /^Success! The configuration is valid.*$/m,
  },
  // Formatters that check
  {
    tool: 'prettier',
    kinds: FORMAT,
    sign: 'code style issues',
    failed: /^\[?(?:warn|error)?\]? ?Code style issues found in .*$/m,
  },
  {
    tool: 'prettier',
    kinds: FORMAT,
    sign: 'prettier code style',
    passed: /^All matched files use Prettier code style!$/m,
  },
  {
    tool: 'black',
    kinds: FORMAT,
    sign: 'would ',
    failed: /^(?:\d+ files? would be reformatted|would reformat \S+).*$|^Would reformat: .*$/m,
  },
  // A check that lists the files it would change, and nothing else.
  {
    tool: 'list',
    kinds: ['format'],
    sign: '.',
    failed: /^(?:[\w@.-]+\/)*[\w@.-]+\.(?:tf|tfvars|go|[jt]sx?|py|rs|css|json|ya?ml)$/m,
  },
  {
    tool: 'black',
    kinds: FORMAT,
    sign: 'left unchanged',
    passed: /^\d+ files? (?:would be )?left unchanged\.?$/m,
  },
  { tool: 'cargo fmt', kinds: FORMAT, sign: 'diff in ', failed: /^Diff in .*$/m },
  // Migrations, deployments, databases
  {
    tool: 'psql',
    kinds: ACTS,
    sign: 'error',
    failed: /^(?:psql:[^\n]{1,200}:\d+: )?(?:ERROR|FATAL): .*$/m,
  },
  { tool: 'mysql', kinds: ACTS, sign: 'error ', failed: /^ERROR \d{4} \(.*$/m },
  {
    tool: 'sqlite3',
    kinds: ACTS,
    sign: ' error near line',
    failed: /^(?:Parse|Runtime) error near line \d.*$/m,
  },
  { tool: 'sqlcmd', kinds: ACTS, sign: 'msg ', failed: /^Msg \d+, Level 1[1-9].*$/m },
  { tool: 'pdo', kinds: ACTS, sign: 'sqlstate[', failed: /^.*SQLSTATE\[.*$/m },
  {
    tool: 'python',
    kinds: ACTS,
    sign: 'traceback (most',
    failed: /^Traceback \(most recent call last\):$/m,
  },
  {
    tool: 'python',
    kinds: ACTS,
    sign: '.',
    failed: /^(?:sqlalchemy\.exc|django\.db\.utils|psycopg2?\.errors)\.\w+.*$/m,
  },
  { tool: 'rails', kinds: ACTS, sign: ' aborted!', failed: /^.*\b(?:rails|rake) aborted!$/m },
  { tool: 'elixir', kinds: ACTS, sign: '** (', failed: /^\*\* \((?:Postgrex|Ecto|Mix)\S*\).*$/m },
  {
    tool: 'ansible',
    kinds: ACTS,
    sign: 'unreachable=',
    failed: /^\S+\s+: ok=\d+ .*(?:failed|unreachable)=[1-9].*$/m,
  },
  {
    tool: 'client',
    kinds: ACTS,
    sign: 'error',
    failed: /^[\s│|×✗✖✘❌>[\]*!-]{0,20}(?:[Ee]rror|ERROR|[Ff]atal(?: error)?|FATAL)(?:\]|:) .*$/m,
  },
  {
    tool: 'client',
    kinds: ACTS,
    sign: 'failed',
    failed:
      /^[\s│|×✗✖✘❌>[\]*!-]{0,20}(?:FAILED: .*|Failed to .*|(?:Deployment|[Mm]igration) failed.*)$/m,
  },
  // Package managers and task runners say that something below them failed
  { tool: 'task', kinds: ANY, sign: 'npm err', failed: /^npm (?:ERR!|error) code (?!E404)\S+.*$/m },
  {
    tool: 'npm',
    kinds: ['deploy', 'install'],
    sign: 'npm err',
    failed: /^npm (?:ERR!|error) (?:code E4\d\d|4\d\d\b).*$/m,
  },
  { tool: 'pip', kinds: ['install'], sign: 'error: ', failed: /^ERROR: .*$/m },
  {
    tool: 'pip',
    kinds: ['install'],
    sign: 'successfully installed',
    passed: /^Successfully installed .*$/m,
  },
  { tool: 'task', kinds: ANY, sign: 'elifecycle', failed: /^\s*ELIFECYCLE\b.*$/m },
  { tool: 'task', kinds: ANY, sign: 'make: ***', failed: /^\w*make: \*\*\* .*$/m },
  // Any process
  {
    tool: 'python',
    kinds: ['test', 'build', 'lint'],
    sign: 'syntaxerror: ',
    failed: /^(?:E\s+)?SyntaxError: .*$/m,
  },
  { tool: 'process', kinds: ANY, sign: 'core dumped', failed: /^.{0,200}\(core dumped\).*$/m },
  { tool: 'process', kinds: ANY, sign: 'heap out of memory', failed: /^FATAL ERROR: .*$/m },
  {
    tool: 'process',
    kinds: ANY,
    sign: 'segmentation fault',
    failed: /^.{0,80}\bSegmentation fault\b.*$/m,
  },
]

const families = (programs: string, tools: readonly string[]): [string, readonly string[]][] =>
  programs.split(' ').map((program) => [program, tools])

/** Programs that print what these tools print and nothing else. What is not here may run anything. */
export const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ...families('pytest unittest nosetests tox', ['python']),
  ...families('jest vitest mocha ava jasmine karma cypress playwright', []),
  ...families('rspec minitest phpunit pest bats busted ctest', []),
  ...families('gofmt', ['list']),
  ...families('cargo cross rustc', ['rustc', 'cargo', 'clippy', 'cargo fmt']),
  ...families('tsc vue-tsc', ['tsc']),
  ...families('go', ['go']),
  ...families('golangci-lint', ['golangci-lint', 'go']),
  ...'mypy pyright ruff black flake8 pylint eslint prettier biome oxlint rubocop shellcheck yamllint stylelint'
    .split(' ')
    .map((program): [string, readonly string[]] => [program, [program]]),
])

/** Rows that say no more than that something failed: which part it was, others tell. */
export const GENERIC: ReadonlySet<string> = new Set(['task', 'process'])

/** A run of no tests, in a runner's own words. */
export const RAN_NONE = new RegExp(
  [
    String.raw`^\?[ \t]+\S+[ \t]+\[no test files\]$|\bno tests? (?:found|ran|files? found|to run|(?:were )?executed)\b`,
    String.raw`|\bcollected 0 items\b|^running 0 tests$|^Ran 0 tests\b|^0 examples, 0 failures|^# tests 0$`,
    String.raw`|^No test is available in\b|^No test matches the given\b`,
  ].join(''),
  'im',
)

/** The output says that the command itself was not there. */
export const NOT_STARTED = new RegExp(
  [
    String.raw`\bcommand not found\b|\bmissing script:|: not found$|`,
    String.raw`\bis not recognized as an internal or external command\b|`,
    String.raw`\bcd:.{0,1000}No such file|`,
    String.raw`ERR_PNPM_NO_SCRIPT`,
  ].join(''),
  'im',
)

/** What clients print for a command that goes on while the agent is free. */
export const IN_BACKGROUND =
  /\b(?:running in (?:the )?background|moved to (?:the )?background|started background)\b/i

/** Git's own words that a commit was made, that a push arrived or was refused, that nothing was left to do. */
export const COMMITTED = /^\[.+ [0-9a-f]{7,}\] /m
export const PUSHED =
  /^[ \t]+(?:[0-9a-f]+\.\.[0-9a-f]+|\* \[new branch\]|\+ [0-9a-f]+\.\.\.[0-9a-f]+)\s.*->/m
export const PUSH_REFUSED = /^.*(?:! \[(?:remote )?rejected\]|failed to push some refs).*$/m
export const ACT_REFUSED =
  /^(?:[\w./-]{1,40}: )?(?:fatal|error|FATAL|ERROR|Error|denied|unauthorized)\b.*$|^.{0,200}\b(?:[Cc]onnection (?:refused|timed out)|[Cc]annot connect|could not connect|[Pp]ermission denied)\b.*$/m
export const NOTHING_LEFT =
  /nothing (?:added )?to commit|working tree clean|up[- ]to[- ]date|already (?:exists|applied|published)|no changes/i
