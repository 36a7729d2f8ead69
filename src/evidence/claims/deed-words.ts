/** How people say that a piece of work is done, in ten languages. */
import { wordFinder } from '../message/words.js'
import type { FindWords } from '../message/words.js'

/**
 * `done` says it alone; a `thing` only together with a word that it went `well`. `elsewhere` may be the
 * same deed on another thing, and a `place` is where it is done.
 */
export type DeedWord = PlainWord | 'elsewhere' | 'place'
type PlainWord = 'done' | 'thing' | 'well'

export const findBuiltWords = wordFinder<PlainWord>({
  done: `built rebuilt builds rebuilds compiled recompiled compiles recompiles transpiled
    gebaut neugebaut kompiliert rekompiliert baut compilado compilada recompilado recompilada compila
    recompila construido construida compilé compilée recompilé recompilée compile construit construite
    compilou construído construída compilato compilata ricompilato costruito costruita
    собран собрана собрано собраны пересобран пересобрана пересобрано собрал пересобрал собирается
    скомпилирован скомпилировано скомпилировал компилируется
    ビルドしました ビルドが完了 ビルド済み コンパイルしました 构建完成 已构建 重新构建 构建好 编译完成 已编译 编译好
    빌드했 빌드되 컴파일했 컴파일되`,
  thing: `build rebuild compile compilation recompile bundle kompilierung compilación recompilación compilation
    compilação compilazione сборка сборку компиляция ビルド コンパイル 构建 编译 빌드 컴파일`,
  well: `done finished complete completed passes passed succeeds succeeded successful successfully clean green
    ready works through fertig erfolgreich durch grün grüner lista listo terminada terminado correcta éxito
    réussi réussie terminé terminée verte pronta pronto concluída concluído sucesso completata riuscita
    успешно готова готов завершена прошла 完了 成功 通过 완료 성공`,
})

/** Components, callers and packages are migrated too: the word needs a database beside it. */
export const findMigrateWords: FindWords<DeedWord> = (text) => {
  const words = new Set<DeedWord>(findMigration(text))
  if (findDatabase(text).size > 0) {
    words.add('place')
    if (words.delete('elsewhere')) words.add('done')
  }
  return words
}

const findDatabase = wordFinder({
  place: `database databases db dbs tables schema migrations postgres postgresql mysql mariadb sqlite mongodb
    datenbank* tabellen datos esquema données schéma dados dati tabelle базу база базы базе бд
    таблицы миграции データベース スキーマ テーブル 数据库 데이터베이스 스키마 테이블`,
})

const findMigration = wordFinder<PlainWord | 'elsewhere'>({
  done: `seeded reseeded geseedet накатил накатили накатана накатаны 시드했`,
  elsewhere: `migrated migriert migrado migrada migrados migradas migré migrée migrés migrées migrato migrata migrati
    мигрировал мигрировали мигрирована мигрированы смигрировал マイグレーションしました マイグレーション済み 已迁移
    迁移完成 迁移成功 마이그레이션했`,
  thing: `migration migrations seed seeds seeding schema migrationen datenbankmigration testdaten startdaten
    migración migraciones esquema migração migrações esquemas migrazione migrazioni миграция миграции миграцию
    миграций схема схему сиды マイグレーション スキーマ シード 迁移 数据库结构 마이그레이션 스키마 시드`,
  well: `applied ran executed done finished complete completed succeeded successful successfully through live loaded
    angewendet angewandt ausgeführt durchgelaufen gelaufen eingespielt fertig erfolgreich durch
    aplicada aplicadas aplicado aplicados ejecutada ejecutadas ejecutado corrida cargados terminada éxito
    appliquée appliquées appliqué passée passées exécutée exécutées jouée terminée réussie
    executada executadas executado rodada rodou rodei aplicou concluída sucesso
    applicata applicate applicato eseguita eseguite completata riuscita
    применена применены применил применили применено выполнена выполнены прошла прошли завершена успешно
    適用 実行しました 完了 成功 应用 执行 完成 적용 실행 완료 성공`,
})

export const findDeployWords = wordFinder<PlainWord>({
  done: `deployed redeployed published released shipped provisioned ausgerollt deployt veröffentlicht desplegado
    desplegada publicado publicada déployé déployée publié publiée implantado implantada publiquei distribuito
    pubblicato pubblicata rilasciato задеплоил задеплоили задеплоено выкатил выкатили опубликовал опубликован
    опубликована デプロイしました デプロイ済み 公開しました リリースしました 已部署 部署完成 部署成功 已发布 发布完成
    배포했 배포되 배포를 완료`,
  thing: `deploy deployment release rollout terraform infrastructure stack bereitstellung infrastruktur despliegue
    infraestructura déploiement infrastructure implantação infraestrutura distribuzione infrastruttura деплой
    релиз инфраструктура デプロイ リリース 部署 发布 배포`,
  well: `done finished complete completed succeeded successful successfully live applied through up created fertig
    erfolgreich durch angewendet listo terminado completado aplicado aplicada éxito terminé réussi appliqué
    appliquée concluído concluída sucesso aplicada completato riuscito applicata завершён завершен прошёл прошел
    успешно применена 完了 成功 適用 完成 완료 성공 적용`,
})

/** Of a commit and a push the words that say it is done; the bare names may order it, or hand it over. */
export const findDeliveredWords = wordFinder({
  done: `committed pushed committet eingecheckt gepusht hochgeschoben commiteado comiteado pusheado empujado commité commitée
    committé committée poussé poussée commitado commitei empurrado enviado committato pushato закоммитил закоммичено
    запушил запушено отправлен コミットしました コミット済み プッシュしました プッシュ済み 已提交 提交了 已推送 推送完成 推送到了
    커밋했 커밋되 푸시했 푸시되 푸시 완료`,
})

export const findMigrateWish: FindWords<'asked'> = (text) =>
  findDatabase(text).size > 0 ? findMigrateVerb(text) : new Set()

const findMigrateVerb = wordFinder({
  asked: `migrate migrates migration migrations seed upgrade migrier* migration* migra migrar migración migraciones
    migre migrer migração migrações migrazione migrazioni migri мигр* миграц* накат* マイグレーション 迁移
    마이그레이션`,
})

export const findDeployWish = wordFinder({
  asked: `deploy redeploy apply publish release rollout ship ausroll* deploye veröffentlich* despliega desplegar publica
    déploie déployer publie publier implante publique distribuisci pubblica rilascia задепло* выкат* опублик*
    デプロイ リリース 公開 部署 发布 上线 배포`,
})
