import type { CommandKind } from '../schema/evidence.js'

/** One program's kinds: by its first argument that matches, else by the program alone. */
export interface ProgramRule {
  program: Matcher
  /** Tried in order against the arguments. */
  when?: readonly [argument: Matcher, kind: CommandKind][]
  otherwise?: CommandKind
}

/** What a word is held to: a pattern, or a set of words, which costs nothing to make. */
type Matcher = Pick<RegExp, 'test'>

export function oneOf(names: string): Matcher {
  const known = new Set(names.split('|'))
  return { test: (name) => known.has(name) }
}

/** A name of several parts, one of which is in the list. */
function hasPart(names: string): Matcher {
  const known = oneOf(names)
  return { test: (name) => name.split(/[:_-]/).some((word) => known.test(word)) }
}

const TYPE_PARTS = hasPart('typecheck|types|tsc')
const checksTypes: Matcher = {
  test: (name) =>
    TYPE_PARTS.test(name) ||
    (name.includes('type-check') && /(^|[:_-])type-check($|[:_-])/.test(name)),
}

/** A package's own scripts, by the words in their names. */
export const SCRIPT_WORDS: readonly [Matcher, CommandKind][] = [
  [checksTypes, 'typecheck'],
  [hasPart('lint|eslint|check'), 'lint'],
  [hasPart('test|tests|spec|e2e|unit|integration|coverage|vitest|jest'), 'test'],
  [hasPart('fmt|format|prettier'), 'format'],
  [hasPart('migrate|migration|migrations|seed'), 'migrate'],
  [hasPart('deploy|release|publish'), 'deploy'],
  [hasPart('build|compile|bundle'), 'build'],
]

