/**
 * Orders that are plain by what they name: a check that is to be run, a file, a section, a function or tests that
 * are to be made. A person's own sentence, no question; whatever the learned reader takes it for.
 */
import type { Wanted } from '../../schema/demand.js'
import { isQuestion } from '../message/find-ask.js'
import { reachesOutside } from '../message/reach.js'
import { saysNo } from '../message/says-no.js'
import { splitClauses } from '../message/split-clauses.js'
import { splitMessage } from '../message/split-message.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder, wordsOf } from '../message/words.js'
import { askedFiles, isConditional, makes, withoutAsides } from './asked-files.js'
import { askedSections } from './asked-sections.js'
import { asksForTests, sharesVerb } from './asked-tests.js'
import { bareCommandsIn } from './bare-commands.js'
import { listedFile, listedSymbol, namedTests } from './listed-wishes.js'
import { isFileName, namedIn } from './named-in.js'

export interface PlainOrder {
  kind: 'change' | 'check'
  sentence: string
  wants: Wanted[]
}

/** What is longer was pasted. */
const MAX_TYPED = 1_500
const MAX_LIST = 8

export function plainOrders(text: string): PlainOrder[] {
  if (text.length > MAX_TYPED) return []
  const isMaking = makes(text) || findFunction(text).size > 0
  const all = splitMessage(text)
  return all.flatMap(({ text: sentence, form }, at) => {
    if ((form !== 'prose' && form !== 'item') || isAsking(sentence)) return []
    const lead = all.slice(Math.max(0, at - MAX_LIST), at).findLast((one) => one.text.endsWith(':'))
    const before = all[at - 1]?.text ?? ''
    const isItem = form === 'item'
    return ordersIn(sentence, { isItem, isMaking, before, lead: lead?.text ?? '' })
  })
}

/** "Could you add it?" asks for the thing, not for an answer. */
const isAsking = (sentence: string): boolean =>
  isQuestion(sentence) && findPolite(sentence).size === 0

interface Around {
  isItem: boolean
  /** The message wants something to be made. */
  isMaking: boolean
  /** The sentence before it. */
  before: string
  /** The sentence that opens its list. */
  lead: string
}

function ordersIn(sentence: string, around: Around): PlainOrder[] {
  const clauses = splitClauses(sentence).map(({ text }) => text)
  const open = clauses.filter((clause) => !isConditional(clause.split(' when ')[0]!))
  const runs = runsIn(open.filter((clause) => !saysNo(clause)))
  const checks = open.filter((clause) => ordersCheck(clause) && runsIn([clause]).length === 0)
  const things = thingsIn(sentence, around)
  return [
    ...checks.map((clause) => ({ kind: 'check' as const, sentence: clause, wants: [] })),
    ...(runs.length === 0 ? [] : [{ kind: 'check' as const, sentence, wants: runs }]),
    ...(things.length === 0 ? [] : [{ kind: 'change' as const, sentence, wants: things }]),
  ]
}

const want = (what: string, kind: Wanted['want'], file?: string): Wanted => ({
  what,
  want: kind,
  ...(file === undefined ? {} : { file }),
  found: null,
})

/** "Run rspec", "npx playwright test e2e/login.spec.js", "run `make test` and `make smoke`". */
function runsIn(clauses: readonly string[]): Wanted[] {
  let isOpen = false
  const commands = clauses.flatMap((clause) => {
    isOpen = findRun(clause).size > 0 || (isOpen && clause.trimStart().startsWith('`'))
    const spans = isOpen ? namedIn(clause).commands : []
    return [...launchedIn(clause), ...spans, ...bareCommandsIn(clause)]
  })
  const own = commands.filter((command) => !reachesOutside(command))
  return [...new Set(own)].map((command) => want(command, 'run'))
}

/** "Lancia i test": a run is ordered by its subject alone. */
const ordersCheck = (clause: string): boolean =>
  CHECKED.some((subject) => ordersRunOf(clause).has(subject))

const CHECKED = ['tests', 'lint', 'types', 'build'] as const

/** A command with a launcher in front is one, wherever it stands: up to the first word that is none of its own. */
function launchedIn(clause: string): string[] {
  const words = clause.split(' ')
  const at = words.findIndex(
    (word, index) => word === 'npx' || LAUNCHERS.has(`${word} ${words[index + 1]}`),
  )
  if (at === -1) return []
  const rest = words.slice(at)
  const end = rest.findIndex((word, index) => index > 2 && !ARGUMENT.test(word))
  const line = rest.slice(0, end === -1 ? undefined : end).join(' ')
  return rest.length < 2 ? [] : [line.replace(/[.,;:!?]{1,3}$/, '')]
}

const LAUNCHERS = new Set(['pnpm exec', 'bundle exec', 'poetry run', 'uv run'])
/** A flag, a path or a name with a dot. */
const ARGUMENT = /^-|[/.]\w/

/** Whether a clause opens with the order to run something of this subject. */
export function ordersRunOf(clause: string): ReturnType<typeof subjectsIn> {
  const verb = wordsOf(clause).find((word) => !OPENERS.has(word)) ?? ''
  return findRun(verb).size > 0 && !saysNo(clause) ? subjectsIn(clause) : new Set()
}

/** What runs elsewhere is not ordered here. */
export const speaksOfCi = (sentence: string): boolean => findCi(sentence).size > 0

const findCi = wordFinder({ ci: 'ci pipeline pipelines workflow workflows' })

