import type { CommandKind } from '../schema/evidence.js'
import { oneOf } from '../util/one-of.js'
import type { Matcher } from '../util/one-of.js'

/** One program's kinds: by its first argument that matches, else by the program alone. */
export interface ProgramRule {
  program: Matcher
  /** Tried in order against the arguments. */
  when?: readonly [argument: Matcher, kind: CommandKind][]
  otherwise?: CommandKind
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
  [hasPart('lint|eslint'), 'lint'],
  [hasPart('fmt|format|prettier'), 'format'],
  [hasPart('check'), 'lint'],
  [hasPart('test|tests|spec|e2e|unit|integration|coverage|vitest|jest|cy'), 'test'],
  [hasPart('migrate|migration|migrations|seed'), 'migrate'],
  [oneOf('db:push|db:reset|db:setup|db:up|db-reset|db-setup|db_reset|db_setup'), 'migrate'],
  [hasPart('deploy|release|publish|push|ship'), 'deploy'],
  [hasPart('build|compile|bundle|codegen|docs|doc'), 'build'],
]

/** What package managers do by themselves, without a script of the project's. */
export const INSTALLING = oneOf(
  'i|install|ci|add|up|update|upgrade|link|dedupe|uninstall|un|remove|rm|prune|rebuild|import',
)
export const ASKING = oneOf(
  'ls|list|view|info|why|outdated|config|init|root|prefix|help|whoami|search|version|cache|login|pkg|dist-tag|fund',
)
export const PACKAGE_VERBS: Matcher = {
  test: (word) =>
    INSTALLING.test(word) ||
    ASKING.test(word) ||
    oneOf('publish|pack|exec|dlx|audit|create').test(word),
}

type KnownCommands = readonly [kind: CommandKind, lines: string]

/**
 * Commands that are not of their program's kind, by their first words: flags are passed over unless they are named,
 * and what is named behind the second word may stand further back.
 */
