/**
 * What the humans of a session demand: their messages come in, demands go out, each with the sentence
 * that it comes from and whether it still stands. Later messages win. Words of others are no demands,
 * and talk demands nothing that a file could show.
 */
import type { Demand, StatedDemand, Wanted } from '../../schema/demand.js'
import { oneLine } from '../../util/one-line.js'
import { isQuestion } from '../message/find-ask.js'
import { readRequest } from '../message/read-request.js'
import type { RequestSentence } from '../message/read-request.js'
import type { RequestLabel } from '../message/request-label.js'
import { reachesOutside } from '../message/reach.js'
import { saysNo } from '../message/says-no.js'
import { forbidsRun, takesBack } from '../message/settle-label.js'
import { subjectsIn } from '../message/subjects.js'
import { THRESHOLDS } from '../message/thresholds.js'
import { sharedTopics, topicWords } from '../message/topics.js'
import { wordFinder, wordsOf } from '../message/words.js'
import { askedFiles } from './asked-files.js'
import { namedIn } from './named-in.js'

/** The newest are kept. */
const MAX_DEMANDS = 40
/** More is never asked for in one session; what comes after is not read. */
const MAX_READ = 400

export function readDemands(messages: readonly { number: number; text: string }[]): StatedDemand[] {
  const demands: StatedDemand[] = []
  for (const { number, text } of messages) {
    const before = demands.filter(({ state }) => state === 'asked')
    for (const wish of wishesOf(readRequest(text))) {
      const kind = KINDS.get(wish.label)
      const standing = demands.filter(({ state }) => state === 'asked')
      if (wish.label === 'withdraw') withdraw(standing, wish.text)
      if (wish.label === 'forbid') withdraw(standing.filter(isForbidden(wish.text)), wish.text)
      const isOnly = ONLY_FIRST.test(wish.text)
      if (isOnly) keepFirst(before, wish.text)
      if (kind === undefined || isOnly || demands.length >= MAX_READ) continue
      for (const one of replacedBy(wish, kind, before)) {
        Object.assign(one, { state: 'replaced', settledBy: wish.text, replacedBy: demands.length })
      }
      demands.push({
        message: number,
        kind,
        sentence: wish.text,
        source: 'human',
        state: 'asked',
        settledBy: null,
        replacedBy: null,
        names: namedIn(wish.text),
        probability: wish.probability,
        wants: wantsOf(wish, kind),
      })
    }
  }
  return newest(demands)
}

function newest(demands: readonly StatedDemand[]): StatedDemand[] {
  const dropped = Math.max(0, demands.length - MAX_DEMANDS)
  return demands.slice(dropped).map((one) => ({
    ...one,
    replacedBy: one.replacedBy === null ? null : one.replacedBy - dropped,
  }))
}

interface Wish {
  text: string
  label: RequestLabel
  probability: number
  /** The whole sentence, of which a clause may be a wish of its own. */
  whole: string
}

type Read = Omit<Wish, 'whole'>

/** Sentences, or their clauses where those are wishes of their own. */
function wishesOf(sentences: readonly RequestSentence[]): Wish[] {
  return sentences.flatMap((sentence) => {
    const whole = oneLine(sentence.text, 400)
    // "Cancel buttons should be grey" is about a thing of that name.
    if (sentence.label === 'withdraw' && takesBack(whole) && OUGHT.test(whole))
      return [{ text: whole, whole, label: 'change' as const, probability: sentence.probability }]
    const isChange = findInstead(wordsOf(whole).slice(0, 2).join(' ')).size > 0
    // "Actually, use SQLite" asks for something, whatever it takes back.
    if (isChange && isContent(sentence)) return []
    if (isChange && sentence.label !== 'answer' && !saysNo(whole) && !takesBack(whole))
      return [{ text: whole, whole, label: 'change' as const, probability: 1 }]
    // Whoever names a file right behind the word for making it wants it, in any language.
    const clauses = withLists(sentence.clauses)
    if (isMade(sentence.label, whole) && clauses.length <= 1)
      return [{ text: whole, whole, label: 'change' as const, probability: 0.9 }]
    const parts = clauses.filter(isWish)
    const isSplit = parts.length > 1 || parts.some(({ label }) => label !== sentence.label)
    return (isSplit ? parts : [sentence].filter(isWish)).map(({ text, label, probability }) => ({
      text: oneLine(text, 300),
      whole,
      label: isMade(label, text) ? 'change' : denied(label, text),
      probability:
        label === sentence.label ? Math.max(probability, sentence.probability) : probability,
    }))
  })
}

