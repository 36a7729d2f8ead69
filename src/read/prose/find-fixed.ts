import { wordFinder } from './words.js'

/** Words for a fault that is gone. */
export const findFixed = wordFinder('fix', {
  fixed: `fix fixed fixes resolved solved repaired corrected behoben gefixt repariert korrigiert gelöst corregido
    corregida arreglado solucionado corrigé corrigée réparé résolu corrigido corrigida consertado resolvido corretto
    corretta risolto`,
})

/** Words with which a fix is ordered. */
export const findFixing = wordFinder('fix', {
  fixing: `fix fixing repair resolve debug pass green behebe* behebst korrigier* reparier* grün arregla* corrige*
    corrija pase verde répare* corriger passe vert conserte passar correggi* passi`,
})
