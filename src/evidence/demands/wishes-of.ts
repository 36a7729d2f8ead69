/** The wishes of a request, in its own words: a sentence is one, or has some in its clauses. */
import { lazy } from '../../safety/lazy.js'
import type { Wanted } from '../../schema/demand.js'
import { oneLine } from '../../util/one-line.js'
import { isQuestion } from '../message/find-ask.js'
import type { RequestSentence } from '../message/read-request.js'
import type { RequestLabel } from '../message/request-label.js'
import { saysNo } from '../message/says-no.js'
import { takesBack } from '../message/settle-label.js'
import { THRESHOLDS } from '../message/thresholds.js'
import { wordsOf } from '../message/words.js'
import { askedFiles, namesNewFile } from './asked-files.js'
import { askedSections, opensWithWish } from './asked-sections.js'
import { asksForTests, sharesVerb } from './asked-tests.js'
import { isWork } from './is-work.js'
import { listedFile, listedSymbol, namedTests } from './listed-wishes.js'
import { namedIn } from './named-in.js'
import { saysInstead } from './take-back.js'

export interface Wish {
  text: string
  label: RequestLabel
  probability: number
  /** The whole sentence, of which a clause may be a wish of its own. */
  whole: string
  /** What it wants beside what its verbs say. */
  extra?: Omit<Wanted, 'found'>[]
  /** Tests are its object, and its verb stands in the clause before. */
  tests?: boolean
}

type Read = Pick<Wish, 'text' | 'label' | 'probability' | 'tests'>

export const wishesOf = (sentences: readonly RequestSentence[]): Wish[] =>
  sentences.flatMap((sentence, at) => {
    const wishes = wishesIn(sentence)
    const whole = oneLine(sentence.text, 400)
    if (!isOpenTo(sentence)) return wishes
    const extra = [
      ...(sentence.label !== 'quote' || opensWithWish(whole)
        ? askedSections(whole, sentences[at - 1]?.text ?? '')
        : []),
      ...namedTests(whole).map((what) => ({ what, want: 'symbol' as const })),
      ...listed(sentences, at, listedFile).map((what) => ({ what, want: 'exists' as const })),
      ...listed(sentences, at, listedSymbol).map((what) => ({ what, want: 'symbol' as const })),
    ]
    if (extra.length === 0) return wishes
    const others = wishes.filter(({ text, label }) => label !== 'change' || text !== whole)
    return [...others, { ...asChange(whole, 0.9), extra }]
  })

/** The sentence that opens a list stands before its first line. */
function listed(
  sentences: readonly RequestSentence[],
  at: number,
  find: (item: string, lead: string) => string | null,
): string[] {
  const lead = sentences
    .slice(Math.max(0, at - MAX_LIST), at)
    .findLast(({ text }) => text.endsWith(':'))
  const found = lead === undefined ? null : find(sentences[at]!.text, lead.text)
  return found === null ? [] : [found]
}

const MAX_LIST = 8

/** Whatever the reader takes it for, short of a refusal, a question or what is surely words of others. */
const isOpenTo = ({ label, text, probability }: RequestSentence): boolean =>
  (!REFUSED.has(label) || (label === 'quote' && probability > 0)) && isAsked(text)

const REFUSED: ReadonlySet<RequestLabel> = new Set([
  'quote',
  'forbid',
  'withdraw',
  'ask_first',
  'plan',
])

const asChange = (whole: string, probability: number): Wish => ({
  text: whole,
  whole,
  label: 'change',
  probability,
})

/** A sentence, or its clauses where those are wishes of their own. */
function wishesIn(sentence: RequestSentence): Wish[] {
  const whole = oneLine(sentence.text, 400)
  // "Cancel buttons should be grey" is about a thing of that name.
  if (sentence.label === 'withdraw' && takesBack(whole) && OUGHT().test(whole))
    return [asChange(whole, sentence.probability)]
  const isChange = saysInstead(wordsOf(whole).slice(0, 2).join(' '))
  // "Actually, use SQLite" asks for something, whatever it takes back.
  if (isChange && isContent(sentence)) return []
  if (isChange && sentence.label !== 'answer' && !saysNo(whole) && !takesBack(whole))
    return [asChange(whole, 1)]
  // A file right behind the word for making it is wanted, in any language.
  const clauses = withShared(withTails(sentence.clauses))
  if (isMade(sentence.label, whole, whole) && clauses.length <= 1) return [asChange(whole, 0.9)]
  const parts = clauses
    .map((one) => (isMade(one.label, one.text, whole) ? made(one) : one))
    .filter(isWish)
  const isSplit = parts.length > 1 || parts.some(({ label }) => label !== sentence.label)
  return (isSplit ? parts : [sentence].filter(isWish)).map(({ tests, ...read }: Read) => {
    const { text, label, probability } = isMade(read.label, read.text, whole) ? made(read) : read
    return {
      text: oneLine(text, 300),
      whole,
      ...(tests === true ? { tests } : {}),
      label: denied(label, text),
      probability:
        label === sentence.label ? Math.max(probability, sentence.probability) : probability,
    }
  })
}

