/**
 * Orders that are plain by what they name: a check that is to be run, a file or a function that is to be made.
 * A person's own sentence, no question; whatever the learned reader takes it for.
 */
import type { Wanted } from '../../schema/demand.js'
import { isQuestion } from '../message/find-ask.js'
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

const isAsking = (sentence: string): boolean => isQuestion(sentence) && findPolite(sentence).size === 0

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
  const checks = splitClauses(sentence).flatMap(({ text }) => (isConditional(text) ? [] : checksIn(text)))
  const head = around.isItem || /^\d/.test(sentence) ? (sentence.split(/ ?(?:->|=>|→|—|–|:) ?/)[0] ?? '') : sentence
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
  const typed = [...clause.matchAll(LINE)].map(([line]) => line.trim())
  const spans = findRun(clause).size > 0 ? namedIn(clause).commands : []
  return [...new Set([...typed, ...spans, ...bareCommandsIn(clause)])].map((what) => want(what, 'run'))
}

/** "Lancia i test": a run is ordered by its subject alone. */
const checksIn = (clause: string): PlainOrder[] =>
  CHECKED.some((subject) => ordersRunOf(clause).has(subject)) && runsIn(clause).length === 0
    ? [{ kind: 'check', sentence: clause, wants: [] }]
    : []

const CHECKED = ['tests', 'lint', 'types', 'build'] as const

/** A command with a launcher in front is one, wherever it stands. */
const LINE = /(?<![\w`/-])(?:npx|pnpm exec|bundle exec|poetry run|uv run) [a-z][\w-]*(?: (?:[\w-]+|[\w@.-]*[/.][\w./@-]*[\w-]))*/g

/** Whether a clause opens with the order to run something of this subject. */
export function ordersRunOf(clause: string): ReturnType<typeof subjectsIn> {
  const words = wordsOf(clause).slice(0, 3).join(' ')
  return findRun(words).size > 0 && !saysNo(clause) ? subjectsIn(clause) : new Set()
}

/** Files and functions that a verb of making names; in a list, the file that an item begins with. */
function thingsIn(sentence: string, { isItem, isMaking }: Around): Wanted[] {
  const files = askedFiles(sentence).flatMap(({ file, want: kind }) => (kind === 'exists' ? [want(file, 'exists')] : []))
  const [first = ''] = sentence.replaceAll('`', '').split(/[\s:,]/, 1)
  const listed = isItem && first.includes('/') && isFileName(first) ? [want(first, 'exists')] : []
  const needed = findNeed(sentence).size > 0 ? namedIn(sentence).files.map((file) => want(file, 'exists')) : []
  const names = isMaking ? [...sentence.matchAll(CALL)].map(([, name]) => name!) : []
  const symbols = names.flatMap((name) => [want(name, 'symbol'), want(name, 'body')])
  return [...files, ...listed, ...needed, ...symbols].filter(
    (one, at, all) => all.findIndex(({ what, want: kind }) => what === one.what && kind === one.want) === at,
  )
}

/** `parse_iso(s)`: a name of code with its arguments, and no method of something that is there. */
const CALL = /(?<![\w.$@#/])([A-Za-z_$][\w$]{3,60})\((?:[\w$.,:?=<>[\]| *&'"]{0,80})\)/g

const findRun = wordFinder({
  run: `run rerun execute start launch führ* lass lasse ejecuta ejecutar corre lanza lance exécute lancez rode roda
    execute executa esegui lancia fai запусти* прогони* draai uruchom odpal 実行 走らせ 运行 跑 执行 실행 돌려`,
})
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