/** "Add LICENSE and SECURITY.md": a clause of names alone belongs to the one before it. */
function withLists(clauses: readonly Read[]): Read[] {
  const found: Read[] = []
  for (const clause of clauses) {
    const before = found.at(-1)
    if (before !== undefined && isListOfFiles(clause.text))
      found[found.length - 1] = { ...before, text: `${before.text} and ${clause.text}` }
    else found.push(clause)
  }
  return found
}

const isListOfFiles = (text: string): boolean => {
  const { files } = namedIn(text)
  const words = wordsOf(files.reduce((rest, file) => rest.replaceAll(file, ' '), text))
  return files.length > 0 && words.every((word) => LISTING.has(word))
}

const LISTING = new Set(
  `a an the and or also plus too as well please file files new und auch sowie ein eine einen datei y e también
  un una archivo et aussi fichier também arquivo anche ed и также файл`.split(/\s+/),
)

const OUGHT =
  /\b(?:should|must|needs?|has to|have to|ought|sollte?n?|muss|müssen|debe|deben|doit|doivent|deve|devem|devono|долж\p{L}*)(?!\p{L})|应该|必须|べき|해야/iu

/** "Actually, that looks good" asks for nothing. */
const isContent = ({ text, clauses }: RequestSentence): boolean =>
  clauses.at(-1)?.label === 'context' || isPraise(text)

const isPraise = (text: string): boolean =>
  /\b(?:great|good|nice) (?:work|job)\b/i.test(text) || ENDS_WELL.test(text)