export const COMMANDS: readonly KnownCommands[] = [
  [
    'lint',
    `npm audit, pnpm audit, yarn audit, bun audit, pip check, uv pip check, poetry check, pdm check, composer validate,
    composer audit, go mod verify, bundle audit, prisma validate, docker compose config, docker-compose config,
    sam validate, flyway validate, liquibase validate, alembic check, atlas migrate lint, twine check, caddy validate,
    promtool check, buf lint, buf breaking, opa check, goreleaser check, rails zeitwerk:check, swift-format lint,
    kubectl apply --dry-run=client, kubectl apply --dry-run=server, kubectl create --dry-run=client,
    helm upgrade --dry-run, aws cloudformation validate-template, openapi-generator-cli validate,
    openapi-generator validate, nginx -t, haproxy -c, apachectl configtest, taplo lint,
    changeset status, manypkg check, astro check, nix flake check, cargo sqlx prepare, sqlc vet, packer validate,
    coverage report, jq empty, tidy -e, ansible-playbook --check, ansible-playbook --syntax-check, api-extractor run, lhci assert`,
  ],
  [
    'typecheck',
    'gleam check, nuxi typecheck, nuxt typecheck, mix dialyzer, sorbet tc, srb tc, steep check',
  ],
  [
    'format',
    `buf format, taplo fmt, taplo format, prisma format, dprint check, djlint --reformat, golangci-lint fmt,
    go fmt, dotnet csharpier, dune build @fmt, dune fmt, swift format, dart format`,
  ],
  [
    'build',
    `prisma generate, buf generate, buf build, sqlc generate, uv build, poetry build, hatch build, pdm build, cdk synth,
    sam build, go generate, rails assets:precompile, rake assets:precompile, storybook build, eas build, gem build,
    maturin build, trunk build, wasm-pack build, tauri build, goreleaser build, dotnet publish, mkdocs build,
    jupyter-book build, docusaurus build, vuepress build, vitepress build, electron-forge make, kubectl kustomize,
    R CMD build, hugo build, cmake --preset, supabase gen, xcodebuild archive, xcodebuild -exportArchive,
    dart run build_runner, flutter pub run build_runner, kustomize build, elm make,
    purs compile, npm pack, pnpm pack, yarn pack, spago build, nim c, packer build, nix build, dotnet pack, setup.py sdist,
    setup.py bdist_wheel, setup.py build, setup.py build_ext, drizzle-kit generate, earthly +build`,
  ],
  [
    'test',
    `wasm-pack test, cargo llvm-cov, cargo tarpaulin, cargo mutants, helm unittest, supabase test, spago test,
    stack --test, scala-cli test, R CMD check, clj -M:test, clojure -M:test, clj -X:test, clojure -X:test, earthly +test, k6 run,
    stryker run, dbt test`,
  ],
  [
    'install',
    `dotnet add, dotnet remove, flutter pub get, dart pub get, swift package resolve, terraform init, tofu init, terragrunt init,
    helm dependency, poetry lock, uv lock, cargo update, docker pull, rustup component, rustup target, pacman -S, pacman -Syu,
    conan install, vcpkg install, deno cache, deno install, dbt deps, dotnet tool, setup.py install,
    setup.py develop, pod update, opam install, cabal update,
    stack setup, nuget restore, go mod tidy`,
  ],
  [
    'deploy',
    `dotnet nuget push, docker buildx --push, docker compose push, terraform destroy, tofu destroy, pulumi destroy,
    helm rollback, helm uninstall, kubectl delete, kubectl create, kubectl replace, kubectl patch, kubectl scale,
    kubectl set, aws s3 cp, aws s3 sync, lerna publish, changeset publish, argocd app sync, nomad job run, cf push,
    supabase functions deploy, convex deploy, sst deploy, zappa update, zappa deploy, dart pub publish, clasp push,
    kubectl wait, lerna version, fastlane beta, rsync --delete, helm push, oras push, crane push, skopeo copy`,
  ],
  [
    'run',
    `flask run, mix phx.server, rails server, rails s, wrangler dev, vagrant up, jupyter nbconvert, vitest bench,
    dbt run, prisma studio, rails new, rails generate, rails g, rails runner, rails destroy, mix run, mix phx.gen,
    hugo server, hugo serve, jekyll serve, mkdocs serve, eleventy --serve, docusaurus start,
    docusaurus serve, vitepress dev, storybook dev, gatsby develop, brew services`,
  ],
  [
    'other',
    'cdk diff, cdk ls, sam logs, tsc --clean, systemctl is-active, systemctl is-enabled, systemctl is-failed',
  ],
]

/** `test: test t, lint: vet`: arguments by what they make of the program. */
const kinds = (table: string): [Matcher, CommandKind][] =>
  table.split(', ').map((row) => {
    const [kind, words] = row.split(': ')
    return [oneOf(words!.replaceAll(' ', '|')), kind as CommandKind]
  })

