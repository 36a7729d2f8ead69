import { languageOf } from '../code/languages.js'

/** What a file is to the checks. */
export type FileRole =
  | 'test'
  /** In a language that no table knows: what it declares can't be read. */
  | 'other-test'
  | 'set-up'
  | 'commands'
  | 'config'
  | 'snapshot'
  | 'source'

/** The role of a file by its path; null for what no check knows of. */
export function fileRole(path: string): FileRole | null {
  const file = path.slice(-MAX_PATH)
  const place = placeOf(file)
  if (isSnapshot(place)) return 'snapshot'
  if (hasCommands(place)) return 'commands'
  if (isSetUp(place)) return 'set-up'
  if (isConfig(place)) return 'config'
  const language = languageOf(file)
  if (language === null) return isOtherTest(place) ? 'other-test' : null
  // Rust and C# have tests wherever they have code.
  if (language.testFiles.test(file) && (TESTISH.test(file) || !ANYWHERE.has(language.id))) {
    return 'test'
  }
  return 'source'
}

/** Cases that tests read: data among them. */
export const isTestData = (path: string): boolean =>
  DATA.test(path) && TEST_FOLDER.test(path) && fileRole(path) === null

const DATA = /\.(?:ya?ml|json|csv|tsv|toml|txt)$/
const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|testdata|fixtures)\//

/** A path in its parts. Patterns are left to paths whose parts are looked up first: most have none. */
interface Place {
  file: string
  folders: readonly string[]
  name: string
  /** Behind the name's last dot; empty without one. */
  ending: string
}

function placeOf(file: string): Place {
  const folders = file.split('/')
  const name = folders.pop()!
  const dot = name.lastIndexOf('.')
  return { file, folders, name, ending: dot === -1 ? '' : name.slice(dot + 1) }
}

/** No system knows longer ones, and patterns try a path at each of its folders. */
const MAX_PATH = 1024

function isOtherTest({ file, ending }: Place): boolean {
  return TEST_ENDINGS.has(ending) || (OTHER_ENDINGS.has(ending) && OTHER_TEST.test(file))
}

const TEST_ENDINGS: ReadonlySet<string> = new Set(['bats', 't'])
const OTHER_ENDINGS: ReadonlySet<string> = new Set(
  'c h cc cpp cxx hh hpp m mm swift ex exs erl lua dart pl r R jl hs ml fs vb clj cljs zig nim cr d sh'.split(
    ' ',
  ),
)
const OTHER_TEST = /(?:^|[/._-])(?:tests?|specs?)[/._-]|(?:Tests?|Specs?)[/.]/

const ANYWHERE: ReadonlySet<string> = new Set(['rust', 'csharp'])
const TESTISH = /test|spec/i

/** Whether a change of this file alone is reason to look. */
export const isCheckFile = (file: string): boolean => {
  const role = fileRole(file)
  return role !== null && role !== 'source'
}

