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

const findSubjects = wordFinder<Subject>({
  tests: `test tests testing tested spec specs suite suites testsuite unittest unittests testfälle
    e2e vitest jest pytest mocha rspec junit phpunit playwright cypress prueba pruebas teste testes
    testsuiten тест тесты тестов тестами тестам テスト 测试 測試 테스트`,
  build: `build builds built compile compiles compiled compiling compilation kompiliert kompilieren
    compila compilan compilación compilação compilano compilazione compilent
    сборка сборки сборку собирается билд компилируется ビルド コンパイル 构建 编译 빌드 컴파일`,
  types: `tsc typecheck typechecks typechecker typechecking typescript mypy pyright typprüfung tipos
    types typage tipi типы типов 型チェック 类型检查 타입`,
  lint: `lint linter linters linting eslint oxlint ruff clippy biome линт линтер リント 린트`,
  commit: `commit commits committed committing commited committe committet committen commitar commitei
    commiteado commiteo commité commiter закоммитил закоммичено закоммить коммит коммиты коммита
    コミット 提交 커밋`,
  push: `push pushed pushes pushing gepusht pushe pushen pusheado pushear poussé poussée pousser pousse
    запушил запушено запушь запушить пуш プッシュ 推送 푸시`,
  pullRequest: `pr prs mr mrs pull-request pullrequest пулл-реквест プルリク プルリクエスト pr를 prを prの pr을
    拉取请求 合并请求 풀리퀘스트`,
  deploy: `deploy deploys deployed deploying deployment redeploy redeployed release released releases
    publish published publishes ship shipped rollout ausgerollt ausrollen deployt veröffentlicht
    veröffentlichen desplegado desplegada despliega desplegar publicado publicada publica publicar
    déployé déployée déployer déploie publié publiée publier implantado implantada publicei lançado
    distribuito pubblicato pubblicata pubblicare rilasciato rilasciare задеплоил задеплоить выкатил
    выкатить опубликовал опубликовать релиз デプロイ リリース 公開 部署 发布 上线 배포`,
})

/** Which kinds of command show a check. */
export const CHECKED_BY: readonly (readonly [Subject, readonly CommandKind[]])[] = [
  ['tests', ['test']],
  ['build', ['build', 'typecheck']],
  ['types', ['typecheck', 'build']],
  ['lint', ['lint']],
]
