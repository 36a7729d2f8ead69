import { lazy } from '../../safety/lazy.js'
import { isDocumentation } from '../ledger/is-documentation.js'
import { saysNo } from '../message/says-no.js'
import { wordFinder } from '../message/words.js'
import { bareDocumentsIn, isFileName, isTextOrTest, namedIn } from './named-in.js'

/** What a sentence wants of the tree: a file that is there, one that is gone, or one that is changed. */
interface WantedFile {
  file: string
  want: 'exists' | 'gone' | 'changed'
}

/**
 * Files that a sentence asks to be made, moved or deleted: the verb opens its clause, the file is its
 * object, and no noun stands behind it. A file that is only the place of a change is none of them.
 */
export function askedFiles(text: string): WantedFile[] {
  const files = [...namedIn(text).files, ...bareDocumentsIn(text)]
  if (files.length === 0 || isConditional(text) || saysNo(withoutAsides(text))) return []
  const moved = moves(text) ? movedFiles(text, files) : []
  if (moved.length > 0) return moved
  return files.flatMap((file): WantedFile[] => {
    const before = text.slice(0, text.indexOf(file))
    const after = text.slice(text.indexOf(file) + file.length)
    // "CHANGELOG.md (not this time)".
    if (saysNo(ASIDE.exec(after)?.[1] ?? '')) return []
    if (CREATED_BEHIND.test(after) || NEW_FILE.test(before)) return [{ file, want: 'exists' }]
    if (REMOVED_BEHIND.test(after)) return [{ file, want: 'gone' }]
    const verb = verbBefore(before)
    const rest = behindFiles(after)
    const deed = findDeed(verb)
    if ((deed.has('create') || WRITE.test(verb)) && (endsClause(rest) || goesOn(rest)))
      return [{ file, want: 'exists' }]
    // It may have been there before, without what is to stand in it.
    if (isWrittenInto(before, file) && endsClause(rest)) return [{ file, want: 'changed' }]
    if (deed.has('remove') && endsClause(rest)) return [{ file, want: 'gone' }]
    const isUpdated = deed.has('update') && (endsClause(rest) || goesOn(rest))
    const isEntry = deed.has('create') && ENTRY.test(after)
    if (isDocumentation(file) && (isUpdated || isEntry || UPDATED_BEHIND.test(after)))
      return [{ file, want: 'changed' }]
    return []
  })
}