const named = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))
const whole = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})$`)

function isSnapshot({ folders, name, ending }: Place): boolean {
  if (ending === 'snap' || SNAPSHOT_WORDS.has(ending)) return true
  if (folders.some((folder) => SNAPSHOT_FOLDERS.has(folder))) return true
  // `orders.approved.json`
  if (SNAPSHOT_WORDS.has(name.split('.').slice(1).at(-2) ?? '')) return true
  return folders.includes('testdata') && TEST_DATA.has(ending)
}

const SNAPSHOT_WORDS = named('approved verified golden expected')
const SNAPSHOT_FOLDERS = named(
  '__snapshots__ snapshots golden goldens __goldens__ __image_snapshots__ cassettes',
)
const TEST_DATA = named('txt json out')

function hasCommands({ file, folders, name, ending }: Place): boolean {
  if (COMMAND_NAMES.has(name) || ending === 'mk') return true
  const isYaml = ending === 'yml' || ending === 'yaml'
  if (isYaml && (COMMAND_YAML.test(name) || CI_PLACE.test(file))) return true
  if (COMMAND_STARTS.some((start) => name.startsWith(start)) && COMMAND_NAME.test(name)) return true
  if (SHELLS.has(ending) && (SHELL_NAME.test(name) || !OTHER_TEST.test(file))) return true
  if (folders.slice(-2).some((folder) => HOOK_FOLDERS.has(folder))) return true
  // A folder of that name holds code as well.
  if (folders.slice(-2).includes('hooks') && (ending === '' || SHELLS.has(ending))) return true
  return folders.some((folder) => SCRIPT_FOLDERS.has(folder)) && SCRIPT_PLACE.test(file)
}

/** Files whose lines are commands: scripts, jobs and hooks. */
const COMMAND_NAMES = named(`
  .gitlab-ci.yml .gitlab-ci.yaml .travis.yml .travis.yaml bitbucket-pipelines.yml bitbucket-pipelines.yaml
  appveyor.yml appveyor.yaml .appveyor.yml .appveyor.yaml .drone.yml .drone.yaml cloudbuild.yml cloudbuild.yaml
  Jenkinsfile .cirrus.yml .cirrus.yaml
  package.json composer.json Makefile makefile GNUMakefile GNUmakefile Justfile justfile .justfile Taskfile.yml
  Taskfile.yaml noxfile.py Rakefile tasks.py
  .pre-commit-config.yml .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml
  .overcommit.yml .overcommit.yaml .lintstagedrc grumphp.yml grumphp.yml.dist captainhook.json
`)
const COMMAND_YAML = whole(
  String.raw`\.?(?:woodpecker|semaphore|bitrise|codemagic|wercker|buildspec|pipelines?|ci|codefresh|screwdriver)[\w.-]*`,
  String.raw`(?:docker-)?compose[\w.-]*test[\w.-]*|\.?azure-pipelines[\w.-]*`,
)
const COMMAND_STARTS = ['.lintstagedrc.', 'lint-staged.config.', 'Dockerfile', 'Earthfile']
const COMMAND_NAME = whole(
  String.raw`\.lintstagedrc\.\w+|lint-staged\.config\.\w+|Dockerfile[\w.-]*|Earthfile`,
)
const SHELLS = named('sh bash ps1 cmd bat')
const SHELL_NAME = /^[\w-]*(?:test|check|verify|lint|ci)[\w-]*\.\w+$/
const CI_PLACE =
  /(?:^|\/)\.(?:github\/(?:workflows|actions)|circleci|buildkite|gitlab|woodpecker|semaphore|(?:forgejo|gitea)\/workflows)\//
const HOOK_FOLDERS = named('.husky .githooks githooks .hooks git-hooks .git-hooks .lefthook')
const SCRIPT_FOLDERS = named('script scripts ci bin tools build .ci')
const SCRIPT_PLACE = new RegExp(
  String.raw`(?:^|/)(?:scripts?|ci|bin|tools|build|\.ci)/[\w./-]*(?:test|ci|check|verify|lint|cover|validate)[\w-]*(?:\.(?:sh|bash|ps1|cmd|bat))?$`,
)

/** What is loaded before the tests, and can stand in for what they test. */
const SET_UP_NAMES = named(`
  conftest.py sitecustomize.py usercustomize.py test_helper.exs spec_helper.rb rails_helper.rb test_helper.rb
  minitest_helper.rb bootstrap.php Pest.php