export const PROGRAM_RULES: readonly ProgramRule[] = [
  { program: oneOf('vitest'), when: [[/^(list|init)$/, 'other']], otherwise: 'test' },
  {
    program: oneOf('playwright'),
    when: [
      [/^test$/, 'test'],
      [/^install$/, 'install'],
    ],
  },
  { program: oneOf('cypress'), when: [[/^run$/, 'test']] },
  { program: oneOf('karma'), when: [[/^start$/, 'test']] },
  {
    program: oneOf('forge|hardhat|anchor|molecule|pio'),
    when: [
      [/^(test|verify)$/, 'test'],
      [/^(build|compile|run)$/, 'build'],
    ],
  },
  {
    program: oneOf(
      'jest|mocha|ava|tap|tape|jasmine|wtr|pytest|py.test|unittest|nosetests|nose2|tox|nox|rspec|' +
        'phpunit|pest|ctest|bats|busted|trial|behave|cucumber|cucumber-js|stestr|testem|prove|ert-runner|' +
        'shellspec|elm-test|robot|ginkgo|gotestsum|kyua|paratest|behat|codecept|testcafe|nightwatch|wdio|newman',
    ),
    otherwise: 'test',
  },
  {
    program: oneOf('node|deno|bun|tsx'),
    when: [
      [/^--test$/, 'test'],
      [/^test$/, 'test'],
      [/^(install|i|add)$/, 'install'],
      [/^(lint)$/, 'lint'],
      [/^(fmt)$/, 'format'],
      [/^(check)$/, 'typecheck'],
      [/^(build|compile)$/, 'build'],
      [/^(deploy)$/, 'deploy'],
    ],
    otherwise: 'run',
  },
  {
    program: oneOf('go'),
    when: [
      [/^test$/, 'test'],
      [/^(build|install)$/, 'build'],
      [/^vet$/, 'lint'],
      [/^fmt$/, 'format'],
      [/^(get|mod)$/, 'install'],
      [/^run$/, 'run'],
    ],
  },
  {
    program: oneOf('cargo|cross'),
    when: [
      [/^(test|t|nextest)$/, 'test'],
      [/^(build|b|rustc|doc|package)$/, 'build'],
      [/^(check|c)$/, 'typecheck'],
      [/^(clippy|audit|deny)$/, 'lint'],
      [oneOf('tree|metadata|search|clean|new|init|locate-project'), 'other'],
      [/^fmt$/, 'format'],
      [/^(add|fetch|install|update)$/, 'install'],
      [/^publish$/, 'deploy'],
      [/^(run|r)$/, 'run'],
    ],
    otherwise: 'run',
  },
  {
    program: oneOf(
      'mvn|mvnw|gradle|gradlew|sbt|dotnet|swift|mix|flutter|dart|zig|lein|stack|cabal|rake|rails|bazel|pants|buck|buck2|xcodebuild|meson|ant|deps',
    ),
    when: [
      [
        /(^|:)(test(:\w+)?|verify|check|spec|[a-z]+Test|testDebug\w*|testRelease\w*|connectedCheck)$/i,
        'test',
      ],
      [/(^|:)(compile\w*|package|install|build|assemble\w*|bundle\w*|publish)$/, 'build'],
      [/(^|:)(\w*[lL]int\w*|credo|analyze|detekt|checkstyle\w*)$/, 'lint'],
      [/(^|:)(format|spotlessApply)$/, 'format'],
      [/(^|:)(run|bootRun)$/, 'run'],
      [/(^|:)(restore|deps\.get|resolve)$/, 'install'],
    ],
  },
  {
    program: oneOf('make|gmake|just|task|ninja|invoke|mage'),
    when: [
      ...targets(),
      ...SCRIPT_WORDS,
      [/(^|[:_-])(ci|verify|validate|qa|smoke|preflight|pre-?commit|gate)($|[:_-])/, 'run'],
    ],
    otherwise: 'build',
  },
  { program: oneOf('turbo|nx|lerna|moon|rush|wireit'), when: targets() },
  {
    program: oneOf(
      'tsc|vue-tsc|tsgo|mypy|pyright|basedpyright|svelte-check|flow|pyre|sorbet|ty|phpstan|psalm',
    ),
    otherwise: 'typecheck',
  },
  {
    program: oneOf(
      'eslint|oxlint|standard|xo|flake8|pylint|golangci-lint|rubocop|shellcheck|stylelint|' +
        'markdownlint|ktlint|swiftlint|hadolint|knip|pre-commit|staticcheck|bandit|actionlint|yamllint|tflint|' +
        'ansible-lint|cfn-lint|sqlfluff|phpcs|detekt|checkstyle|luacheck|clang-tidy|cppcheck|cpplint|' +
        'kubeconform|spectral|solhint|vale|brakeman|htmlhint|djlint|commitlint|checkov|semgrep',
    ),
    otherwise: 'lint',
  },
  { program: oneOf('biome|ruff|dprint'), when: [[/^(format|fmt)$/, 'format']], otherwise: 'lint' },
  {
    program: oneOf(
      'prettier|oxfmt|black|isort|gofmt|goimports|rustfmt|clang-format|autopep8|yapf|shfmt',
    ),
    otherwise: 'format',
  },
  {
    program: oneOf('vite|next|nuxt|astro|remix|ng|gatsby|parcel|expo'),
    when: [
      [/^(build|export|generate)$/, 'build'],
      [/^test$/, 'test'],
      [/^lint$/, 'lint'],
    ],
    otherwise: 'run',
  },
  {
    program: oneOf(
      'webpack|rollup|esbuild|tsup|swc|babel|gcc|g++|clang|javac|rustc|kotlinc|hugo|jekyll',
    ),
    otherwise: 'build',
  },
  {
    program: oneOf('cmake'),
    when: [
      [/^--build$/, 'build'],
      [/^(test|check|RUN_TESTS)$/, 'test'],
      [/^-[SB]/, 'build'],
    ],
  },
  {
    program: oneOf('docker|podman|docker-compose'),
    when: [
      [/^push$/, 'deploy'],
      [/^(build|buildx)$/, 'build'],
      [/^(run|up|exec)$/, 'run'],
    ],
  },
  {
    program: oneOf('composer|poe|hatch|rye|pixi|mise'),
    when: [
      [/^(install|add|sync|update|require|lock)$/, 'install'],
      [/^(phpunit|pest)([:_-].*)?$/, 'test'],
      [/^(phpstan|analy[sz]e)([:_-].*)?$/, 'lint'],
      ...targets().filter(([, kind]) => kind !== 'run'),
    ],
  },
  {
    program: oneOf(
      'pip|pip3|poetry|uv|pdm|pipenv|gem|bundle|apt|apt-get|brew|apk|dnf|yum|conda|mamba|volta|nvm',
    ),
    when: [
      [/^(install|add|sync|update|upgrade|i|require|pip)$/, 'install'],
      [/^(publish|push)$/, 'deploy'],
    ],
  },
  {
    program: oneOf('twine|vsce|ovsx|goreleaser|semantic-release|fastlane|eb|skaffold'),
    when: [[/^(upload|publish|release|deploy|run|deliver|supply|pilot)$/, 'deploy']],
  },
  { program: oneOf('git'), otherwise: 'git' },
  { program: oneOf('gh|glab|hub'), otherwise: 'gh' },
  {
    program: oneOf('vercel|now'),
    when: [
      [/^(ls|logs|env|link|pull|dev|login|whoami|inspect|list)$/, 'other'],
      [/^build$/, 'build'],
    ],
    otherwise: 'deploy',
  },
  {
    program: oneOf(
      'netlify|fly|flyctl|wrangler|firebase|serverless|sls|cdk|sam|heroku|railway|eas|amplify|kamal|cap|surge|gcloud|az|aws|render|copilot',
    ),
    when: [
      [
        /^(deploy|publish|up|launch|release|sync|update-function-code|container:release)$/,
        'deploy',
      ],
    ],
  },
  {
    program: oneOf('kubectl|helm|terraform|tofu|pulumi|ansible-playbook'),
    when: [
      [oneOf('diff|get|describe|logs|plan|template|show|list|status|preview'), 'other'],
      [/^(apply|upgrade|install|up|rollout)$/, 'deploy'],
      [/^(validate|lint|--syntax-check)$/, 'lint'],
      [/^fmt$/, 'format'],
      [/\.ya?ml$/, 'deploy'],
    ],
  },
  { program: /^python(\d(\.\d+)?)?$/, otherwise: 'run' },
  {
    program: oneOf('ruby|php|perl|java|ts-node|bash|sh|zsh|Rscript|julia|lua|elixir'),
    otherwise: 'run',
  },
]

function targets(): [Matcher, CommandKind][] {
  return [
    [/^(.*[:_-])?(tests?|spec|e2e|unit|integration|check)([:_-].*)?$/, 'test'],
    [/^(type-?check|types|tsc)([:_-].*)?$/, 'typecheck'],
    [/^(lint)([:_-].*)?$/, 'lint'],
    [/^(fmt|format)([:_-].*)?$/, 'format'],
    [/^(deploy|release|publish)([:_-].*)?$/, 'deploy'],
    [/^(install|deps|setup)$/, 'install'],
    [/^(run|dev|start|serve)$/, 'run'],
    [/^(build|all|compile)([:_-].*)?$/, 'build'],
  ]
}