export const PROGRAM_RULES: readonly ProgramRule[] = [
  { program: oneOf('vitest'), when: kinds('other: list init'), otherwise: 'test' },
  {
    program: oneOf('playwright'),
    when: kinds('test: test, install: install'),
  },
  { program: oneOf('cypress'), when: kinds('test: run') },
  { program: oneOf('karma'), when: kinds('test: start') },
  {
    program: oneOf('forge|hardhat|anchor|molecule|pio'),
    when: kinds('test: test verify, build: build compile run'),
  },
  {
    program: oneOf(
      'jest|mocha|ava|tap|tape|jasmine|wtr|pytest|py.test|unittest|nosetests|nose2|rspec|' +
        'phpunit|pest|ctest|bats|busted|trial|behave|cucumber|cucumber-js|stestr|testem|prove|ert-runner|' +
        'shellspec|elm-test|robot|ginkgo|gotestsum|kyua|paratest|behat|codecept|testcafe|nightwatch|wdio|newman|' +
        'qunit|uvu|japa|phpspec|godog|web-test-runner|test-storybook|detox|infection|karate|hurl|doctest|minitest|' +
        'schemathesis|artillery|goss|inspec|kitchen|tsd|elm-test-rs|luaunit',
    ),
    otherwise: 'test',
  },
  {
    program: oneOf('node|deno|bun|tsx'),
    when: [
      [oneOf('--check|-c'), 'lint'],
      [/\.[cm]?[jt]sx?$/, 'run'],
      [oneOf('--test'), 'test'],
      [oneOf('test'), 'test'],
      [oneOf('install|i|add'), 'install'],
      [oneOf('lint'), 'lint'],
      [oneOf('fmt'), 'format'],
      [oneOf('check'), 'typecheck'],
      [oneOf('build|compile'), 'build'],
      [oneOf('deploy'), 'deploy'],
    ],
    otherwise: 'run',
  },
  {
    program: oneOf('go'),
    when: kinds(
      'test: test, build: build install, lint: vet, format: fmt, install: get mod, run: run',
    ),
  },
  {
    program: oneOf('cargo|cross'),
    when: kinds(
      'test: test t nextest, build: build b rustc doc package, typecheck: check c, ' +
        'lint: clippy audit deny machete udeps semver-checks outdated geiger vet, ' +
        'other: tree metadata search clean new init locate-project, format: fmt, ' +
        'install: add fetch install update, deploy: publish, run: run r',
    ),
    otherwise: 'run',
  },
  {
    program: oneOf(
      'mvn|mvnw|gradle|gradlew|sbt|dotnet|swift|mix|flutter|dart|zig|lein|stack|cabal|rake|rails|bazel|bazelisk|' +
        'pants|buck|buck2|xcodebuild|meson|ant|dune|crystal|rebar3|gleam|nimble|dub|shards|opa|conftest|mill|msbuild|waf|scons',
    ),
    when: [
      [
        /(^|:)(spotless(:check|\w*Check)|scalafmt\w*|fmt|fmt:check|format|ktlintFormat|spotlessApply|spotless:apply)$/,
        'format',
      ],
      [/^(checkstyle|pmd|spotbugs|enforcer|license|detekt|ktlint|sonar|dependency-check):/, 'lint'],
      [/(^|:)(flyway:?[mM]igrate|liquibase:?[uU]pdate)$/, 'migrate'],
      [/(^|:)(deploy|publish(To\w+)?|release)$/, 'deploy'],
      [
        /(^|:)(test(:\w+)?|testOnly|testQuick|eunit|ct|runtest|verify|check|spec|[a-z]+Test|testDebug\w*|testRelease\w*|connectedCheck)$/i,
        'test',
      ],
      [
        /(^|:)(compile\w*|package|install|installDist|build|\w*[jJ]ar|war|assemble\w*|bundle\w*)$/,
        'build',
      ],
      [
        /(^|:)(\w*[lL]int\w*|credo|analyze|detekt\w*|checkstyle\w*|pmd\w*|spotbugs\w*|scalafix\w*)$/,
        'lint',
      ],
      [/(^|:)(run|bootRun)$/, 'run'],
      [/(^|:)(restore|deps\.get|resolve)$/, 'install'],
    ],
  },
  {
    program: oneOf('make|gmake|just|task|ninja|invoke|mage|melos|rushx'),
    when: [
      ...targets(),
      ...SCRIPT_WORDS,
      [/(^|[:_-])(ci|verify|validate|qa|smoke|preflight|pre-?commit|gate)($|[:_-])/, 'run'],
    ],
    otherwise: 'build',
  },
  {
    program: oneOf('turbo|nx|lerna|moon|rush|wireit|lage'),
    when: [...targets().filter(([, kind]) => kind !== 'run'), ...SCRIPT_WORDS],
  },
  { program: oneOf('gulp|grunt'), when: targets(), otherwise: 'build' },
  { program: oneOf('tox|nox'), when: SCRIPT_WORDS, otherwise: 'test' },
  { program: oneOf('run-p|run-s|npm-run-all|concurrently|wsrun'), otherwise: 'run' },
  {
    program: oneOf(
      'tsc|vue-tsc|tsgo|mypy|dmypy|pyright|basedpyright|svelte-check|flow|pyre|pytype|sorbet|ty|phpstan|psalm',
    ),
    otherwise: 'typecheck',
  },
  {
    program: oneOf(
      'eslint|oxlint|standard|xo|flake8|pylint|golangci-lint|rubocop|shellcheck|stylelint|' +
        'markdownlint|ktlint|swiftlint|hadolint|knip|pre-commit|staticcheck|bandit|actionlint|yamllint|tflint|' +
        'ansible-lint|cfn-lint|sqlfluff|phpcs|detekt|checkstyle|luacheck|clang-tidy|cppcheck|cpplint|' +
        'kubeconform|spectral|spectral-cli|solhint|vale|brakeman|htmlhint|djlint|commitlint|checkov|semgrep|gosec|revive|errcheck|' +
        'govulncheck|ineffassign|nilaway|cspell|redocly|ajv|xmllint|codespell|typos|vulture|pydocstyle|' +
        'interrogate|pip-audit|safety|depcruise|depcheck|madge|publint|attw|lint-staged|size-limit|standardrb|erblint|' +
        'erb_lint|bundle-audit|bundler-audit|reek|clj-kondo|rector|deptrac|phpmd|hlint|gitleaks|trufflehog|trivy|' +
        'grype|snyk|tfsec|terrascan|kubeval|kube-linter|kube-score|lychee|linkchecker|html-validate|dotenv-linter|' +
        'swagger-cli|editorconfig-checker|protolint|zizmor|markdownlint-cli|markdownlint-cli2|ember-template-lint|' +
        'jscpd|syncpack|sherif|textlint|ls-lint|secretlint|squawk|selene|slither|ameba|haml-lint|slim-lint|' +
        'puppet-lint|cookstyle|statix|deadnix|cmake-lint|proselint|py_compile|json.tool|pymarkdown|refurb|pyflakes|pycodestyle|' +
        'perlcritic|gherkin-lint|sonar-scanner|tslint|jshint|buildifier|addlicense|lefthook|jsonlint|elm-review|audit-ci|' +
        'license-checker|pa11y|lhci|fixjson|ec|eclint|deptry|nancy|osv-scanner|gocyclo|misspell|htmlproofer',
    ),
    otherwise: 'lint',
  },
  {
    program: oneOf('biome|ruff|dprint'),
    when: kinds('format: format fmt'),
    otherwise: 'lint',
  },
  {
    program: oneOf(
      'prettier|oxfmt|black|isort|gofmt|gofumpt|goimports|gci|golines|rustfmt|clang-format|autopep8|yapf|shfmt|' +
        'stylua|swiftformat|swift-format|scalafmt|google-java-format|ktfmt|csharpier|ormolu|fourmolu|nixfmt|' +
        'alejandra|php-cs-fixer|pint|mdformat|leptosfmt|docformatter|ocamlformat|cmake-format|elm-format|sql-formatter|' +
        'rufo|taplo|fprettify|cljfmt|zprint|prettierd|yamlfmt|beautysh|purs-tidy|dfmt|nph',
    ),
    otherwise: 'format',
  },
  {
    program: oneOf(
      'vite|next|nuxt|nuxi|astro|remix|ng|gatsby|parcel|expo|rspack|rsbuild|react-scripts|vue-cli-service|quasar|ember|' +
        'react-router|svelte-kit|docusaurus|vitepress|storybook',
    ),
    when: kinds('build: build export generate, test: test, lint: lint'),
    otherwise: 'run',
  },
  {
    program: oneOf(
      'webpack|rollup|rolldown|esbuild|tsup|tsdown|unbuild|microbundle|ncc|swc|babel|cc|c++|gcc|g++|clang|clang++|javac|' +
        'rustc|kotlinc|ghc|solc|hugo|jekyll|eleventy|sphinx-build|protoc|graphql-codegen|electron-builder|sass|' +
        'postcss|tailwindcss|build|compileall|latexmk|pdflatex|pyinstaller|nuitka|cibuildwheel|openapi-generator-cli|' +
        'typedoc|jsdoc|ocamlfind|ocamlopt|ocamlc|fpc|dmd|ldc2|asciidoctor|asciidoc|typst|pandoc|mmdc|plantuml|dot|swiftc|' +
        'scalac|autoreconf|autoconf|automake|tsdx|pkgroll|bob|preconstruct|wire|ld|nasm|mold|emcc|moc|asc|flatc|thrift',
    ),
    otherwise: 'build',
  },
  {
    program: oneOf('cmake'),
    when: [
      [oneOf('--build'), 'build'],
      [oneOf('test|check|RUN_TESTS'), 'test'],
      [/^-[SB]/, 'build'],
    ],
  },
  {
    program: oneOf('docker|podman|docker-compose'),
    when: kinds('deploy: push, build: build buildx, run: run up exec start restart stop down'),
  },
  {
    program: oneOf('composer|poe|hatch|rye|pixi|mise|pdm|pipenv'),
    when: [
      [oneOf('install|add|sync|update|require|lock|remove|dump-autoload|dumpautoload'), 'install'],
      [/^(phpunit|pest)([:_-].*)?$/, 'test'],
      [/^(phpstan|analy[sz]e)([:_-].*)?$/, 'lint'],
      ...targets().filter(([, kind]) => kind !== 'run'),
    ],
  },
  {
    program: oneOf(
      'pip|pip3|poetry|uv|gem|bundle|apt|apt-get|brew|apk|dnf|yum|conda|mamba|volta|nvm|pod|pacman|zypper|' +
        'choco|winget|scoop|corepack|rustup|pipx|mamba',
    ),
    when: kinds('install: install add sync update upgrade i require pip, deploy: publish push'),
  },
  { program: oneOf('pip-compile|pip-sync|pip-tools|npm-check-updates|ncu'), otherwise: 'install' },
  {
    program: oneOf('semantic-release|release-it|np|standard-version'),
    otherwise: 'deploy',
  },
  {
    program: oneOf('fastlane'),
    when: [
      ...SCRIPT_WORDS,
      [oneOf('beta|production|internal|deliver|pilot|supply|testflight|appstore'), 'deploy'],
    ],
    otherwise: 'run',
  },
  {
    program: oneOf('twine|vsce|ovsx|goreleaser|eb|skaffold'),
    when: kinds('deploy: upload publish release deploy run deliver supply pilot'),
  },
  {
    program: oneOf(
      'redis-cli|curl|wget|http|https|xh|curlie|grpcurl|websocat|wscat|ab|wrk|hey|vegeta|oha',
    ),
    otherwise: 'run',
  },
  {
    program: oneOf('createdb|dropdb|createuser|pg_restore|mongorestore|mysqlimport'),
    otherwise: 'migrate',
  },
  { program: oneOf('git'), otherwise: 'git' },
  { program: oneOf('gh|glab|hub'), otherwise: 'gh' },
  {
    program: oneOf('vercel|now'),
    when: kinds('other: ls logs env link pull dev login whoami inspect list, build: build'),
    otherwise: 'deploy',
  },
  {
    program: oneOf(
      'netlify|fly|flyctl|wrangler|firebase|serverless|sls|cdk|sam|heroku|railway|eas|amplify|kamal|cap|surge|gcloud|az|' +
        'aws|render|copilot|doctl|eksctl|modal|chalice|ko',
    ),
    when: [
      [
        /^(deploy|publish|up|launch|release|sync|cp|push|submit|import|container:\w+|create|update|delete|set|add)$|^(create|update|put|delete|register|upload|publish)-/,
        'deploy',
      ],
      [/^(invoke|(start|run|send)-\w+)$/, 'run'],
    ],
  },
  {
    program: oneOf('kubectl|oc|helm|terraform|tofu|terragrunt|pulumi|ansible-playbook'),
    when: [
      [oneOf('diff|get|describe|logs|plan|template|show|list|status|preview'), 'other'],
      [oneOf('apply|upgrade|install|up|rollout'), 'deploy'],
      [oneOf('validate|lint|--syntax-check'), 'lint'],
      [oneOf('port-forward|run|proxy|attach|cp|debug'), 'run'],
      [oneOf('test'), 'test'],
      [oneOf('fmt|hclfmt'), 'format'],
      [/\.ya?ml$/, 'deploy'],
    ],
  },
  { program: /^python(\d(\.\d+)?)?$/, otherwise: 'run' },
  {
    program: oneOf('php|ruby|perl|bash|sh|zsh|dash'),
    when: [
      [/^[^-]/, 'run'],
      [/^-[wW]?[nlc]$/, 'lint'],
    ],
    otherwise: 'run',
  },
  {
    program: oneOf(
      'java|ts-node|Rscript|julia|lua|elixir|uvicorn|gunicorn|hypercorn|daphne|streamlit|celery|http-server|json-server|' +
        'serve|nodemon|esno|jiti|vite-node|babel-node|php-fpm|puma|unicorn|air|foreman|overmind|locust|scala|kotlin|escript',
    ),
    otherwise: 'run',
  },
  // Scripts that an interpreter is given.
  { program: oneOf('setup.py'), otherwise: 'run' },
  {
    program: oneOf('manage.py|django-admin'),
    when: kinds('test: test, lint: check --check, build: collectstatic compilemessages'),
    otherwise: 'run',
  },
  {
    program: oneOf('artisan|console'),
    when: [
      [oneOf('test|dusk'), 'test'],
      [/^lint:/, 'lint'],
    ],
    otherwise: 'run',
  },
]

