import { isFileName, namedIn } from './named-in.js'

/** What a sentence wants of the tree: a file that is there, or one that is gone. */
export interface WantedFile {
  file: string
  want: 'exists' | 'gone'
}

/**
 * Files that a sentence asks to be made, moved or deleted: named as such, right behind the word that asks
 * for it. A file that is only the place of a change is none of them.
 */
export function askedFiles(text: string): WantedFile[] {
  const { files } = namedIn(text)
  if (files.length === 0 || CONDITION.test(text)) return []
  const moved = MOVE.exec(text)
  if (moved !== null) {
    const [from, to] = files
    const isPair = files.length === 2 && text.indexOf(from!) > moved.index
    return isPair
      ? [
          { file: from!, want: 'gone' },
          { file: to!, want: 'exists' },
        ]
      : []
  }
  return files.flatMap((file): WantedFile[] => {
    const before = text.slice(0, text.indexOf(file))
    const after = text.slice(text.indexOf(file) + file.length)
    const asked = verbBefore(before)
    if (CREATE.test(asked) || CREATED_BEHIND.test(after)) return [{ file, want: 'exists' }]
    if (REMOVE.test(asked) || REMOVED_BEHIND.test(after)) return [{ file, want: 'gone' }]
    return []
  })
}

/** The word that a file is the object of: only words for kinds of files, or other files, stand between. */
function verbBefore(before: string): string {
  const words = before.match(/[\p{L}\p{N}._/-]+/gu) ?? []
  const verb = words.findLast((word) => !BETWEEN.has(word.toLowerCase()) && !isFileName(word))
  return verb?.toLowerCase() ?? ''
}

/** "If there is none", "unless": nobody knows whether it was wanted in the end. */
const CONDITION =
  /\b(?:if|unless|when|maybe|perhaps|optional\w*|could|might|falls|wenn|vielleicht|si|quizás|peut-être|se|talvez|forse|если|может)\b|もし|如果|也许|만약/i

const BETWEEN = new Set(
  `a an the our new missing empty proper short simple basic root top-level file files called named module
  config script mit and plus ein eine einen die das der neue neuen datei und un una el la los nuevo nueva
  archivo y le les des nouveau fichier et um uma o arquivo e il lo gli nuovo новый файл и 一个 文件`.split(
    /\s+/,
  ),
)

const CREATE =
  /^(?:add|create|write|generate|introduce|provide|make|erstell\p{L}*|schreib\p{L}*|leg\p{L}*|füg\p{L}*|crea|crear|añade|añadir|agrega|escribe|genera|crée|créer|ajoute|ajouter|écris|crie|criar|adicione|adicionar|escreva|aggiungi|scrivi|добавь\p{L}*|создай\p{L}*|напиши|添加|创建|新建|增加)$/u
const REMOVE =
  /^(?:delete|remove|drop|lösch\p{L}*|entfern\p{L}*|borra|borrar|elimina|eliminar|supprime|supprimer|apague|apagar|remova|remover|rimuovi|удали\p{L}*|删除|移除)$/u
const MOVE =
  /\b(?:move|rename|verschieb\p{L}*|benenn\p{L}*|mueve|renombra|déplace|renomme|mova|renomeie|sposta|rinomina)\b|переимен|перемест|重命名|移动/iu

/** Languages that name the deed behind the thing. */
const CREATED_BEHIND =
  /^[`"']?\s*(?:を(?:追加|作成|作って|書いて)|(?:를|을)?\s*(?:추가|만들|생성|작성))/
const REMOVED_BEHIND = /^[`"']?\s*(?:を(?:削除|消して)|(?:를|을)?\s*(?:삭제|지워|제거))/
