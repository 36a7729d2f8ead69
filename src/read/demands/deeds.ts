/** What an order does, by its verb: one table for all that reads orders. */
import { wordFinder, wordsOf } from '../prose/words.js'

export type Deed = 'create' | 'update' | 'remove' | 'rename' | 'replace' | 'run' | 'need'

export const deedsIn = wordFinder<Deed>({
  create: `add create write generate implement introduce provide define export cover erstell* schreib* leg* füg* ergänz*
    implementier* crea crear añade añadir agrega escribe genera define cubre crée créer ajoute ajouter écris couvre crie
    criar adicione adicionar escreva cubra aggiungi scrivi copri implementa implémente добав* создай* напиши* реализу*
    追加 作成 実装 書いて 添加 创建 新建 增加 新增 编写 实现 추가 작성 생성 구현 만들`,
  update: `update bump extend aktualisier* actualiza amplía atualize aggiorna обнови* 更新 追記 記載 업데이트 갱신`,
  remove: `delete remove drop lösch* entfern* borra borrar elimina eliminar quita supprime supprimer enlève retire apague
    apagar remova remover rimuovi togli удали* verwijder usuń 削除 删除 移除 삭제 제거`,
  rename: `rename renaming move umbenenn* benenn* verschieb* renombr* mueve renomm* déplace renome* mova rinomin* sposta
    переимен* перемест* hernoem* zmień リネーム 名前を変更 重命名 改名 移动 이름을`,
  replace: `replace replacing ersetz* reemplaz* remplac* substitu* sostitui* замени* vervang* zastąp 置き換え 替换 바꿔 교체`,
  run: `run rerun execute start launch führ* ejecuta ejecutar corre lanza lance exécute lancez rode roda
    executa esegui lancia fai запусти* прогони* draai uruchom odpal 実行 走らせ 流して 回して 运行 跑 执行 실행 돌려`,
  need: `need needs brauche brauchen necesito necesitamos preciso precisa besoin serve servono нужен нужны potrzebuję 必要 需要 필요`,
})

/** Words before the verb of an order. */
export const OPENERS: ReadonlySet<string> = new Set(
  `please pls kindly and then now also first next finally just ok okay so go ahead may let's lets let us can could would will you i we want
  need would like to kannst könntest würdest du bitte jetzt noch auch und dann puedes podrías y luego por favor et puis
  peux-tu puedes pourrais-tu s'il te vous plaît pode poderia e depois puoi potresti poi можешь пожалуйста и потом затем 请`.split(
    /\s+/,
  ),
)

/** The verb that opens a clause. */
export const openingOf = (clause: string): string =>
  wordsOf(clause).find((word) => !OPENERS.has(word)) ?? ''

/** "If there is none", "unless": it is unknown whether it was wanted in the end. */
export const isConditional = (text: string): boolean =>
  findCondition(text.replaceAll(/\bcould you\b/gi, ' ')).size > 0

const findCondition = wordFinder({
  condition: `if unless when maybe perhaps optional* could might falls wenn vielleicht si quizás peut-être se
    talvez forse если может もし 如果 也许 만약`,
})
