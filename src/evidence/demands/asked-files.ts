import { saysNo } from '../message/says-no.js'
import { wordFinder } from '../message/words.js'
import { isFileName, namedIn } from './named-in.js'

/** What a sentence wants of the tree: a file that is there, or one that is gone. */
export interface WantedFile {
  file: string
  want: 'exists' | 'gone'
}

/**
 * Files that a sentence asks to be made, moved or deleted: the verb opens its clause, the file is its
 * object, and no noun stands behind it. A file that is only the place of a change is none of them.
 */
export function askedFiles(text: string): WantedFile[] {
  const { files } = namedIn(text)
  if (files.length === 0 || CONDITION.test(text) || saysNo(text)) return []
  if (MOVE.test(text)) return movedFiles(text, files)
  return files.flatMap((file): WantedFile[] => {
    const before = text.slice(0, text.indexOf(file))
    const after = text.slice(text.indexOf(file) + file.length)
    if (CREATED_BEHIND.test(after)) return [{ file, want: 'exists' }]
    if (REMOVED_BEHIND.test(after)) return [{ file, want: 'gone' }]
    const verb = verbBefore(before)
    const rest = behindFiles(after)
    const deed = findDeed(verb)
    if (deed.has('create') && (endsClause(rest) || goesOn(rest))) return [{ file, want: 'exists' }]
    if (deed.has('remove') && endsClause(rest)) return [{ file, want: 'gone' }]
    return []
  })
}

/** "Rename a.ts to b.ts". What is moved from one file to another leaves both where they are. */
function movedFiles(text: string, files: readonly string[]): WantedFile[] {
  const [from, to] = files
  if (from === undefined || to === undefined || files.length > 2) return []
  const start = text.indexOf(from)
  const target = text.indexOf(to, start + from.length)
  if (target === -1 || !endsClause(text.slice(target + to.length))) return []
  const between = text.slice(start + from.length, target)
  const isPair =
    MOVED_BEHIND.test(between) || (MOVE.test(verbBefore(text.slice(0, start))) && TO.test(between))
  return isPair
    ? [
        { file: from, want: 'gone' },
        { file: to, want: 'exists' },
      ]
    : []
}

