import type { CommandKind } from '../../schema/evidence.js'

/** What a simple command is for, and whether a runner that we know does it. */
export interface KnownKind {
  kind: CommandKind
  /** false: its name smells of a test, but what its exit code means is anybody's guess. */
  known: boolean
}

/** One program's kinds: by its first argument that matches, else by the program alone. */
interface ProgramRule {
  program: RegExp
  /** Tried in order against the arguments. */
  when?: readonly [argument: RegExp, kind: CommandKind][]
  otherwise?: CommandKind
}

const list = (names: string): RegExp => new RegExp(`^(${names})$`)

/** A package's own scripts, by the words in their names. */
const SCRIPT_WORDS: readonly [RegExp, CommandKind][] = [
  [/(^|[:_-])(type-?check|typecheck|types|tsc|check-types|check:types)($|[:_-])/, 'typecheck'],
  [/(^|[:_-])(lint|eslint|check)($|[:_-])/, 'lint'],
  [/(^|[:_-])(tests?|spec|e2e|unit|integration|coverage|vitest|jest)($|[:_-])/, 'test'],
  [/(^|[:_-])(fmt|format|prettier)($|[:_-])/, 'format'],
  [/(^|[:_-])(deploy|release|publish)($|[:_-])/, 'deploy'],
  [/(^|[:_-])(build|compile|bundle)($|[:_-])/, 'build'],
]