`)
const isSetUp = ({ folders, name }: Place): boolean =>
  SET_UP_NAMES.has(name) ||
  folders.includes('__mocks__') ||
  (SET_UP_WORD.test(name) && SET_UP_NAME.test(name))

const RUNNERS = 'jest|vitest|mocha|test|tests|karma|cypress|playwright|e2e|ava'
const PREPARES = 'setup|teardown|init|env|hooks|preset|shim'
/** One of them is in each name of `SET_UP_NAME`. */
const SET_UP_WORD = new RegExp(`${PREPARES}|Setup`)
const SET_UP_NAME = whole(
  `(?:${RUNNERS})[.-]?(?:global[.-]?)?(?:${PREPARES})[\\w.-]*\\.[cm]?[jt]sx?`,
  String.raw`(?:global|tests?)?[-.]?[sS]etup(?:Tests|[-.]tests?|[-.](?:jest|vitest|mocha))?\.[cm]?[jt]sx?`,
  String.raw`setup[-.]?files?[\w.-]*\.[cm]?[jt]sx?`,
)

const CONFIG_NAMES = named(`
  .mocharc .nycrc .c8rc .taprc .jestrc .coveragerc codecov.yml codecov.yaml .codecov.yml .codecov.yaml .simplecov
  .rspec jsconfig.json .eslintrc .eslintignore .oxlintrc.json biome.json biome.jsonc .stylelintrc .prettierignore
  tslint.json deno.json deno.jsonc bunfig.toml nx.json turbo.json
  pyproject.toml setup.cfg pytest.ini .pytest.ini tox.ini mypy.ini .mypy.ini .flake8 .pylintrc pylintrc ruff.toml
  .ruff.toml pyrightconfig.json .bandit
  .golangci.yml .golangci.yaml .golangci.toml .golangci.json go.mod .testcoverage.yml .testcoverage.yaml Cargo.toml
  clippy.toml .clippy.toml nextest.toml tarpaulin.toml
  pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties checkstyle.xml
  detekt.yml detekt.yaml junit-platform.properties testng.xml
  .rubocop.yml .rubocop.yaml .rubocop_todo.yml .rubocop_todo.yaml phpunit.xml phpunit.xml.dist phpcs.xml phpcs.xml.dist
  Makefile.toml mise.toml .mise.toml build.sbt maven.config project.json sonar-project.properties .mergify.yml
  behat.yml behat.yaml behat.yml.dist codeception.yml cucumber.yml cucumber.json CMakeLists.txt BUILD BUILD.bazel .bazelrc
  behave.ini .behaverc .size-limit.json .bundlesizerc bundlesize.config.json lighthouserc.json .lighthouserc.json
  Directory.Build.props Directory.Build.targets .editorconfig xunit.runner.json
  .swiftlint.yml .swiftlint.yaml .credo.exs .dialyzer_ignore.exs .clang-tidy .luacheckrc analysis_options.yaml .lintr
  .hlint.yaml .shellcheckrc .hadolint.yaml .yamllint .perlcriticrc
`)

const isConfig = ({ file, name, ending }: Place): boolean =>
  CONFIG_NAMES.has(name) ||
  CONFIG_ENDINGS.has(ending) ||
  `/${file}`.endsWith('/.cargo/config.toml') ||
  (CONFIG_WORD.test(name) && CONFIG_NAME.test(name))

const CONFIG_ENDINGS = named('csproj runsettings ruleset')
/** One of them is in each name of `CONFIG_NAME`. */
const CONFIG_WORD = /conf|workspace|rc\.|phpstan|psalm|infection|php-cs-fixer/
const CONFIG_NAME = whole(
  String.raw`(?:vitest|vite|jest|karma|playwright|cypress|mocha|ava|wdio|nightwatch|rollup|babel|webpack|codecept)\.(?:config|conf|workspace)[\w.-]*\.\w+`,
  String.raw`\.(?:mocha|nyc|c8|jest|testcafe|eslint|stylelint)rc\.\w+|(?:nyc|eslint)\.config\.\w+|tsconfig[\w.-]*\.json`,
  String.raw`phpstan[\w.-]*\.neon(?:\.dist)?|psalm[\w.-]*\.xml|infection\.json\d?(?:\.dist)?|\.php-cs-fixer[\w.]*\.php`,
)
