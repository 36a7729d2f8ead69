import { wordFinder } from './words.js'

/** Words for a fault that is gone. */
export const findFixed = wordFinder({
  fixed: `fix fixed fixes resolved solved repaired corrected behoben gefixt repariert korrigiert gelöst
    corregido corregida arreglado solucionado corrigé corrigée réparé résolu corrigido corrigida
    consertado resolvido corretto corretta risolto исправил исправлено исправлена починил починено
    修正 直しました 解決 修复 修好 解决 수정 고쳤 해결`,
})