const RULES: readonly ProgramRule[] = [
  { program: list('vitest'), when: [[/^(list|init)$/, 'other']], otherwise: 'test' },
  {
    program: list('playwright'),
    when: [
      [/^test$/, 'test'],
      [/^install$/, 'install'],
    ],
  },
  { program: list('cypress'), when: [[/^run$/, 'test']] },
  { program: list('karma'), when: [[/^start$/, 'test']] },
  {
    program: list(
      'jest|mocha|ava|tap|tape|jasmine|wtr|pytest|py\\.test|unittest|nosetests|nose2|tox|nox|rspec|phpunit|pest|ctest|bats|busted|trial|behave|cucumber|cucumber-js|stestr|testem',
    ),
    otherwise: 'test',
  },
  {
    program: list('node|deno|bun|tsx'),
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
    program: list('go'),
    when: [
      [/^test$/, 'test'],
      [/^(build|install)$/, 'build'],
      [/^vet$/, 'typecheck'],
      [/^fmt$/, 'format'],
      [/^(get|mod)$/, 'install'],
      [/^run$/, 'run'],
    ],
  },
  {
    program: list('cargo|cross'),
    when: [
      [/^(test|t|nextest)$/, 'test'],
      [/^(build|b|rustc)$/, 'build'],
      [/^(check|c)$/, 'typecheck'],
      [/^clippy$/, 'lint'],
      [/^fmt$/, 'format'],
      [/^(add|fetch|install|update)$/, 'install'],
      [/^publish$/, 'deploy'],
      [/^(run|r)$/, 'run'],
    ],
    otherwise: 'run',
  },
  {
    program: list(
      'mvn|mvnw|gradle|gradlew|sbt|dotnet|swift|mix|flutter|dart|zig|lein|stack|cabal|rake|rails|bazel|pants|buck2?|xcodebuild|meson|ant|deps',
    ),
    when: [
      [
        /(^|:)(test|verify|check|spec|integrationTest|testDebug\w*|testRelease\w*|connectedCheck)$/i,
        'test',
      ],
      [/(^|:)(compile\w*|package|install|build|assemble\w*|bundle\w*|publish)$/, 'build'],
      [/(^|:)(lint\w*|credo|analyze)$/, 'lint'],
      [/(^|:)(format|spotlessApply)$/, 'format'],
      [/(^|:)(run|bootRun)$/, 'run'],
      [/(^|:)(restore|deps\.get|resolve)$/, 'install'],
    ],
  },
  {
    program: list('make|gmake|just|task|ninja|invoke|mage'),
    when: [
      ...targets(),
      ...SCRIPT_WORDS,
      [/(^|[:_-])(ci|verify|validate|qa|smoke|preflight|pre-?commit|gate)($|[:_-])/, 'run'],
    ],
    otherwise: 'build',
  },
  { program: list('turbo|nx|lerna|moon|rush|wireit'), when: targets() },
  {
    program: list('tsc|vue-tsc|tsgo|mypy|pyright|basedpyright|svelte-check|flow|pyre|sorbet|ty'),
    otherwise: 'typecheck',
  },
  {
    program: list(
      'eslint|oxlint|standard|xo|flake8|pylint|golangci-lint|rubocop|shellcheck|stylelint|markdownlint|ktlint|swiftlint|hadolint|knip|pre-commit|staticcheck|bandit',
    ),
    otherwise: 'lint',
  },
  { program: list('biome|ruff|dprint'), when: [[/^(format|fmt)$/, 'format']], otherwise: 'lint' },
  {
    program: list(
      'prettier|oxfmt|black|isort|gofmt|goimports|rustfmt|clang-format|autopep8|yapf|shfmt',
    ),
    otherwise: 'format',
  },
  {
    program: list('vite|next|nuxt|astro|remix|ng|gatsby|parcel|expo'),
    when: [
      [/^(build|export|generate)$/, 'build'],
      [/^test$/, 'test'],
      [/^lint$/, 'lint'],
    ],
    otherwise: 'run',
  },
  {
    program: list(
      'webpack|rollup|esbuild|tsup|swc|babel|gcc|g\\+\\+|clang|javac|rustc|kotlinc|hugo|jekyll',
    ),
    otherwise: 'build',
  },
  { program: list('cmake'), when: [[/^--build$/, 'build']] },
  {
    program: list('docker|podman|docker-compose'),
    when: [
      [/^push$/, 'deploy'],
      [/^(build|buildx)$/, 'build'],
      [/^(run|up|exec)$/, 'run'],
    ],
  },
  {
    program: list(
      'pip|pip3|poetry|uv|pdm|pipenv|gem|bundle|composer|apt|apt-get|brew|apk|dnf|yum|conda|mamba|volta|nvm',
    ),
    when: [[/^(install|add|sync|update|upgrade|i|require|pip)$/, 'install']],
  },
  { program: list('git'), otherwise: 'git' },
  { program: list('gh|glab|hub'), otherwise: 'gh' },
  {
    program: list('vercel|now'),
    when: [
      [/^(ls|logs|env|link|pull|dev|login|whoami|inspect|list)$/, 'other'],
      [/^build$/, 'build'],
    ],
    otherwise: 'deploy',
  },
  {
    program: list(
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
    program: list('kubectl|helm|terraform|tofu|pulumi|ansible-playbook'),
    when: [
      [/^(apply|upgrade|install|up|rollout)$/, 'deploy'],
      [/\.ya?ml$/, 'deploy'],
    ],
  },
  {
    program: list(
      'python(\\d(\\.\\d+)?)?|ruby|php|perl|java|ts-node|bash|sh|zsh|Rscript|julia|lua|elixir',
    ),
    otherwise: 'run',
  },
]

function targets(): [RegExp, CommandKind][] {
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

const HARMLESS =
  /^(--help|-h|--version|-V|--collect-only|--listTests|--list|--dry-run|--showConfig|--no-run)$/

const TASK_RUNNERS = /^(?:make|gmake|just|task|invoke|mage|rake|nox|turbo|nx)$/

/** Goals that check something, by a name that says no more: what they print has to. */
const GOALS = /^(?:ci|verify|validate|qa|smoke|preflight|pre-?commit|gate)$/

/** The kind of a simple command, already without wrappers and variables. */
export function commandKind(words: readonly string[]): KnownKind {
  const [program = '', ...args] = words
  const name = program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.(cmd|exe|bat)$/, '')
  if (args.some((arg) => HARMLESS.test(arg)) && name !== 'git')
    return { kind: 'other', known: true }
  if (/^(npm|pnpm|yarn)$/.test(name) || (name === 'bun' && args[0] === 'run'))
    return scriptKind(args)
  const rule = RULES.find((rule) => rule.program.test(name))
  if (rule === undefined) return guess(program, name)
  if (TASK_RUNNERS.test(name) && args.some((arg) => GOALS.test(arg)))
    return { kind: 'test', known: false }
  const kind = ruleKind(rule, args)
  if (kind === 'run') return runKind(args)
  return { kind, known: true }
}

function ruleKind({ when = [], otherwise = 'other' }: ProgramRule, args: string[]): CommandKind {
  // A goal that is nearer to the front decides: `cargo run -- test` runs.
  const before = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const found = when.map(([pattern, kind]) => {
    const index = before.findIndex((arg) => pattern.test(arg))
    return { index, kind }
  })
  // Several goals in one call (`clean build test`): the one that proves most.
  const hits = found.filter(({ index }) => index !== -1)
  if (hits.length === 0) return otherwise
  const first = Math.min(...hits.map(({ index }) => index))
  const test = hits.find(({ kind }) => kind === 'test')
  const isGoals = before.slice(first).filter((arg) => !arg.startsWith('-')).length > 1
  if (test !== undefined && isGoals && otherwise === 'other') return 'test'
  return hits.find(({ index }) => index === first)!.kind
}

function scriptKind(args: string[]): KnownKind {
  const rest = dropPlace(args)
  const [verb = '', script = ''] = rest
  if (/^(i|install|ci|add|up|update|upgrade|link|dedupe)$/.test(verb) || rest.length === 0) {
    return { kind: 'install', known: true }
  }
  if (verb === 'publish') return { kind: 'deploy', known: true }
  if (verb === 'workspace') return scriptKind(rest.slice(2))
  const name = /^(run|run-script|workspaces|foreach)$/.test(verb) ? script : verb
  if (/^(t|tst)$/.test(name)) return { kind: 'test', known: true }
  const word = SCRIPT_WORDS.find(([pattern]) => pattern.test(name))
  if (word !== undefined) return { kind: word[1], known: true }
  if (GOALS.test(name)) return { kind: 'test', known: false }
  if (/^(start|dev|serve|preview|watch)\b/.test(name)) return { kind: 'run', known: true }
  if (
    /^(ls|list|view|info|why|outdated|audit|config|pack|init|root|prefix|help|whoami|search)$/.test(
      verb,
    )
  ) {
    return { kind: 'other', known: true }
  }
  const tool = commandKind([name, ...rest.slice(rest.indexOf(name) + 1)])
  return tool.kind === 'other' ? { kind: 'run', known: true } : tool
}

/** Flags that say where a script runs, with their values. */
function dropPlace(args: string[]): string[] {
  const rest: string[] = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    if (/^(--filter|-F|-C|--dir|--prefix|--workspace|-w|--cwd)$/.test(arg)) index += 1
    else if (!arg.startsWith('-')) rest.push(arg)
  }
  return rest
}

/** An interpreter with a script: the script's name is all there is to go by. */
function runKind(args: readonly string[]): KnownKind {
  const [script = '', goal] = args.filter((arg) => !arg.startsWith('-'))
  if (/(^|\/)manage\.py$/.test(script) && goal === 'test') return { kind: 'test', known: true }
  return ownScript(script) ?? { kind: 'run', known: true }
}

function guess(program: string, name: string): KnownKind {
  if (!program.includes('/')) return { kind: 'other', known: true }
  return ownScript(program) ?? ownScript(name) ?? { kind: 'run', known: true }
}

/** A script of the project's own that looks like a check by its name. */
function ownScript(script: string): KnownKind | null {
  if (smells(script)) return { kind: 'test', known: false }
  return BUILDS.test(script) ? { kind: 'build', known: false } : null
}

const BUILDS = /(^|[/_.-])(?:re)?(?:build|compile)(?:[_-]all)?(\.\w+)?$/i

const smells = (script: string): boolean =>
  /(^|[/_.-])(tests?|spec)[/_.-]/i.test(script) ||
  /(^|[/_.-])(?:(?:run|do)[_-]?)?(?:tests?|checks?|ci|verify|validate|smoke|qa)(\.\w+)?$/i.test(
    script,
  )
