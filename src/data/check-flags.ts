/** Flags by which checks are told to run a part: by a test's name, or by a package; and flags with another value. */
export interface CheckFlags {
  names: readonly string[]
  packages: readonly string[]
  values: readonly string[]
  /** Words before what is checked: `go test`, `npm run NAME`. @default 0 */
  goals: number
  /** What stands behind the goals is a test's name, not a path. */
  positionalNames?: true
  /** What stands behind it are goals: all of them run on the whole project. */
  goalsOnly?: true
}

const words = (text: string): string[] => (text === '' ? [] : text.split(' '))

const flags = (
  goals: number,
  names: string,
  packages = '',
  values = '',
  rest: Pick<CheckFlags, 'positionalNames' | 'goalsOnly'> = {},
): CheckFlags => ({
  goals,
  names: words(names),
  packages: words(packages),
  values: words(values),
  ...rest,
})

const JS = '-t --testNamePattern --test-name-pattern -g --grep --fgrep'
const JS_VALUES = '-c --config -w --maxWorkers --shard --project --reporter -r --require'

export const CHECK_FLAGS: ReadonlyMap<string, CheckFlags> = new Map([
  ['npm', flags(1, JS, '--workspace -w', '--prefix -C')],
  ['pnpm', flags(1, JS, '--filter -F', '--dir -C')],
  ['yarn', flags(1, JS, '--workspace -w', '--cwd')],
  ['bun', flags(1, JS, '--filter', '--cwd')],
  ['jest', flags(0, `${JS} -o --onlyChanged`, '--selectProjects', JS_VALUES)],
  ['vitest', flags(0, JS, '', JS_VALUES)],
  ['mocha', flags(0, JS, '', JS_VALUES)],
  ['playwright', flags(1, JS, '--project', '--workers --retries --reporter -c --config')],
  ['node', flags(0, '--test-name-pattern', '', '--import --require -r')],
  [
    'pytest',
    flags(
      0,
      '-k -m --lf --deselect --ignore',
      '',
      '-n -c --rootdir -p --cov --cov-report --maxfail -W',
    ),
  ],
  [
    'go',
    flags(
      1,
      '-run -skip -short',
      '',
      '-count -timeout -tags -v -race -coverprofile -parallel -bench -o -C',
    ),
  ],
  ['gotestsum', flags(0, '-run', '', '--format --junitfile')],
  [
    'cargo',
    flags(
      1,
      '--lib --bin --bins --doc --test --example',
      '-p --package --exclude',
      '--features --target -j --profile --manifest-path',
      { positionalNames: true },
    ),
  ],
  ['mvn', flags(0, '-Dtest -Dit.test', '-pl --projects', '-P -f -T', { goalsOnly: true })],
  ['mvnw', flags(0, '-Dtest -Dit.test', '-pl --projects', '-P -f -T', { goalsOnly: true })],
  ['gradle', flags(0, '--tests', '', '-p --project-dir', { goalsOnly: true })],
  ['gradlew', flags(0, '--tests', '', '-p --project-dir', { goalsOnly: true })],
  ['dotnet', flags(1, '--filter', '--project', '-c --configuration -f --framework -l --logger')],
  ['swift', flags(1, '--filter', '', '-c --configuration')],
  ['phpunit', flags(0, '--filter --group', '--testsuite', '-c --configuration')],
  ['pest', flags(0, '--filter --group', '--testsuite', '-c')],
  ['rspec', flags(0, '-e --example -t --tag', '', '-f --format -r')],
  ['mix', flags(1, '--only --exclude', '', '')],
  ['ctest', flags(0, '-R -L -E', '', '--test-dir -j -C')],
  ['dart', flags(1, '--plain-name --name', '', '')],
  ['flutter', flags(1, '--plain-name --name', '', '')],
  ['eslint', flags(0, '', '', '-c --config --ext --max-warnings -f --format --rule')],
  ['golangci-lint', flags(1, '--enable-only --disable-all', '', '-c --config --timeout')],
  ['ruff', flags(1, '--select', '', '--config')],
  ['tsc', flags(0, '', '-p --project', '--target --module')],
  ['mypy', flags(0, '', '-p -m', '--config-file --python-version')],
  ['prettier', flags(0, '', '', '--config')],
  ['make', flags(0, '', '', '-C -f -j')],
])

/** Programs of languages whose tests are compiled with what they test. */
export const COMPILED_TESTS: ReadonlySet<string> = new Set(
  'go cargo cross mvn mvnw gradle gradlew dotnet swift xcodebuild sbt bazel ctest gotestsum'.split(
    ' ',
  ),
)

/** Programs that run tasks which a project names. */
export const TASK_RUNNERS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun make gmake just task mise poe composer turbo nx rake invoke nox tox'.split(
    ' ',
  ),
)