const TOKEN = /[\p{L}\p{N}._/'’-]+|[,;:!?&+，。；：、\n]/gu
const MARK = /^[,;:!?&+，。；：、\n]$/

/**
 * The verb that a file is the object of: only words for kinds of files, or other files, stand between.
 * Empty where the verb doesn't open its clause: then the sentence tells of something.
 */
function verbBefore(before: string): string {
  const tokens = before.match(TOKEN) ?? []
  const at = tokens.findLastIndex(
    (token) => !BETWEEN.has(token.toLowerCase()) && !MARK.test(token) && !isFileName(token),
  )
  const verb = tokens[at]?.toLowerCase() ?? ''
  const lead = tokens.slice(0, Math.max(at, 0)).map((token) => token.toLowerCase())
  const opens = lead.findLastIndex(
    (token) => MARK.test(token) || token.endsWith('.') || JOINS.has(token),
  )
  const isOpening = lead.slice(opens + 1).every((token) => OPENERS.has(token))
  return isOpening && !isDescription(lead.slice(0, opens + 1).join(' ')) ? verb : ''
}

/** The text behind a file and the others of its list ("LICENSE, a NOTICE.md and CONTRIBUTING.md to …"). */
function behindFiles(after: string): string {
  let end = 0
  let joined = false
  for (const match of after.matchAll(TOKEN)) {
    const token = match[0].toLowerCase()
    const name = match[0].replace(/\.$/, '')
    if (isFileName(name)) {
      if (!joined) break
      end = match.index + name.length
      joined = false
    } else if (MARK.test(token) || JOINS.has(token)) joined = true
    else if (!BETWEEN.has(token)) break
  }
  return after.slice(end)
}

/** Words that say no more of the files, then a mark, a joining word or the end. */
function endsClause(after: string): boolean {
  const next = (after.match(TOKEN) ?? []).find((token) => !TAIL.has(token.toLowerCase()))
  return next === undefined || MARK.test(next) || JOINS.has(next.toLowerCase())
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const JOINS = words(
  `and then plus or also as well und dann sowie oder y e luego et puis ou o ed poi и затем`,
)
const OPENERS = words(
  `please pls kindly now just also first next finally let's lets let us can could would will you
  i we want need would like to
  kannst könntest würdest du puedes podrías peux-tu pourrais-tu pode poderia puoi potresti можешь
  bitte jetzt noch auch por favor ahora s'il te vous plaît adesso пожалуйста 请`,
)
const TAIL = words(
  `file files too again now please entirely completely altogether here there . an hinzu um weg datei bitte
  archivo fichier arquivo файл 文件`,
)
/** A clause before it that says how a program acts, or when. */
const isDescription = (lead: string): boolean => NO_ORDER.test(lead) || MODAL.test(lead)

const NO_ORDER =
  /^(?:the|this|that|it|its|they|each|every|on|at|for|after|before|during|while|once|upon|in|with|der|die|das|el|la|le|il|o)\b/u
const MODAL =
  /\b(?:must|should|shall|will|can|may|would|does|has|have|muss|soll|kann|debe|puede|doit|peut|deve|può|pode)\b/u
/** What may follow a file that is to be made: what it is for, what is in it, or which folder it is in. */
const goesOn = (rest: string): boolean => PURPOSE.test(rest) || PLACE.test(rest)

const PURPOSE =
  /^[`"'*]*\s+(?:files?\s+)?(?:with|containing|that|which|for|explaining|describing|based|from|mit|für|con|para|avec|pour|com|per)\b/u
const PLACE =
  /^[`"'*]*\s+(?:files?\s+)?(?:to|in|into|at|under)\s+(?:the |this |our |my )?(?:\w+ )?(?:root|repo|repository|project|folder|directory)\b/u
const TO = /^[`"'*]*\s*(?:to|into|as|nach|in|zu|a|en|à|vers|para|в|на|->|→)\s+(?:the\s+)?[`"'*]*$/iu
const MOVED_BEHIND = /^[`"']?\s*(?:重命名为|改名为|移动到|移到)\s*[`"']?$/

/** "If there is none", "unless": it is unknown whether it was wanted in the end. */
const CONDITION =
  /\b(?:if|unless|when|maybe|perhaps|optional\w*|could(?! you)|might|falls|wenn|vielleicht|si|quizás|peut-être|se|talvez|forse|если|может)\b|もし|如果|也许|만약/i

const BETWEEN = new Set(
  `a an the our new missing empty proper short simple basic root top-level file files called named module
  config script mit and plus as well ein eine einen die das der neue neuen datei und un una el la los nuevo nueva
  archivo y le les des nouveau fichier et um uma o arquivo e il lo gli nuovo новый файл и 一个 文件`.split(
    /\s+/,
  ),
)

const findDeed = wordFinder({
  create: `add create write generate introduce provide make erstell* schreib* leg* füg* crea crear añade añadir
    agrega escribe genera crée créer ajoute ajouter écris crie criar adicione adicionar escreva aggiungi scrivi
    добавь* создай* напиши 添加 创建 新建 增加`,
  remove: `delete remove drop lösch* entfern* borra borrar elimina eliminar supprime supprimer apague apagar
    remova remover rimuovi удали* 删除 移除`,
})
const MOVE =
  /\b(?:move|rename|verschieb\p{L}*|benenn\p{L}*|mueve|renombra|déplace|renomme|mova|renomeie|sposta|rinomina)\b|переимен|перемест|重命名|移动/iu

/** Languages that name the deed behind the thing. */
const CREATED_BEHIND =
  /^[`"']?\s*(?:を(?:追加|作成|作って|書いて)|(?:를|을)?\s*(?:추가|만들|생성|작성))/
const REMOVED_BEHIND = /^[`"']?\s*(?:を(?:削除|消して)|(?:를|을)?\s*(?:삭제|지워|제거))/