/** What is to be made: by a verb of making, or as the item of a list. */
function thingsIn(sentence: string, { isItem, isMaking, before, lead }: Around): Wanted[] {
  const isListed = isItem || /^\d/.test(sentence)
  // Behind the sign an item explains itself.
  const head = isListed ? (sentence.split(/ ?(?:->|=>|→|—|–|:) ?/)[0] ?? '') : sentence
  const files = askedFiles(head).map(({ file, want: kind }) => want(file, kind))
  const file = lead === '' ? null : listedFile(sentence, lead)
  const symbol = lead === '' ? null : listedSymbol(sentence, lead)
  const isOpen = saysNo(withoutAsides(head)) || isConditional(head)
  const all = [
    ...files,
    ...(file === null ? [] : [want(file, 'exists')]),
    ...askedSections(sentence, before).map(({ what, want: kind, file: in_ }) =>
      want(what, kind, in_),
    ),
    ...(symbol === null ? [] : [want(symbol, 'symbol')]),
    ...namedTests(sentence).map((name) => want(name, 'symbol')),
    ...(isOpen ? [] : namedThings(head, isListed && isMaking, isItem)),
    ...(files.length === 0 && wantsTests(sentence) ? [want('tests', 'tests')] : []),
  ]
  return all.filter(
    (one, at) =>
      all.findIndex(({ what, want: kind }) => what === one.what && kind === one.want) === at,
  )
}

/** Files and functions that are needed, and the file or the function that an item begins with. */
function namedThings(head: string, isMade: boolean, isItem: boolean): Wanted[] {
  const [first = ''] = head.replaceAll('`', '').split(/[\s:,]/, 1)
  const isListed = isItem && first.includes('/') && isFileName(first) && CONTENT.test(head)
  const { files, symbols } = namedIn(head)
  const names = isMade ? callsAtStart(head) : madeCalls(head)
  const isInFile = files.length === 1 && makes(head) && namesSymbol(head)
  return [
    ...(isListed ? [want(first, 'exists')] : []),
    ...(findNeed(head).size > 0 ? files.map((file) => want(file, 'exists')) : []),
    ...names.flatMap((name) => [want(name, 'symbol'), want(name, 'body')]),
    ...(isInFile ? symbols.map((name) => want(name, 'symbol', files[0])) : []),
  ]
}

/** Tests are the object of a clause, or of the verb in the clause before it. */
const wantsTests = (sentence: string): boolean =>
  [sentence, ...splitClauses(sentence).map(({ text }) => text)].some(
    (clause, at, all) => asksForTests(clause) || (at > 1 && sharesVerb(clause, all[at - 1]!)),
  )

/** What stands in a file that is to be made: "docs/a.md with a short section". */
const CONTENT =
  /^\S+ (?:with|containing|that|for|explaining|describing|mit|für|con|para|avec|pour|com|per) /

const callsIn = (text: string): string[] => [...text.matchAll(CALL)].map(([, name]) => name!)

/** "3 triangle_perimeter(a, b, c)": an item that is the function. */
const callsAtStart = (item: string): string[] =>
  callsIn(item).filter((name) => item.indexOf(name) <= MAX_LEAD)
const MAX_LEAD = 4

/** Calls behind a verb of making; a clause that is only a call goes on with the verb before it. */
function madeCalls(sentence: string): string[] {
  let isOpen = false
  return splitClauses(sentence).flatMap(({ text }) => {
    const found = callsIn(text)
    const isBare = found.length > 0 && text.trim().startsWith(found[0]!)
    const lead = found.length === 0 ? text : text.slice(0, text.indexOf(found[0]!))
    isOpen = makes(lead) || findNeed(lead).size > 0 || (isBare && isOpen)
    return isOpen ? found : []
  })
}

/** `parse_iso(s)`: a name of code with its arguments, and no method of something that is there. */
const CALL = /(?<![\w.$@#/])([A-Za-z_$][\w$]{3,60})\((?:[\w$.,:?=<>[\]| *&'"]{0,80})\)/g

/** "the function `total`": the noun, then the name in a code span. */
const namesSymbol = (text: string): boolean =>
  [...text.matchAll(/[^`]{1,30}(?=`)/g)].some(([lead]) => findSymbol(lead).size > 0)

const findRun = wordFinder({
  run: `run rerun execute start launch führ* ejecuta ejecutar corre lanza lance exécute lancez rode roda
    execute executa esegui lancia fai запусти* прогони* draai uruchom odpal 実行 走らせ 运行 跑 执行 실행 돌려`,
})
const OPENERS = new Set(
  'please pls then and also now finally bitte dann und y luego et puis e poi и потом затем'.split(
    ' ',
  ),
)
const findFunction = wordFinder({
  noun: `function functions method methods funktion funktionen methode función funciones método fonction fonctions méthode
    função funções funzione funzioni функци* 関数 函数 함수`,
})
const findSymbol = wordFinder({
  noun: `function method class constant type interface hook component struct enum helper export funktion
    methode klasse función método clase fonction méthode classe função funzione`,
})
const findNeed = wordFinder({
  need: `need needs brauche brauchen necesito necesitamos preciso precisa besoin serve servono ho нужен нужны potrzebuję 必要 需要 필요`,
})
const findPolite = wordFinder({
  polite: `can could would will please kannst könntest bitte puedes podrías peux-tu pourrais-tu pode puoi можешь`,
})
