/**
 * Orders that are plain by what they name: a check that is to be run, a file or a function that is to be made.
 * A person's own sentence, no question; whatever the learned reader takes it for.
 */
import type { Wanted } from '../../schema/demand.js'
import { isQuestion } from '../message/find-ask.js'
import { reachesOutside } from '../message/reach.js'
import { saysNo } from '../message/says-no.js'
import { splitClauses } from '../message/split-clauses.js'
import { splitMessage } from '../message/split-message.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder, wordsOf } from '../message/words.js'
import { askedFiles, isConditional } from './asked-files.js'
import { bareCommandsIn } from './bare-commands.js'
import { isFileName, namedIn } from './named-in.js'
import { makes } from './wants-of.js'

export interface PlainOrder {
  kind: 'change' | 'check'
  sentence: string
  wants: Wanted[]
}

/** What is longer was pasted. */
const MAX_TYPED = 1_500

export function plainOrders(text: string): PlainOrder[] {
  if (text.length > MAX_TYPED) return []
  const isMaking = makes(text) || findFunction(text).size > 0
  return splitMessage(text).flatMap(({ text: sentence, form }) =>
    (form !== 'prose' && form !== 'item') || isAsking(sentence)
      ? []
      : ordersIn(sentence, { isItem: form === 'item', isMaking }),
  )
}

const isAsking = (sentence: string): boolean =>
  isQuestion(sentence) && findPolite(sentence).size === 0

interface Around {
  isItem: boolean
  /** The message wants something to be made. */
  isMaking: boolean
}

function ordersIn(sentence: string, around: Around): PlainOrder[] {
  const runs = splitClauses(sentence)
    .map(({ text }) => text)
    .filter((clause) => !saysNo(clause) && !isConditional(clause))
    .flatMap(runsIn)
    .filter(({ what }) => !reachesOutside(what))
  const checks = splitClauses(sentence).flatMap(({ text }) =>
    isConditional(text) ? [] : checksIn(text),
  )
  const head =
    around.isItem || /^\d/.test(sentence)
      ? (sentence.split(/ ?(?:->|=>|→|—|–|:) ?/)[0] ?? '')
      : sentence
  const isOpen = saysNo(head) || isConditional(head)
  const things = isOpen ? [] : thingsIn(head, around)
  return [
    ...checks,
    ...(runs.length === 0 ? [] : [{ kind: 'check' as const, sentence, wants: runs }]),
    ...(things.length === 0 ? [] : [{ kind: 'change' as const, sentence, wants: things }]),
  ]
}

const want = (what: string, kind: Wanted['want']): Wanted => ({ what, want: kind, found: null })

/** "Run rspec", "npx playwright test e2e/login.spec.js", "lancia i test". */
function runsIn(clause: string): Wanted[] {
  const typed = launchedIn(clause)
  const spans = findRun(clause).size > 0 ? namedIn(clause).commands : []
  return [...new Set([...typed, ...spans, ...bareCommandsIn(clause)])].map((what) =>
    want(what, 'run'),
  )
}

/** "Lancia i test": a run is ordered by its subject alone. */
const checksIn = (clause: string): PlainOrder[] =>
  CHECKED.some((subject) => ordersRunOf(clause).has(subject)) && runsIn(clause).length === 0
    ? [{ kind: 'check', sentence: clause, wants: [] }]
    : []

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

/** Files and functions that a verb of making names; in a list, the file that an item begins with. */
function thingsIn(sentence: string, { isItem, isMaking }: Around): Wanted[] {
  const files = askedFiles(sentence).flatMap(({ file, want: kind }) =>
    kind === 'exists' ? [want(file, 'exists')] : [],
  )
  const [first = ''] = sentence.replaceAll('`', '').split(/[\s:,]/, 1)
  const isListed = isItem && first.includes('/') && isFileName(first) && CONTENT.test(sentence)
  const listed = isListed ? [want(first, 'exists')] : []
  const needed =
    findNeed(sentence).size > 0 ? namedIn(sentence).files.map((file) => want(file, 'exists')) : []
  const names =
    isMaking && (isItem || /^\d/.test(sentence)) ? callsAtStart(sentence) : madeCalls(sentence)
  const symbols = names.flatMap((name) => [want(name, 'symbol'), want(name, 'body')])
  return [...files, ...listed, ...needed, ...symbols].filter(
    (one, at, all) =>
      all.findIndex(({ what, want: kind }) => what === one.what && kind === one.want) === at,
  )
}

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
const findNeed = wordFinder({
  need: `need needs brauche brauchen necesito necesitamos preciso precisa besoin serve servono ho нужен нужны potrzebuję 必要 需要 필요`,
})
const findPolite = wordFinder({
  polite: `can could would will please kannst könntest bitte puedes podrías peux-tu pourrais-tu pode puoi можешь`,
})
