import { wordFinder } from './words.js'

/** Words for a fault that is gone. */
export const findFixed = wordFinder({
  fixed: `fix fixed fixes resolved solved repaired corrected behoben gefixt repariert korrigiert gelöst
    corregido corregida arreglado solucionado corrigé corrigée réparé résolu corrigido corrigida
    consertado resolvido corretto corretta risolto исправил исправлено исправлена починил починено
    修正 直しました 解決 修复 修好 解决 수정 고쳤 해결`,
})

/** Words with which a fix is ordered. */
export const findFixing = wordFinder({
  fixing: `fix fixing repair resolve debug pass green behebe* behebst korrigier* reparier* grün arregla* corrige* corrija
    pase verde répare* corriger passe vert conserte passar correggi* passi исправ* почин* зелён* 直して 修正して 修复
    通过 고쳐 수정해 통과`,
})