/** Clauses that belong to the one before them: names alone, or words that only describe it. */
function withTails(clauses: readonly Read[]): Read[] {
  const found: Read[] = []
  for (const clause of clauses) {
    const before = found.at(-1)
    const joint = before === undefined ? null : jointOf(clause)
    if (joint === null) found.push(clause)
    else found[found.length - 1] = { ...before!, text: `${before!.text}${joint}${clause.text}` }
  }
  return found
}

/** "Add LICENSE and SECURITY.md", "…, rounded to cents"; null for a wish of its own. */
function jointOf({ label, text }: Read): string | null {
  if (isListOfFiles(text) || isName(text)) return ' and '
  return label === 'change' && DESCRIBES.test(text) ? ', ' : null
}

/** A participle opens it; "embed" and the like are verbs. */
const DESCRIBES =
  /^(?!(?:need|embed|feed|seed|shed|speed|exceed|proceed|succeed|bring|ping|string|ring)\b)[a-z]{3,}(?:ed|ing)\b/

const withShared = (clauses: readonly Read[]): Read[] =>
  clauses.map((clause, at) =>
    at > 0 && sharesVerb(clause.text, clauses[at - 1]!.text)
      ? { ...made(clause), tests: true }
      : clause,
  )

const isListOfFiles = (text: string): boolean => {
  const { files } = namedIn(text)
  const words = wordsOf(files.reduce((rest, file) => rest.replaceAll(file, ' '), text))
  return files.length > 0 && words.every((word) => LISTING.has(word))
}

/** `testEmptyInput`, `parse_rows()` or a code span, and nothing else but when it is wanted. */
const isName = (text: string): boolean =>
  (/^[A-Za-z_$][\w$]{0,80}(?:\(\))?\.?$/.test(text) && /_|[a-z][A-Z]/.test(text)) ||
  /^`[^`\n]{1,200}`(?:[.,!]?$|,? (?:too|as well|also|again|before|after|once|when|vor|bevor|antes|avant|prima)\b)/.test(
    text,
  )

const LISTING = new Set(
  `a an the and or also plus too as well please file files new und auch sowie ein eine einen datei y e también
  un una archivo et aussi fichier também arquivo anche ed и также файл`.split(/\s+/),
)

const OUGHT = lazy(
  () =>
    /\b(?:should|must|needs?|has to|have to|ought|sollte?n?|muss|müssen|debe|deben|doit|doivent|deve|devem|devono|долж\p{L}*)(?!\p{L})|应该|必须|べき|해야/iu,
)

/** "Actually, that looks good" asks for nothing. */
const isContent = ({ text, clauses }: RequestSentence): boolean =>
  clauses.at(-1)?.label === 'context' || isPraise(text)

const isPraise = (text: string): boolean =>
  /\b(?:great|good|nice) (?:work|job)\b/i.test(text) || ENDS_WELL.test(text)

const ENDS_WELL =
  /\b(?:looks?|is|are|was|seems?|works?|['’]s)\s+(?:\w+\s+)?(?:good|great|fine|ok|okay|nice|perfect|right|correct|well)\W*$/i

const ASKING: ReadonlySet<RequestLabel> = new Set(['change', 'answer', 'deliver', 'check'])

const isMade = (label: RequestLabel, text: string, whole: string): boolean =>
  (ASKING.has(label) || namesNewFile(text)) &&
  isAsked(text) &&
  (askedFiles(whole).some(({ file }) => text.includes(file)) || asksForTests(text))

const made = (one: Read): Read => ({
  ...one,
  label: 'change',
  probability: Math.max(one.probability, 0.9),
})

/** "Could you add it?" asks for the thing, not for an answer. */
const isAsked = (text: string): boolean => !isQuestion(text) || POLITE().test(text)

const POLITE = lazy(
  () =>
    new RegExp(
      [
        String.raw`^\W*(?:please )?(?:(?:can|could|would|will) you|(?:kannst|könntest|würdest) du|puedes|podrías`,
        String.raw`|peux-tu|pourrais-tu|pode|poderia|puoi|potresti|можешь)(?!\p{L})`,
      ].join(''),
      'iu',
    ),
)

const isWish = ({ label, probability, text }: Read): boolean =>
  label !== 'context' &&
  label !== 'quote' &&
  wordsOf(text).length > 0 &&
  probability >= (THRESHOLDS.requests.note[label]?.threshold ?? 1)

/** "Don't run the tests" forbids, however much it is about a check. */
const denied = (label: RequestLabel, text: string): RequestLabel =>
  isWork(label) && saysNo(wordsOf(text).slice(0, 4).join(' ')) ? 'forbid' : label
