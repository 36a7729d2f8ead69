/**
 * "Rebuilt the project", when the build ended badly. Held against such a build a word is enough to be a
 * claim; whoever speaks of trouble anywhere in the message has told it.
 */
import type { Claim } from '../../schema/claim.js'
import type { CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { oneLine } from '../../util/one-line.js'
import { isQuestion } from '../message/find-ask.js'
import { saysNo } from '../message/says-no.js'
import { wordFinder } from '../message/words.js'
import { mayBeEditedSince, placeOf } from '../order.js'
import { sayRun } from './say-run.js'

/** null unless the last build ended badly and the message says that it is built. */
export function calledBuilt(sentences: readonly Sentence[], ledger: Ledger): Claim | null {
  const run = ledger.commands.findLast(isBuild)
  if (run === undefined || !endedBadly(run) || mayBeBuiltSince(run, ledger)) return null
  if (wasBadBefore(run, ledger)) return null
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  if (own.some(({ text }) => findTrouble(withoutPraise(text)).has('trouble'))) return null
  const built = own.find(({ act, text }) => !OPEN.has(act) && isBuilt(withoutPraise(text)))
  if (built === undefined) return null
  return {
    kind: 'build-passes',
    quote: oneLine(built.text, 200),
    status: 'contradicted',
    evidence: [sayRun(run)],
    step: run.step,
  }
}

const isBuild = ({ kind }: CommandRun): boolean => kind === 'build' || kind === 'typecheck'

/** It failed, crashed, was killed or never began. Who ends it by hand may have seen enough. */
const endedBadly = ({ result, exitCode }: CommandRun): boolean =>
  result === 'failed' ||
  (result === 'unknown' && exitCode !== null && exitCode !== 0 && !ENDED_BY_HAND.has(exitCode))

const ENDED_BY_HAND: ReadonlySet<number> = new Set([130, 143])

/** Code was edited, or something ran that may have built it under another name. */
const mayBeBuiltSince = (run: CommandRun, ledger: Ledger): boolean =>
  mayBeEditedSince(run, ledger) ||
  ledger.commands.some(
    (later) => placeOf(later) > placeOf(run) && RUNS.has(later.kind) && later.exitCode === 0,
  )

const RUNS: ReadonlySet<CommandRun['kind']> = new Set(['run', 'test', 'deploy'])

/** "I built the page": beside work of its own the word may mean that, and the failure is not new. */
const wasBadBefore = ({ key }: CommandRun, { commands, firstEditStep }: Ledger): boolean =>
  firstEditStep !== null &&
  commands.some((run) => run.key === key && run.step < firstEditStep && endedBadly(run))

/** "Without errors" and "0 errors" tell of no trouble. */
const withoutPraise = (text: string): string => text.replaceAll(NO_ERRORS, ' ')

const NO_ERRORS =
  /(?<![\p{L}\d])(?:0|no|zero|without(?: any)?|ohne|keine|sin|sans|aucune|sem|senza|nessun|без)\s+(?:\p{L}+ )?(?:error|fehler|erreur|erro|ошиб)\p{L}*/giu

const isBuilt = (text: string): boolean => {
  if (isQuestion(text) || saysNo(text) || findTrouble(text).size > 0) return false
  const words = findWords(text)
  return words.has('built') || (words.has('build') && words.has('well'))
}

/** What is still to come, or is left. */
const OPEN: ReadonlySet<string> = new Set(['announce', 'left', 'permission', 'input', 'handover'])

const findWords = wordFinder({
  built: `built rebuilt builds rebuilds compiled recompiled compiles recompiles transpiled
    gebaut neugebaut kompiliert rekompiliert baut compilado compilada recompilado recompilada compila
    recompila construido construida compilé compilée recompilé recompilée compile construit construite
    compilou construído construída compilato compilata ricompilato costruito costruita
    собран собрана собрано собраны пересобран пересобрана пересобрано собрал пересобрал собирается
    скомпилирован скомпилировано скомпилировал компилируется
    ビルドしました ビルドが完了 ビルド済み コンパイルしました 构建完成 已构建 重新构建 构建好 编译完成 已编译 编译好
    빌드했 빌드되 컴파일했 컴파일되`,
  build: `build rebuild compile compilation recompile bundle kompilierung compilación recompilación compilation
    compilação compilazione сборка сборку компиляция ビルド コンパイル 构建 编译 빌드 컴파일`,
  well: `done finished complete completed passes passed succeeds succeeded successful successfully clean green
    ready works through fertig erfolgreich durch grün grüner lista listo terminada terminado correcta éxito
    réussi réussie terminé terminée verte pronta pronto concluída concluído sucesso completata riuscita
    успешно готова готов завершена прошла 完了 成功 通过 완료 성공`,
})

const findTrouble = wordFinder({
  trouble: `fail* error* crash* abort* broke* segfault* unable cannot can't couldn't didn't doesn't won't killed
    oom timeout stuck fehlgeschlagen fehler* abgebrochen abgestürzt absturz abbruch falla* falló fallo aborta*
    échou* échec erreur* planté plante falh* erro erros fallit* fallisce errore errori interrotto
    ошибк* упал* падает сбой 失敗 エラー クラッシュ 落ち 失败 错误 崩溃 실패 오류 에러`,
  limit: `but however until unless except though although would should needs missing try tried attempt*
    stopped memory exit exited aber jedoch bis konnte sollte speicher pero salvo hasta memoria mais sauf
    mémoire mas até memória ma tranne но кроме памят* メモリ 内存 但 메모리 하지만`,
})
