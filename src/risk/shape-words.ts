// Generated from the shapes by `npm run generate`.

/** By a shape's source: a path that has the shape has at least one of these. */
export const SHAPE_WORDS: Readonly<Record<string, readonly string[]>> = {
  "\\.(spec|test|tests|e2e|e2e-spec|cy|bench)\\.": [
    "bench",
    "cy",
    "e2e",
    "spec",
    "test"
  ],
  "(^|\\/)__(tests?|mocks|fixtures|snapshots)__\\/": [
    "fixtures",
    "mocks",
    "snapshots",
    "test"
  ],
  "(^|\\/)(testdata|cypress|e2e|playwright|test[-_]?(utils?|helpers?|support))\\/": [
    "cypress",
    "e2e",
    "playwright",
    "test"
  ],
  "(^|\\/)specs?\\/([^/]+\\/)*[^/]+\\.(c|cc|clj|cljs|cpp|cs|cts|cxx|dart|ex|exs|fs|go|groovy|hs|java|jl|js|jsx|kt|kts|lua|m|mjs|cjs|ml|mts|php|pl|pm|py|r|rb|rs|scala|sh|swift|t|ts|tsx|vb|zig)$": [
    "spec"
  ],
  "[-_.](test|tests|spec|specs)\\.(c|cc|clj|cljs|cpp|cs|cts|cxx|dart|ex|exs|fs|go|groovy|hs|java|jl|js|jsx|kt|kts|lua|m|mjs|cjs|ml|mts|php|pl|pm|py|r|rb|rs|scala|sh|swift|t|ts|tsx|vb|zig)$": [
    "spec",
    "test"
  ],
  "(^|\\/)(test|spec)[-_][^/]*\\.(py|rb|js|jsx|mjs|cjs|ts|tsx|mts|cts|c|cc|cpp|php|sh|r)$": [
    "spec",
    "test"
  ],
  "(^|\\/)(conftest\\.py|tests\\.(py|rs))$": [
    "conftest.py",
    "tests."
  ],
  "\\.(snap|feature|t)$": [
    "."
  ],
  "\\.(md|mdx|mdc|markdown|rst|adoc|asciidoc|textile|rdoc|pod)$": [
    "adoc",
    "asciidoc",
    "markdown",
    "md",
    "pod",
    "rdoc",
    "rst",
    "textile"
  ],
  "(^|\\/)(docs?|documentation|javadoc|man)\\/": [
    "doc",
    "man"
  ],
  "(^|\\/)(readme|changelog|changes|contributing|contributors|authors|maintainers|license|licence|copying|notice|news|history|todo|code_of_conduct)(\\.txt|[-_.][a-z]{2}(\\.txt)?)?$": [
    "authors",
    "changelog",
    "changes",
    "code_of_conduct",
    "contributing",
    "contributors",
    "copying",
    "history",
    "licence",
    "license",
    "maintainers",
    "news",
    "notice",
    "readme",
    "todo"
  ],
  "(^|\\/)license-[a-z0-9.-]+$": [
    "license-"
  ],
  "(^|\\/)\\.env(\\.(?!example|sample|template|dist|defaults?$)[^/]*)?$": [
    ".env"
  ],
  "\\.(pem|key|p12|pfx|jks|keystore|kdbx)$": [
    "jks",
    "kdbx",
    "key",
    "p12",
    "pem",
    "pfx"
  ],
  "(^|\\/)(firestore|storage|database)\\.rules$": [
    "database",
    "firestore",
    "storage"
  ],
  "(^|\\/)id_(rsa|dsa|ecdsa|ed25519)$": [
    "id_"
  ],
  "(^|[^a-z])(sign|log)[-_](in|out|on)([^a-z]|$)": [
    "log",
    "sign"
  ],
  "(^|[^a-z])(api|private|secret|signing|access)[-_]?keys?([^a-z]|$)": [
    "key"
  ],
  "(^|[^a-z])(two|multi)[-_]?factor([^a-z]|$)": [
    "factor"
  ],
  "\\.(sql|prisma|dbml)$": [
    "dbml",
    "prisma",
    "sql"
  ],
  "(^|\\/)\\.github\\/(workflows|actions)\\/": [
    ".github/"
  ],
  "(^|\\/)\\.(circleci|buildkite|gitea|forgejo)\\/": [
    "buildkite",
    "circleci",
    "forgejo",
    "gitea"
  ],
  "(^|\\/)\\.(gitlab-ci|travis|drone|appveyor|cirrus)(\\.[^/]*)?\\.ya?ml$": [
    "appveyor",
    "cirrus",
    "drone",
    "gitlab-ci",
    "travis"
  ],
  "(^|\\/)(azure|bitbucket)-pipelines[^/]*\\.ya?ml$": [
    "-pipelines"
  ],
  "(^|\\/)(cloudbuild|buildspec|appspec|render|serverless|action|chart|playbook)\\.ya?ml$": [
    "action",
    "appspec",
    "buildspec",
    "chart",
    "cloudbuild",
    "playbook",
    "render",
    "serverless"
  ],
  "(^|\\/)(\\.?ci|playbooks?)\\/.*\\.ya?ml$": [
    ".y"
  ],
  "(^|\\/)charts\\/[^/]+\\/(values[^/]*\\.ya?ml$|templates\\/)": [
    "charts/"
  ],
  "(^|\\/)(vercel|cdk|firebase|now)\\.json$": [
    ".json"
  ],
  "(^|\\/)(netlify|fly|wrangler|railway)\\.(toml|jsonc?)$": [
    "json",
    "toml"
  ],
  "\\.(tf|tf\\.json|tfvars|tofu|hcl|nomad|bicep|service|timer)$": [
    "bicep",
    "hcl",
    "nomad",
    "service",
    "tf",
    "timer",
    "tofu"
  ],
  "(^|\\/)(package|composer|deno|lerna|nx|rush|angular|biome|bower|renovate|turbo)\\.jsonc?$": [
    ".json"
  ],
  "(^|\\/)\\.?pnpm(-|file\\.)[^/]*$": [
    "pnpm"
  ],
  "\\.config(\\.[^/]+)?$": [
    ".config"
  ],
  "\\.(lock|lockb|lockfile|resolved|csproj|fsproj|vbproj|sln|props|targets|sbt|cabal|nimble|podspec|mk|mak)$": [
    "."
  ],
  "(^|\\/)[^/]*([-.]lock|npm-shrinkwrap)\\.(json|ya?ml|toml|hcl)$": [
    "lock",
    "npm-shrinkwrap"
  ],
  "(^|\\/)(cargo|pyproject|bunfig|gopkg|rust-toolchain|uv|pixi)\\.toml$": [
    ".toml"
  ],
  "(^|\\/)go\\.(mod|sum|work|work\\.sum)$": [
    "go."
  ],
  "(^|\\/)(requirements|constraints)([-_.][^/]*)?\\.(txt|in)$": [
    "constraints",
    "requirements"
  ],
  "(^|\\/)requirements\\/[^/]+\\.(txt|in)$": [
    "requirements/"
  ],
  "(^|\\/)(setup\\.(py|cfg)|pipfile|tox\\.ini|noxfile\\.py|environment\\.ya?ml|manifest\\.in|build\\.rs)$": [
    "build.rs",
    "environment.y",
    "manifest.in",
    "noxfile.py",
    "pipfile",
    "setup.",
    "tox.ini"
  ],
  "(^|\\/)(gemfile|podfile|cartfile|brewfile|package\\.swift|pubspec\\.yaml|mix\\.exs|pom\\.xml|ivy\\.xml|build\\.xml)$": [
    "brewfile",
    "build.xml",
    "cartfile",
    "gemfile",
    "ivy.xml",
    "mix.exs",
    "package.swift",
    "podfile",
    "pom.xml",
    "pubspec.yaml"
  ],
  "(^|\\/)(cmakelists\\.txt|meson\\.build|meson_options\\.txt|configure\\.ac|sconstruct|build|workspace|(flake|default|shell)\\.nix)$": [
    "build",
    "cmakelists.txt",
    "configure.ac",
    "default",
    "flake",
    "meson_options.txt",
    "sconstruct",
    "shell",
    "workspace"
  ],
  "(^|\\/)\\.(npmrc|nvmrc|node-version|python-version|ruby-version|tool-versions|yarnrc|yarnrc\\.yml|bazelrc|browserslistrc|pre-commit-config\\.yaml)$": [
    "bazelrc",
    "browserslistrc",
    "node-version",
    "npmrc",
    "nvmrc",
    "pre-commit-config.yaml",
    "python-version",
    "ruby-version",
    "tool-versions",
    "yarnrc"
  ],
  "(^|\\/)\\.(yarn|husky|storybook|mvn|cargo)\\/": [
    "cargo",
    "husky",
    "mvn",
    "storybook",
    "yarn"
  ],
  "\\.(tsx|jsx|css|scss|sass|less|styl|vue|svelte|astro)$": [
    "astro",
    "css",
    "jsx",
    "less",
    "sass",
    "styl",
    "svelte",
    "tsx",
    "vue"
  ],
  "(^|\\/)components\\/": [
    "components/"
  ],
  "(^|\\/)apps\\/web\\/": [
    "apps/web/"
  ]
}
