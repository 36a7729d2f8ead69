import { wordFinder } from './words.js'

/**
 * Acts that can't be taken back, or that reach outside the working tree. A message that asks a person
 * and names one of them is left alone, in any wording: a word too many here costs a push, a word too
 * few sends an agent over a person's head.
 */
export const namesIrreversible = (text: string): boolean => findActs(text).size > 0

const findActs = wordFinder({
  destroy: `delete deletes deleted deleting deletion drop drops dropped dropping truncate truncates
    truncating wipe wipes wiping erase erasing purge purges purging destroy destroys destroying
    overwrite overwrites overwriting remove removing removal discard discarding reset rm undo undone
    irreversible irreversibly permanently destructive terminate shred
    löschen lösche löscht gelöscht löschung verwerfen überschreiben unwiderruflich entfernen entferne
    borrar borre borro borrado eliminar elimine elimino eliminación sobrescribir irreversible vaciar
    supprimer supprime suppression effacer efface écraser écrase irréversible vider
    apagar apague apago excluir exclua remover sobrescrever irreversível
    eliminare elimino elimina cancellare cancello cancella sovrascrivere svuotare irreversibile
    удалить удаляю удалять удалю удаление стереть очистить перезаписать необратимо сбросить
    削除 消去 破棄 上書き 消して 删除 清空 覆盖 清除 丢弃 삭제 지우 지울 덮어쓰 초기화`,
  production: `production prod backup backups produktion produktiv producción produção produzione
    продакшен прод проде 本番 生产 线上 프로덕션`,
  deliver: `push pushes pushing force force-push deploy deploys deploying deployment release releases
    releasing publish publishes publishing merge merges merging rebase ship rollout send sends sending
    email emails invite pay pays paying payment charge charges refund purchase buy bill invoice
    pushen pushe ausrollen veröffentlichen mergen senden schicken bezahlen kaufen
    desplegar publicar enviar fusionar pagar comprar déployer publier envoyer fusionner payer acheter
    implantar mesclar pubblicare inviare unire pagare comprare rilasciare
    запушить задеплоить опубликовать отправить слить выкатить оплатить купить
    プッシュ デプロイ 公開 リリース 送信 マージ 支払 购买 推送 部署 发布 发送 合并 支付 푸시 배포 게시 발송 병합 결제`,
  rights: `rotate rotating revoke revoking grant granting permissions chmod close closing archive archiving
    rechte permisos droits permissões permessi права 権限 权限 권한`,
  migrate: `migrate migrates migrating migration migrations migrieren migrar migrer migrare мигрировать
    миграция миграцию マイグレーション 迁移 마이그레이션`,
})
