import { languageOf } from './languages.js'

/** What a file is to the checks. */
export type FileRole = 'test' | 'set-up' | 'commands' | 'config' | 'snapshot' | 'source'

/** The role of a file by its path; null for what no check knows of. */
export function fileRole(path: string): FileRole | null {
  const file = path.slice(-MAX_PATH)
  if (SNAPSHOT.test(file)) return 'snapshot'
  if (COMMANDS.test(file)) return 'commands'
  if (SET_UP.test(file)) return 'set-up'
  if (CONFIG.test(file)) return 'config'
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

const at = (names: string): string => `(?:^|/)(?:${names})$`

const SNAPSHOT = new RegExp(
  [
    String.raw`\.snap$|(?:^|/)__snapshots__/|\.(?:approved|verified|golden|expected)(?:\.\w+)?$`,
    String.raw`(?:^|/)(?:snapshots|goldens?|__goldens__|__image_snapshots__|cassettes)/`,
    String.raw`(?:^|/)testdata/.*\.(?:golden|txt|json|out)$|\.golden$`,
  ].join('|'),
)

/** Files whose lines are commands: scripts, jobs and hooks. */
const COMMANDS = new RegExp(
  [
    String.raw`(?:^|/)\.github/(?:workflows|actions)/.*\.ya?ml$`,
    at(
      String.raw`\.gitlab-ci\.ya?ml|\.travis\.ya?ml|azure-pipelines[\w.-]*\.ya?ml|bitbucket-pipelines\.ya?ml`,
    ),
    at(
      String.raw`appveyor\.ya?ml|\.appveyor\.ya?ml|\.drone\.ya?ml|cloudbuild\.ya?ml|Jenkinsfile|\.cirrus\.ya?ml`,
    ),
    String.raw`(?:^|/)\.(?:circleci|buildkite|gitlab|woodpecker|semaphore|forgejo/workflows|gitea/workflows)/.*\.ya?ml$`,
    at(
      String.raw`package\.json|composer\.json|(?:GNU)?[Mm]akefile|.*\.mk|[Jj]ustfile|\.justfile|Taskfile\.ya?ml|noxfile\.py|Rakefile|tasks\.py`,
    ),
    String.raw`(?:^|/)(?:\.husky|\.githooks|\.hooks|hooks|git-hooks|\.lefthook)/[^/]+(?:/[^/]+)?$`,
    at(
      String.raw`\.pre-commit-config\.ya?ml|lefthook\.ya?ml|\.lefthook\.ya?ml|\.overcommit\.ya?ml|\.lintstagedrc(?:\.\w+)?|lint-staged\.config\.\w+`,
    ),
    String.raw`(?:^|/)(?:scripts?|ci|bin|tools|build|\.ci|script)/[\w./-]*(?:test|ci|check|verify|lint|cover|validate)[\w-]*(?:\.(?:sh|bash|ps1|cmd|bat))?$`,
    String.raw`(?:^|/)[\w-]*(?:test|check|verify|lint|ci)[\w-]*\.(?:sh|bash|ps1|cmd|bat)$`,
  ].join('|'),
)

/** What is loaded before the tests, and can stand in for what they test. */
const SET_UP = new RegExp(
  [
    at(
      String.raw`conftest\.py|sitecustomize\.py|usercustomize\.py|(?:spec|rails|test|minitest)_helper\.rb|bootstrap\.php|Pest\.php`,
    ),
    at(
      String.raw`(?:jest|vitest|mocha|test|tests|karma|cypress|playwright|e2e|ava)[.-]?(?:global[.-]?)?(?:setup|teardown|init|env|environment|hooks|preset|shim)[\w.-]*\.[cm]?[jt]sx?`,
    ),
    at(
      String.raw`(?:global|tests?)?[-.]?[sS]etup(?:Tests|[-.]tests?|[-.](?:jest|vitest|mocha))?\.[cm]?[jt]sx?|setup[-.]?files?[\w.-]*\.[cm]?[jt]sx?`,
    ),
    String.raw`(?:^|/)__mocks__/`,
  ].join('|'),
)

const CONFIG = new RegExp(
  [
    at(
      String.raw`(?:vitest|vite|jest|karma|playwright|cypress|mocha|ava|wdio|nightwatch|rollup|babel|webpack|codecept)\.(?:config|conf|workspace)[\w.-]*\.\w+`,
    ),
    at(
      String.raw`\.mocharc(?:\.\w+)?|\.nycrc(?:\.\w+)?|\.c8rc(?:\.\w+)?|nyc\.config\.\w+|\.taprc|\.jestrc(?:\.\w+)?|\.coveragerc|\.?codecov\.ya?ml|\.simplecov|\.rspec|\.testcaferc\.\w+`,
    ),
    at(
      String.raw`tsconfig[\w.-]*\.json|jsconfig\.json|\.eslintrc(?:\.\w+)?|eslint\.config\.\w+|\.eslintignore|\.oxlintrc\.json|biome\.jsonc?|\.stylelintrc(?:\.\w+)?|\.prettierignore|tslint\.json|deno\.jsonc?|bunfig\.toml|nx\.json|turbo\.json`,
    ),
    at(
      String.raw`pyproject\.toml|setup\.cfg|pytest\.ini|\.pytest\.ini|tox\.ini|mypy\.ini|\.mypy\.ini|\.flake8|\.pylintrc|pylintrc|\.?ruff\.toml|pyrightconfig\.json|\.bandit`,
    ),
    at(
      String.raw`\.golangci\.(?:ya?ml|toml|json)|go\.mod|\.testcoverage\.ya?ml|Cargo\.toml|clippy\.toml|\.clippy\.toml|nextest\.toml|tarpaulin\.toml|\.cargo/config\.toml`,
    ),
    at(
      String.raw`pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|gradle\.properties|checkstyle\.xml|detekt\.ya?ml|junit-platform\.properties|testng\.xml`,
    ),
    at(
      String.raw`\.rubocop(?:_todo)?\.ya?ml|phpunit\.xml(?:\.dist)?|phpstan[\w.-]*\.neon(?:\.dist)?|psalm[\w.-]*\.xml|infection\.json\d?(?:\.dist)?|phpcs\.xml(?:\.dist)?|\.php-cs-fixer[\w.]*\.php`,
    ),
    at(
      String.raw`.*\.csproj|.*\.runsettings|Directory\.Build\.(?:props|targets)|\.editorconfig|.*\.ruleset|xunit\.runner\.json`,
    ),
  ].join('|'),
)
