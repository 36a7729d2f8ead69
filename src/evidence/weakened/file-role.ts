import { languageOf } from './languages.js'

/** What a file is to the checks. */
export type FileRole = 'test' | 'set-up' | 'commands' | 'config' | 'snapshot' | 'source'

/** The role of a file by its path; null for what no check knows of. */
export function fileRole(path: string): FileRole | null {
  const file = path.slice(-MAX_PATH)
  const name = file.slice(file.lastIndexOf('/') + 1)
  if (SNAPSHOT.test(file)) return 'snapshot'
  if (COMMAND_NAMES.has(name) || COMMAND_NAME.test(name) || COMMAND_PLACE.test(file))
    return 'commands'
  if (SET_UP_NAMES.has(name) || SET_UP_NAME.test(name) || MOCKS.test(file)) return 'set-up'
  if (CONFIG_NAMES.has(name) || CONFIG_NAME.test(name) || CARGO.test(file)) return 'config'
  const language = languageOf(file)
  if (language === null) return null
  // Rust and C# have tests wherever they have code.
  if (language.testFiles.test(file) && (TESTISH.test(file) || !ANYWHERE.has(language.id))) {
    return 'test'
  }
  return 'source'
}

/** No system knows longer ones, and patterns try a path at each of its folders. */
const MAX_PATH = 1024

const ANYWHERE: ReadonlySet<string> = new Set(['rust', 'csharp'])
const TESTISH = /test|spec/i

/** Whether a change of this file alone is reason to look. */
export const isCheckFile = (file: string): boolean => {
  const role = fileRole(file)
  return role !== null && role !== 'source'
}

const named = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))
const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'))
const whole = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})$`)

const SNAPSHOT = anyOf(
  String.raw`\.snap$|(?:^|/)__snapshots__/|\.(?:approved|verified|golden|expected)(?:\.\w+)?$`,
  String.raw`(?:^|/)(?:snapshots|goldens?|__goldens__|__image_snapshots__|cassettes)/`,
  String.raw`(?:^|/)testdata/.*\.(?:golden|txt|json|out)$|\.golden$`,
)

/** Files whose lines are commands: scripts, jobs and hooks. */
const COMMAND_NAMES = named(`
  .gitlab-ci.yml .gitlab-ci.yaml .travis.yml .travis.yaml bitbucket-pipelines.yml bitbucket-pipelines.yaml
  appveyor.yml appveyor.yaml .appveyor.yml .appveyor.yaml .drone.yml .drone.yaml cloudbuild.yml cloudbuild.yaml
  Jenkinsfile .cirrus.yml .cirrus.yaml
  package.json composer.json Makefile makefile GNUMakefile GNUmakefile Justfile justfile .justfile Taskfile.yml
  Taskfile.yaml noxfile.py Rakefile tasks.py
  .pre-commit-config.yml .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml
  .overcommit.yml .overcommit.yaml .lintstagedrc
`)
const COMMAND_NAME = whole(
  String.raw`azure-pipelines[\w.-]*\.ya?ml|.*\.mk|\.lintstagedrc\.\w+|lint-staged\.config\.\w+`,
  String.raw`[\w-]*(?:test|check|verify|lint|ci)[\w-]*\.(?:sh|bash|ps1|cmd|bat)`,
)
const COMMAND_PLACE = anyOf(
  String.raw`(?:^|/)\.github/(?:workflows|actions)/.*\.ya?ml$`,
  String.raw`(?:^|/)\.(?:circleci|buildkite|gitlab|woodpecker|semaphore|forgejo/workflows|gitea/workflows)/.*\.ya?ml$`,
  String.raw`(?:^|/)(?:\.husky|\.githooks|\.hooks|hooks|git-hooks|\.lefthook)/[^/]+(?:/[^/]+)?$`,
  String.raw`(?:^|/)(?:scripts?|ci|bin|tools|build|\.ci)/[\w./-]*(?:test|ci|check|verify|lint|cover|validate)[\w-]*(?:\.(?:sh|bash|ps1|cmd|bat))?$`,
)

/** What is loaded before the tests, and can stand in for what they test. */
const SET_UP_NAMES = named(`
  conftest.py sitecustomize.py usercustomize.py spec_helper.rb rails_helper.rb test_helper.rb
  minitest_helper.rb bootstrap.php Pest.php
`)
const SET_UP_NAME = whole(
  String.raw`(?:jest|vitest|mocha|test|tests|karma|cypress|playwright|e2e|ava)[.-]?(?:global[.-]?)?(?:setup|teardown|init|env|environment|hooks|preset|shim)[\w.-]*\.[cm]?[jt]sx?`,
  String.raw`(?:global|tests?)?[-.]?[sS]etup(?:Tests|[-.]tests?|[-.](?:jest|vitest|mocha))?\.[cm]?[jt]sx?|setup[-.]?files?[\w.-]*\.[cm]?[jt]sx?`,
)
const MOCKS = /(?:^|\/)__mocks__\//

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
  Directory.Build.props Directory.Build.targets .editorconfig xunit.runner.json
`)
const CONFIG_NAME = whole(
  String.raw`(?:vitest|vite|jest|karma|playwright|cypress|mocha|ava|wdio|nightwatch|rollup|babel|webpack|codecept)\.(?:config|conf|workspace)[\w.-]*\.\w+`,
  String.raw`\.(?:mocha|nyc|c8|jest|testcafe|eslint|stylelint)rc\.\w+|(?:nyc|eslint)\.config\.\w+|tsconfig[\w.-]*\.json`,
  String.raw`phpstan[\w.-]*\.neon(?:\.dist)?|psalm[\w.-]*\.xml|infection\.json\d?(?:\.dist)?|\.php-cs-fixer[\w.]*\.php`,
  String.raw`.*\.(?:csproj|runsettings|ruleset)`,
)
const CARGO = /(?:^|\/)\.cargo\/config\.toml$/
