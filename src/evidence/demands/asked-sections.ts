import { lazy } from '../../safety/lazy.js'
import { isDocumentation } from '../ledger/is-documentation.js'
import { saysNo } from '../message/says-no.js'
import { wordFinder } from '../message/words.js'
import { isConditional } from './asked-files.js'
import { documentsIn } from './named-in.js'

/** A section or a name that a document is to have. */
interface WantedSection {
  what: string
  want: 'section' | 'symbol'
  file: string
}

/**
 * Sections that a sentence wants in a document, by their titles ("add a section "Backups" to the README"),
 * and names that are to be documented in one ("document `--dry-run` in docs/cli.md"). Titles that may be
 * a description, and pages of a program, are none.
 */
export function askedSections(text: string, before = ''): WantedSection[] {
  const document = placeIn(text) ?? (documentsIn(text).length === 0 ? onlyOne(before) : null)
  if (document === null || isConditional(text) || saysNo(text)) return []
  const words = findWords(text)
  if (words.has('section') && words.has('want'))
    return titlesIn(text).map((what) => ({ what, want: 'section', file: document }))
  if (!words.has('describe') || placeIn(text) === null) return []
  return spansIn(text).map((what) => ({ what, want: 'symbol', file: document }))
}

/** The document that something is to stand in: its name comes right behind a word for a place. */
function placeIn(text: string): string | null {
  const places = documentsIn(text).filter((file) => {
    const lead = text.slice(0, text.indexOf(file)).replace(/(?<![`"'*])[`"'*]+$/, '')
    const rest = text.slice(text.indexOf(file) + file.length)
    return PLACE().test(lead.slice(-40)) || PLACE_BEHIND.test(rest)
  })
  return places.length === 1 ? places[0]! : null
}

/** "The README is bare. I need …": the sentence before says where. */
function onlyOne(before: string): string | null {
  const documents = documentsIn(before).filter(isDocumentation)
  return documents.length === 1 ? documents[0]! : null
}

const PLACE = lazy(
  () =>
    new RegExp(
      [
        String.raw`(?<!\p{L})(?:to|in|into|of|under|im|ins|in der|in die|zur|en|al|del|au|dans|sur|no|na|ao|nel|nella|al|`,
        String.raw`в|на)(?: (?:the|our|this|der|die|das|el|la|le|il|o))?(?: \p{L}+)? ?$`,
      ].join(''),
      'iu',
    ),
)

const PLACE_BEHIND = /^[`"']?\s*(?:に|へ|里|中|에)/

/** Right beside the word for a section: quoted titles, else in English what is written like one. */
function titlesIn(text: string): string[] {
  const quoted = [...text.matchAll(LIST)]
    .filter(
      ({ 0: list, index }) =>
        SECTION_BEFORE().test(text.slice(0, index)) ||
        SECTION_BEHIND().test(text.slice(index + list.length)),
    )
    .flatMap(([list]) => [...list.matchAll(QUOTED)].map(([, title]) => title!.trim()))
  if (quoted.length > 0) return quoted.filter(isTitle).slice(0, MAX)
  const named = BESIDE.exec(text.replaceAll(QUOTED, '""'))
  return named === null ? [] : [named[1] ?? named[2]!].filter(isTitle)
}

const MAX = 8
const QUOTED = /["“„«「『]\s?([^"“”„«»「」『』\n]{2,60}?)\s?["”“»」』]/g
const JOINED = String.raw`[\s,、，]{0,3}(?:(?:and|und|y|e|et|и|&|と|和)\s)?`
const LIST = new RegExp(`${QUOTED.source}(?:${JOINED}${QUOTED.source})*`, 'g')
const SECTION = `section sections heading headings chapter chapters abschnitt abschnitte kapitel sección secciones apartado
  apartados rubrique rubriques seção seções sezione sezioni раздел разделы раздела セクション 節 見出し 章节 小节 섹션`
const ANY_SECTION = SECTION.split(/\s+/).join('|')
const SECTION_BEFORE = lazy(
  () =>
    new RegExp(
      [
        String.raw`(?<!\p{L})(?:${ANY_SECTION})`,
        String.raw`(?: (?:called|named|titled|namens|llamad[ao]s?|titulad[ao]s?|intitulée?s?|chamad[ao]s?|intitolat[aei]))?[\s:(]{0,3}$`,
      ].join(''),
      'iu',
    ),
)
const SECTION_BEHIND = lazy(
  () =>
    new RegExp(
      String.raw`^\s?(?:の|的|という)?(?:\d{0,2}[つ個个개]の?)?\s?(?:${ANY_SECTION})`,
      'iu',
    ),
)
const TITLE = String.raw`[A-Z][\w-]+(?: (?:[A-Z][\w-]+|and|of|the|to|&))*`
const BESIDE = new RegExp(
  String.raw`\b(?:an?|the|new) (${TITLE}) sections?\b|\bsection (?:called |named |titled )?(${TITLE})`,
)
const isTitle = (title: string): boolean =>
  /\p{L}{2}/u.test(title) && documentsIn(title).length === 0

/** Code spans that are literally to be found. */
const spansIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]{2,40})`/g)]
    .map(([, span]) => span!)
    .filter((span) => !documentsIn(span).includes(span))
    .slice(0, MAX)

const findWords = wordFinder({
  section: SECTION,
  want: `add write create include need want insert ergänz* füg* schreib* brauch* erstell* añade agrega escribe necesito
    quiero crea ajoute écris crée veux faut adicione adiciona escreva preciso quero crie aggiungi scrivi voglio servono
    добавь* напиши нужн* хочу 追加 書いて 添加 增加 写 추가 작성`,
  describe: `document describe mention dokumentier* beschreib* erwähn* documenta describe menciona documente décris
    mentionne descreva mencione descrivi menziona документируй опиши`,
})

/** Whether a document has a section of this title: each word that says something, by its beginning. */
export function hasSection(document: string, title: string): boolean {
  const text = fold(document)
  const words = fold(title).match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => word.length > 3 || isDense(word))
  return (telling.length > 0 ? telling : words).every((word) => text.includes(stem(word)))
}

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().normalize('NFC')
const isDense = (word: string): boolean => word.charCodeAt(0) > 0x2e7f
/** "Backup" is there as "backups". */
const stem = (word: string): string => (isDense(word) ? word : word.slice(0, 5))
