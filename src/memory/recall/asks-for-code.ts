import { wordFinder } from '../../read/prose/words.js'

/** Whether a request is for work on code, so that the ways in which code is written here apply. */
export const asksForCode = (text: string): boolean =>
  !/[?？]\s*$/.test(text) &&
  (SOURCE_FILE.test(text.replaceAll(LIBRARY, ' ')) || findsWork(text).has('work'))

/** Libraries may be called like files. */
const LIBRARY = /\b(?:moment|node|next|vue|three|d3|chart|express)\.js\b/gi
const SOURCE_FILE =
  /[\w-]\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|cc|h|swift|scala|vue|svelte|css|scss|sql)(?!\w)/

const findsWork = wordFinder({
  work: `add create write implement introduce build fix refactor rename extract replace remove extend port
    migrate convert format indent support handle make change update improve allow enable disable
    erstell* schreib* füg* implementier* bau* behebe korrigier* benenne ersetz* entfern* erweiter* ergänz*
    crea añade escribe implementa arregla corrige renombra reemplaza elimina refactoriza
    crée ajoute écris implémente corrige renomme remplace supprime
    crie adicione escreva implemente corrija renomeie substitua remova
    aggiungi scrivi correggi rinomina sostituisci rimuovi
    добав* созда* напиши* исправ* реализ* переимен* замени* удали*
    追加 実装 修正 作成 作って 直して 変更 削除 添加 实现 修复 修改 重构 删除 新增 추가 구현 수정 작성 변경 삭제 고쳐`,
})