function targets(): [Matcher, CommandKind][] {
  return [
    [/^(.*[:_-])?(tests?|spec|e2e|unit|integration)([:_-].*)?$/, 'test'],
    [/^(check[:_-])?(type-?check|types|tsc)([:_-].*)?$/, 'typecheck'],
    [/^(check[:_-])?(lint)([:_-].*)?$/, 'lint'],
    [/^(check[:_-])?(fmt|format)([:_-].*)?$/, 'format'],
    [/^(.*[:_-])?check([:_-].*)?$/, 'test'],
    [/^(deploy|release|publish)([:_-].*)?$/, 'deploy'],
    [oneOf('install|deps|setup'), 'install'],
    [oneOf('run|dev|start|serve'), 'run'],
    [/^(build|all|compile)([:_-].*)?$/, 'build'],
  ]
}

/** What a program is told to do, where nobody has told us of it. */
export const VERBS: readonly [Matcher, CommandKind][] = [
  [oneOf('test|tests'), 'test'],
  [oneOf('build|compile|bundle|package|render|generate|gen|make|assemble|export'), 'build'],
  [oneOf('lint|check|validate|verify|audit|scan|vet'), 'lint'],
  [oneOf('fmt|format'), 'format'],
  [oneOf('migrate'), 'migrate'],
  [oneOf('deploy|publish|upload|push|release|promote|rollback'), 'deploy'],
  [oneOf('install|add|update|upgrade|sync|restore'), 'install'],
]

/** Programs that run others, and print what those do. */
export const RUNS_OTHERS: ReadonlySet<string> = new Set(
  (
    'npm pnpm yarn bun npx make gmake just task mise rake invoke mage nox tox turbo nx lerna moon rush melos gradle ' +
    'gradlew mvn mvnw ant sbt bazel docker podman docker-compose bash sh zsh dash python python3 node ruby perl php deno ' +
    'tsx poe hatch pdm rye pixi composer rails mix xcodebuild fastlane pre-commit lefthook lint-staged husky concurrently ' +
    'run-p run-s npm-run-all vite next nuxt nuxi astro remix ng gatsby webpack rollup esbuild tsup tsdown rspack rsbuild ' +
    'react-scripts vue-cli-service quasar ember expo eas storybook flutter dart tauri electron-builder cmake ninja meson ' +
    'scons waf invoke git gh act vagrant nix devbox direnv earthly tilt skaffold packer molecule kitchen ansible-playbook ' +
    'swift cargo go dotnet zig stack cabal lein dune build maturin cibuildwheel wrangler vercel netlify firebase sam cdk'
  ).split(' '),
)
