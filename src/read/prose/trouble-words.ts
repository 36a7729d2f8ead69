import { lazy } from '../../safety/lazy.js'
import { wordFinder } from './words.js'

export const hasTroubleWord = (text: string): boolean =>
  findTrouble(withoutPraise(text)).has('trouble')

/** "No offenses": what was looked for was not found. */
export const isPraise = (text: string): boolean => text.search(NO_ERRORS()) !== -1

/** "Without errors" and "0 errors" tell of no trouble, and `NOT NULL` denies nothing. */
export const withoutPraise = (text: string): string =>
  text.replaceAll(NO_ERRORS(), ' ').replaceAll(SQL, ' ')

const SQL = /\bNOT (?:NULL|EXISTS|VALID)\b/gi

const NO_ERRORS = lazy(
  () =>
    /(?<![\p{L}\d])(?:0|no|zero|without(?: any)?|ohne|keine|sin|sans|aucune|sem|senza|nessun|без)\s+(?:\p{L}+ )?(?:error|fail|issue|problem|trouble|warning|offense|regression|fehler|erreur|erro|ошиб|fallo|falha)\p{L}*|(?:エラー|警告|問題|错误|报错|警告|오류|에러)(?:は|が|も|는|가)?\s?(?:なし|ありません|ない|ゼロ|0|无|没有|없\p{L}*)|(?:没有|无|0 ?个?)(?:错误|报错|警告|问题)/giu,
)

/** `trouble` tells that it went wrong; a `limit` may. */
export const findTrouble = wordFinder({
  trouble: `fail* error* crash* abort* broke* segfault* unable cannot can't couldn't didn't doesn't won't killed
    oom timeout stuck rollback rolled refused reject* conflict* unreachable denied fehlgeschlagen fehler* abgebrochen abgestürzt absturz
    abbruch zurückgerollt abgelehnt abgewiesen zurückgewiesen falla* rechaz* falló fallo aborta* échou* échec rejet* erreur* planté plante falh* erro erros fallit*
    fallisce rifiutat* errore errori interrotto ошибк* упал* падает сбой откат* отклон* отверг* 失敗 拒否 エラー クラッシュ 落ち 失败 拒绝 错误 崩溃
    回滚 실패 오류 에러 롤백 거부`,
  limit: `but however until unless except though although would should needs missing try tried attempt*
    stopped memory exit exited aber jedoch bis konnte sollte speicher pero salvo hasta memoria mais sauf
    mémoire mas até memória ma tranne но кроме памят* メモリ 内存 但 메모리 하지만`,
})