const ENDS_WELL =
  /\b(?:looks?|is|are|was|seems?|works?|['’]s)\s+(?:\w+\s+)?(?:good|great|fine|ok|okay|nice|perfect|right|correct|well)\W*$/i

const ASKING: ReadonlySet<RequestLabel> = new Set(['change', 'answer', 'deliver', 'check'])

const isMade = (label: RequestLabel, text: string): boolean =>
  ASKING.has(label) && (!isQuestion(text) || POLITE.test(text)) && askedFiles(text).length > 0

/** "Could you add it?" asks for the thing, not for an answer. */
const POLITE = new RegExp(
  [
    String.raw`^\W*(?:please )?(?:(?:can|could|would|will) you|(?:kannst|könntest|würdest) du|puedes|podrías`,
    String.raw`|peux-tu|pourrais-tu|pode|poderia|puoi|potresti|можешь)(?!\p{L})`,
  ].join(''),
  'iu',
)

const isWish = ({ label, probability, text }: Read): boolean =>
  label !== 'context' &&
  label !== 'quote' &&
  wordsOf(text).length > 0 &&
  probability >= (THRESHOLDS.requests.note[label]?.threshold ?? 1)

const KINDS: ReadonlyMap<RequestLabel, Demand['kind']> = new Map(
  (['change', 'check', 'deliver', 'answer', 'plan', 'forbid', 'ask_first'] as const).map((kind) => [
    kind,
    kind,
  ]),
)

/** "Don't run the tests" forbids, however much it is about a check. */
const denied = (label: RequestLabel, text: string): RequestLabel =>
  DEEDS.has(label) && saysNo(wordsOf(text).slice(0, 4).join(' ')) ? 'forbid' : label

const DEEDS: ReadonlySet<RequestLabel> = new Set(['change', 'check', 'deliver'])

/** What can be looked for: files to be made, moved or deleted, symbols in them, commands to be run. */
function wantsOf({ text, whole }: Wish, kind: Demand['kind']): Wanted[] {
  const { files, symbols, commands } = namedIn(text)
  if (kind === 'change') {
    const wanted = askedFiles(whole).filter(({ file }) => files.includes(file))
    const [file] = files
    const isPlain = files.length === 1 && namesSymbol(text) && findCreating(text).size > 0
    return [
      ...wanted.map(({ file, want }) => ({ what: file, want, found: null })),
      ...(isPlain ? symbols : []).map((what) => ({
        what,
        want: 'symbol' as const,
        file: file!,
        found: null,
      })),
    ]
  }
  if (kind !== 'check' || commands.length === 0 || !RUNS.test(text)) return []
  return commands
    .filter((command) => !reachesOutside(command))
    .map((what) => ({ what, want: 'run' as const, found: null }))
}

const findSymbolNoun = wordFinder({
  symbol: `function method class constant type interface hook component struct enum helper export funktion
    methode klasse función método clase fonction méthode classe função funzione`,
})
/** "the function `total`": the noun, then the name in a code span. */
const namesSymbol = (text: string): boolean =>
  [...text.matchAll(/[^`]{1,30}(?=`)/g)].some(([lead]) => findSymbolNoun(lead).size > 0)
const RUN =
  '(?:run|execute|führ\\p{L}*|lass|ejecuta|corre|lance|exécute|rode|esegui|lancia|запусти\\p{L}*)'
const RUNS = new RegExp(
  `^\\W*(?:please |then |and |also |finally |bitte |dann )*${RUN}\\b[^\`]{0,30}\``,
  'iu',
)

const findCreating = wordFinder({
  create: `add create write implement introduce export define erstell* schreib* füg* implementier* crea añade
    escribe define crée ajoute écris crie adicione escreva aggiungi scrivi`,
})

/** "Don't push", "don't run the tests" take back what was asked; "don't change the API" takes back nothing. */
const isForbidden =
  (text: string) =>
  ({ kind }: StatedDemand): boolean =>
    kind === 'deliver' ? subjectsIn(text).size > 0 : kind === 'check' && forbidsRun(text)

/** What a sentence takes back: what it names, or all that was asked when it names nothing. */
function withdraw(asked: readonly StatedDemand[], text: string): void {
  const subjects = subjectsIn(text)
  const isAll =
    subjects.size === 0 && topicWords(text).size === 0 && namedIn(text).files.length === 0
  for (const demand of asked) {
    const isNamed =
      [...subjectsIn(demand.sentence)].some((one) => subjects.has(one)) ||
      sharedTopics(demand.sentence, text).length > 0
    if (isAll || isNamed) Object.assign(demand, { state: 'withdrawn', settledBy: text })
  }
}

const ONLY = '\\b(?:only|just|nur|solo|sólo|seulement|apenas|soltanto)\\b'
const FIRST = '\\b(?:first|erste\\w*|primer\\w*|prem\\w*|primeir\\w*|prim[ao])'
const PART = [
  'parts?|steps?|items?|points?|tasks?|thing|one|bit|half|of (?:these|those|them)|Teil|Schritt|Punkt|Aufgabe',
  'parte|paso|punto|tarea|partie|étape|point|passo|ponto|tarefa|cosa',
].join('|')
const ONLY_FIRST = new RegExp(
  [
    `${ONLY}.{0,25}?${FIRST}(?:\\s+(?:${PART}))?\\s*(?:$|[.,;!:]|please|bitte|for now)`,
    'только перв\\S+\\s*(?:часть|шаг|пункт|задач\\S*)?\\s*(?:$|[.,;!])|最初だけ|只做第一',
  ].join('|'),
  'i',
)

/** "Only the first part": of the message before, the first wish stays. */
function keepFirst(asked: readonly StatedDemand[], text: string): void {
  const last = asked.at(-1)?.message
  for (const demand of asked.filter(({ message }) => message === last).slice(1))
    Object.assign(demand, { state: 'withdrawn', settledBy: text })
}

const findInstead = wordFinder({
  instead: `actually instead rather lieber stattdessen doch mejor plutôt melhor piuttosto anziché лучше вместо
    やっぱり 代わり 改成 改用 대신`,
})

/** "Actually, use SQLite": what was asked last of the same kind, or what it speaks of, is replaced. */
function replacedBy(
  { text, whole }: Wish,
  kind: Demand['kind'],
  asked: readonly StatedDemand[],
): StatedDemand[] {
  // "Forget the PR, push straight to main": what was taken back a moment ago.
  const back = asked.filter(
    (one) =>
      one.kind === kind && one.state === 'withdrawn' && whole.includes(one.settledBy ?? '\n'),
  )
  if (back.length > 0) return back
  if (findInstead(text).size === 0) return []
  const same = asked.filter((one) => one.kind === kind && one.state === 'asked')
  const named = same.filter(({ sentence }) => sharedTopics(sentence, text).length > 0)
  return named.length > 0 ? named : same.slice(-1)
}
