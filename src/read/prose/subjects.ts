import type { CommandKind } from '../../schema/evidence.js'
import { wordFinder } from './words.js'

/** What a sentence speaks of: a check, or a way of handing work over. */
export type Subject =
  | 'tests'
  | 'build'
  | 'types'
  | 'lint'
  | 'commit'
  | 'push'
  | 'pullRequest'
  | 'deploy'

/** The subjects of a text, in words of ten languages. */
export function subjectsIn(text: string): Set<Subject> {
  const found = findSubjects(text)
  if (/\b(?:pull|merge)[ -]requests?\b/i.test(text)) found.add('pullRequest')
  if (/\btype[ -]check(?:s|ed|er|ing)?\b/i.test(text)) found.add('types')
  return found
}

const findSubjects = wordFinder<Subject>('subject', {
  tests: `test tests testing tested spec specs suite suites testsuite unittest unittests testfälle e2e vitest jest
    pytest mocha rspec junit phpunit playwright cypress prueba pruebas teste testes testsuiten`,
  build: `build builds built compile compiles compiled compiling compilation kompiliert kompilieren compila compilan
    compilación compilação compilano compilazione compilent`,
  types: `tsc typecheck typechecks typechecker typechecking typescript mypy pyright typprüfung tipos types typage tipi`,
  lint: 'lint linter linters linting eslint oxlint ruff clippy biome',
  commit: `commit commits committed committing commited committe committet committen commitar commitei commiteado
    commiteo commité commiter`,
  push: `push pushed pushes pushing gepusht pushe pushen pusheado pushear poussé poussée pousser pousse`,
  pullRequest: 'pr prs mr mrs pull-request pullrequest',
  deploy: `deploy deploys deployed deploying deployment redeploy redeployed release released releases publish
    published publishes ship shipped rollout ausgerollt ausrollen deployt veröffentlicht veröffentlichen desplegado
    desplegada despliega desplegar publicado publicada publica publicar déployé déployée déployer déploie publié
    publiée publier implantado implantada publicei lançado distribuito pubblicato pubblicata pubblicare rilasciato
    rilasciare`,
})

/** Which kinds of command show a check. */
export const CHECKED_BY: readonly (readonly [Subject, readonly CommandKind[]])[] = [
  ['tests', ['test']],
  ['build', ['build', 'typecheck']],
  ['types', ['typecheck', 'build']],
  ['lint', ['lint']],
]
