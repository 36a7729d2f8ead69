import type { Surface } from '../schema/surface.js'
import type { PathShape } from './path-shape.js'

/** One row of the risk table: what a change on this surface weighs, and which paths are on it. */
export interface SurfaceRow {
  surface: Surface
  weight: number
  /** Whole words of a path, in lower case and in the singular. */
  words: ReadonlySet<string>
  /** What else tells a path of it. */
  shape: PathShape
}

/** The one table of the risk floor, heaviest first. */
export const SURFACES: readonly SurfaceRow[] = [
  {
    surface: 'auth',
    weight: 1,
    words: wordSet(`
      auth login session token permission rbac credential secret
      oauth oauth2 openid oidc saml sso ldap kerberos jwt jwk jwks webauthn passkey mfa totp otp 2fa
      u2f fido2 keycloak abac acl iam csrf xsrf apikey
      authn authenticate authenticated authenticates authenticating authentication authenticator
      authz authorize authorized authorizes authorizing authorization authorizer
      authorise authorised authorising authorisation authoriser
      unauthorized unauthorised unauthenticated reauth reauthenticate preauth
      logon logout logoff signin signout signon
      password passwd passphrase passcode passwordless htpasswd netrc privilege security`),
    shape: {
      endings: wordSet('pem key p12 pfx jks keystore kdbx'),
      names: wordSet(`
        firestore.rules storage.rules database.rules id_rsa id_dsa id_ecdsa id_ed25519`),
      patterns: [
        ['.env', /(^|\/)\.env(\.(?!example|sample|template|dist|defaults?$)[^/]*)?$/],
        ['sign', /(^|[^a-z])sign[-_](in|out|on)([^a-z]|$)/],
        ['log', /(^|[^a-z])log[-_](in|out|on)([^a-z]|$)/],
        ['key', /(^|[^a-z])(api|private|secret|signing|access)[-_]?keys?([^a-z]|$)/],
        ['factor', /(^|[^a-z])(two|multi)[-_]?factor([^a-z]|$)/],
      ],
    },
  },
  {
    surface: 'data',
    weight: 0.9,
    words: wordSet(`
      migration migrate migrated migrates migrating migrator prisma schema schemata entity repository
      seed seeded seeder seeding sql alembic flyway liquibase knexfile ddl`),
    shape: { endings: wordSet('sql prisma dbml') },
  },
  {
    surface: 'infra',
    weight: 0.85,
    words: wordSet(`
      docker dockerfile dockerized dockerignore containerfile woodpecker compose traefik
      deploy deployed deployer deploying deployment redeploy undeploy predeploy postdeploy
      helm helmfile k8s k3s kubernetes kube kubectl kustomize kustomization skaffold openshift argocd
      istio terraform terragrunt opentofu tfvars pulumi cloudformation ansible nginx caddyfile haproxy
      envoy jenkins jenkinsfile vagrantfile procfile tiltfile systemd podman`),
    shape: {
      endings: wordSet('tf tfvars tofu hcl nomad bicep service timer'),
      names: wordSet(`
        cloudbuild.yml buildspec.yml appspec.yml render.yml serverless.yml action.yml chart.yml
        playbook.yml cloudbuild.yaml buildspec.yaml appspec.yaml render.yaml serverless.yaml
        action.yaml chart.yaml playbook.yaml vercel.json cdk.json firebase.json now.json
        netlify.toml fly.toml wrangler.toml railway.toml netlify.json fly.json wrangler.json
        railway.json netlify.jsonc fly.jsonc wrangler.jsonc railway.jsonc`),
      folders: wordSet(`
        .github/workflows .github/actions .circleci .buildkite .gitea .forgejo`),
      patterns: [
        ['.y', /(^|\/)\.(gitlab-ci|travis|drone|appveyor|cirrus)(\.[^/]*)?\.ya?ml$/],
        ['-pipelines', /(^|\/)(azure|bitbucket)-pipelines[^/]*\.ya?ml$/],
        ['.y', /(^|\/)(\.?ci|playbooks?)\/.*\.ya?ml$/],
        ['charts/', /(^|\/)charts\/[^/]+\/(values[^/]*\.ya?ml$|templates\/)/],
        ['.tf.json', /\.tf\.json$/],
        [
          'file',
          /(^|\/)([^/]*\.)?(docker|container|jenkins|vagrant|proc|tilt|caddy)file(\.[^/]*)?$/,
        ],
        ['compose', /(^|\/)(docker-)?compose(\.[^/]*)?\.ya?ml$/],
      ],
    },
  },
  {
    surface: 'build',
    weight: 0.6,
    words: wordSet(`
      tsconfig jsconfig eslint eslintrc eslintignore vite webpack rollup esbuild babel babelrc swcrc
      prettierrc prettierignore stylelintrc lockfile makefile cmake gulpfile
      gruntfile rakefile justfile taskfile dependabot gradle gradlew mvnw gemspec bazel nuget`),
    shape: {
      endings: wordSet(`
        lock lockb lockfile resolved csproj fsproj vbproj sln props targets sbt cabal nimble podspec
        mk mak config`),
      names: wordSet(`
        package.json composer.json deno.json lerna.json nx.json rush.json angular.json biome.json
        bower.json renovate.json turbo.json package.jsonc composer.jsonc deno.jsonc lerna.jsonc
        nx.jsonc rush.jsonc angular.jsonc biome.jsonc bower.jsonc renovate.jsonc turbo.jsonc
        cargo.toml pyproject.toml bunfig.toml gopkg.toml rust-toolchain.toml uv.toml pixi.toml
        go.mod go.sum go.work go.work.sum setup.py setup.cfg pipfile tox.ini noxfile.py
        environment.yml environment.yaml manifest.in build.rs gemfile podfile cartfile brewfile
        package.swift pubspec.yaml mix.exs pom.xml ivy.xml build.xml cmakelists.txt meson.build
        meson_options.txt configure.ac sconstruct build workspace flake.nix default.nix shell.nix
        .npmrc .nvmrc .node-version .python-version .ruby-version .tool-versions .yarnrc .yarnrc.yml
        .bazelrc .browserslistrc .pre-commit-config.yaml`),
      folders: wordSet('.yarn .husky .storybook .mvn .cargo'),
      patterns: [
        ['make', /(^|\/)(gnu)?makefile(\.[^/]*)?$/],
        ['gradle', /\.gradle(\.kts)?$/],
        ['config', /(^|\/)[jt]sconfig(\.[^/]*)?\.json$/],
        ['pnpm', /(^|\/)\.?pnpm(-|file\.)[^/]*$/],
        ['.config.', /\.config\.[^/]+$/],
        ['lock.', /[-.]lock\.(json|ya?ml|toml|hcl)$/],
        ['npm-shrinkwrap', /npm-shrinkwrap\.(json|ya?ml|toml|hcl)$/],
        ['requirements', /(^|\/)requirements([-_.][^/]*)?\.(txt|in)$/],
        ['constraints', /(^|\/)constraints([-_.][^/]*)?\.(txt|in)$/],
        ['requirements/', /(^|\/)requirements\/[^/]+\.(txt|in)$/],
      ],
    },
  },
  {
    surface: 'ui',
    weight: 0.4,
    words: wordSet(''),
    shape: {
      endings: wordSet('tsx jsx css scss sass less styl vue svelte astro'),
      folders: wordSet('components apps/web'),
    },
  },
]

/** What stands beside a word of the table in a name that is written as one: `authguard`, `usersession`. */
export const COMPANIONS: ReadonlySet<string> = wordSet(`
  access admin api app base bearer check client config context controller data db error factory file
  filter form guard handler helper hook info key list manager middleware model module page policy
  provider refresh route router script server service state storage store table type user util
  validator web`)

/** What the two discounted surfaces and an unknown path weigh. */
export const TEST_WEIGHT = 0.2
export const DOCS_WEIGHT = 0.1

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ''))
}