/** "A parser (no dependencies)": a denial in brackets says how, not that it is unwanted. */
export const withoutAsides = (text: string): string => text.replaceAll(/\([^()]*\)/g, ' ')
const ASIDE = /^[`"'*\s]*\(([^()]*)\)/

/** "Rename a.ts to b.ts". What is moved from one file to another leaves both where they are. */
function movedFiles(text: string, files: readonly string[]): WantedFile[] {
  const [from, to] = files
  if (from === undefined || to === undefined || files.length > 2) return []
  const start = text.indexOf(from)
  const target = text.indexOf(to, start + from.length)
  if (target === -1 || !endsClause(text.slice(target + to.length))) return []
  const between = text.slice(start + from.length, target)
  const isPair =
    MOVED_BEHIND.test(between) || (moves(verbBefore(text.slice(0, start))) && TO.test(between))
  return isPair
    ? [
        { file: from, want: 'gone' },
        { file: to, want: 'exists' },
      ]
    : []
}

const TOKEN = lazy(() => /[\p{L}\p{N}._/'’-]+|[,;:!?&+，。；：、\n]/gu)
const MARK = /^[,;:!?&+，。；：、\n]$/

/**
 * The verb that a file is the object of: only words for kinds of files, or other files, stand between.
 * Empty where the verb doesn't open its clause: then the sentence tells of something.
 */
function verbBefore(before: string): string {
  const tokens = before.match(TOKEN()) ?? []
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

/**
 * "Write a guide to docs/trim.md": what is to be written has its place in a text for people or in a file
 * of tests. A source or a data file may be the place of what is there, or what a program is to write.
 */
function isWrittenInto(before: string, file: string): boolean {
  if (!isTextOrTest(file)) return false
  const clause = (before.match(TOKEN()) ?? []).map((token) => token.toLowerCase())
  const place = clause.findLastIndex((token) => !BETWEEN.has(token))
  if (!INTO.has(clause[place] ?? '')) return false
  const start = clause.findLastIndex((token) => MARK.test(token) || JOINS.has(token))
  const said = clause.slice(start + 1, place)
  const [verb = '', ...thing] = said.slice(said.findIndex((token) => !OPENERS.has(token)))
  return (
    findDeed(verb).has('create') &&
    thing.length > 0 &&
    thing.length <= 6 &&
    !thing.some((token) => SUBCLAUSE.has(token) || isFileName(token)) &&
    !isDescription(clause.slice(0, start + 1).join(' '))
  )
}

/** The text behind a file and the others of its list ("LICENSE, a NOTICE.md and CONTRIBUTING.md to …"). */
function behindFiles(after: string): string {
  let end = 0
  let joined = false
  for (const match of after.matchAll(TOKEN())) {
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
  const next = (after.match(TOKEN()) ?? []).find((token) => !TAIL.has(token.toLowerCase()))
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
const INTO = words('to into in at under as nach unter en a dans sous em para nel su в')
/** More than a thing is named: what is written is done by it, or stands in another place. */
const SUBCLAUSE = words(
  `that which to who where when so from in into das die der welche damit que qui quien donde che где который`,
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
/** "再写一份": the whole word, as a program may write a file too. */
const WRITE = /^(?:请|再|并|还|另外|然后|最后)*(?:编写|撰写|写)(?:一份|一个|一篇|份|个|篇)?$/
/** What may follow a file that is to be made: what it is for, what is in it, or which folder it is in. */
const goesOn = (rest: string): boolean =>
  PURPOSE.test(rest) ||
  PLACE.test(rest) ||
  /^[`"']?\s*(?:来|用来|用于)?(?:说明|介绍|描述|记录)/.test(rest)

const PURPOSE =
  /^[`"'*]*\s+(?:files?\s+)?(?:with|containing|that|which|for|explaining|describing|based|from|mit|für|con|para|avec|pour|com|per)\b/u
const PLACE =
  /^[`"'*]*\s+(?:files?\s+)?(?:to|in|into|at|under)\s+(?:the |this |our |my )?(?:\w+ )?(?:root|repo|repository|project|folder|directory)\b/u
const TO = /^[`"'*]*\s*(?:to|into|as|nach|in|zu|a|en|à|vers|para|в|на|->|→)\s+(?:the\s+)?[`"'*]*$/iu
const MOVED_BEHIND = /^[`"']?\s*(?:重命名为|改名为|移动到|移到)\s*[`"']?$/

/** "If there is none", "unless": it is unknown whether it was wanted in the end. */
export const isConditional = (text: string): boolean =>
  findCondition(text.replaceAll(/\bcould you\b/gi, ' ')).size > 0

const findCondition = wordFinder({
  condition: `if unless when maybe perhaps optional* could might falls wenn vielleicht si quizás peut-être se
    talvez forse если может もし 如果 也许 만약`,
})

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
  update: `update bump extend aktualisier* ergänz* actualiza amplía atualize aggiorna обнови* 更新`,
})
const moves = (text: string): boolean => findMove(text).size > 0

const findMove = wordFinder({
  move: `move rename verschieb* benenn* mueve renombra déplace renomme mova renomeie sposta rinomina
    переимен* перемест* 重命名 移动`,
})

/** "3. new file sql/archive.sql with …": a point of a list, without a verb. */
const NEW_FILE = new RegExp(
  [
    String.raw`(?:^|[\n,;:)]|\d\.)[^\S\n]*(?:an? |the |ein(?:e)? |un |um )?(?:new file|neue datei|nuevo archivo`,
    String.raw`|nouveau fichier|novo arquivo|nuovo file|новый файл)[\s\x60"']+$`,
  ].join(''),
  'i',
)

/** "Add a changelog entry". */
const ENTRY = /^[`"'*]*[ -](?:entry|note|line|eintrag)\b/i

/** Languages that name the deed behind the thing. */
const CREATED_BEHIND =
  /^[`"']?\s*(?:を(?:追加|作成|作って|書いて)|(?:(?:를|을)\s*)?(?:추가|만들|생성|작성))/
const UPDATED_BEHIND =
  /^[`"']?\s*(?:[にをも](?:追記|更新|記載|反映)|(?:(?:를|을|에|도)\s*)?(?:업데이트|갱신))/
const REMOVED_BEHIND = /^[`"']?\s*(?:を(?:削除|消して)|(?:(?:를|을)\s*)?(?:삭제|지워|제거))/

/** It wants something to be made. */
export const makes = (text: string): boolean => findCreating(text).size > 0
const findCreating = wordFinder({
  create: `add create write implement introduce export define erstell* schreib* füg* implementier* crea añade
    escribe define crée ajoute écris crie adicione escreva aggiungi scrivi implementa implémente добав* напиши*
    создай* реализу* 追加 実装 作成 添加 实现 新增 编写 추가 구현 작성`,
})
