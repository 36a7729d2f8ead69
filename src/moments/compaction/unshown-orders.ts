/**
 * What the person asked for in the whole session, clause by clause, and nothing shows as done. A thing shows it by
 * its name: a file, a name of code, a run, a commit. Of work without a name, words of its own stand in the change,
 * or it is the one thing that its message asks for, and something was changed for it.
 */
import { isFileCalled } from '../../read/ledger/is-file-called.js'
import { namedIn } from '../../read/prose/named-in.js'
import { bareCommandsIn } from '../../read/demands/ordered-runs.js'
import { ordersTests } from '../../read/demands/ordered-things.js'
import { weighDemands } from '../../read/demands/weigh-demands.js'
import { isDocumentation } from '../../read/ledger/is-documentation.js'
import { isQuestion } from '../../read/prose/find-ask.js'
import { isCodeName } from '../../read/prose/read-report.js'
import { readRequest } from '../../read/prose/read-request.js'
import type { RequestSentence } from '../../read/prose/read-request.js'
import type { RequestLabel } from '../../read/prose/request-label.js'
import { saysNo } from '../../read/prose/says-no.js'
import { splitMessage } from '../../read/prose/split-message.js'
import { subjectsIn } from '../../read/prose/subjects.js'
import { sharedTopics, topicWords } from '../../read/prose/topics.js'
import { fileRole } from '../../read/weakened/changes/file-role.js'
import { wordsOf } from '../../read/prose/words.js'
import { pathInProject } from '../../read/ledger/path-in-project.js'
import { isAgreement } from '../../judge/world.js'
import type { World } from '../../judge/world.js'
import type { StatedDemand } from '../../schema/demand.js'
import { hasWord } from '../../util/has-word.js'

export interface UnshownOrder {
  /** The number of the message that it stands in. */
  message: number
  /** The person's words. */
  text: string
  /** Names of it that the change has not. */
  untouched: readonly string[]
}

interface Order extends Omit<UnshownOrder, 'untouched'> {
  label: RequestLabel
  names: readonly string[]
  topics: ReadonlySet<string>
  demand: StatedDemand | null
}

export function unshownOrders(world: World, diff: string): UnshownOrder[] {
  const orders = ordersOf(world)
  const change = changeOf(world, diff)
  return orders.flatMap((order) => {
    const untouched = isToTell(order) ? [] : order.names.filter((name) => !change.has(name))
    const isOpen = untouched.length > 0 || !isShown(order, orders, change, world)
    return isOpen ? [{ message: order.message, text: order.text, untouched }] : []
  })
}

const ASKING: ReadonlySet<string> = new Set(['change', 'check', 'deliver', 'plan', 'answer'])
const TAKEN: ReadonlySet<string> = new Set(['withdraw', 'forbid'])

function ordersOf(world: World): Order[] {
  const { messages } = world.evidence.request
  const read = messages.map(({ number, text }) => ({
    number,
    parts: [...readRequest(text), ...readRequest(offeredBefore(number, world))].flatMap(partsOf),
  }))
  const isTakenBack = (text: string, at: number): boolean =>
    read
      .slice(at)
      .some(({ parts }) =>
        parts.some(
          (part) =>
            part.text !== text &&
            (TAKEN.has(part.label) || saysNo(part.text)) &&
            (namesIn(part.text).some((name) => namesIn(text).includes(name)) ||
              (part.label === 'withdraw' && sharedTopics(text, part.text).length > 0)),
        ),
      )
  return read.flatMap(({ number, parts }, at) =>
    parts.flatMap(({ text, label }) => {
      const demand = demandOf(text, number, world)
      const isWord = wordsOf(text).length < 2 && label !== 'deliver' && namesIn(text).length === 0
      if (!ASKING.has(label) || isWord || saysNo(text) || isTakenBack(text, at)) return []
      if (demand !== null && demand.state !== 'asked') return []
      return [
        { message: number, text, label, names: namesIn(text), topics: topicWords(text), demand },
      ]
    }),
  )
}

/** A sentence, or its clauses where it has some; a clause of an order that names something, or stands behind its colon, is one. */
function partsOf({ clauses, ...sentence }: RequestSentence): readonly Part[] {
  if (sentence.label === 'quote') return []
  if (clauses.length < 2 || !(ASKING.has(sentence.label) || sentence.label === 'withdraw'))
    return [sentence]
  const colon = sentence.text.indexOf(': ')
  const isOwn = ({ text }: Part): boolean =>
    namesIn(text).length > 0 || (colon !== -1 && sentence.text.indexOf(text) > colon)
  return clauses.map((clause) =>
    ASKING.has(clause.label) || saysNo(clause.text) || !isOwn(clause)
      ? clause
      : { ...clause, label: sentence.label },
  )
}

type Part = Omit<RequestSentence, 'clauses'>

const demandOf = (text: string, message: number, { demands }: World): StatedDemand | null =>
  demands.find(
    (one) =>
      one.message === message && (one.sentence.includes(text) || text.includes(one.sentence)),
  ) ?? null

/** "Yes, both" orders what the agent's question names. */
function offeredBefore(number: number, { evidence: { request, recent } }: World): string {
  const message = request.messages.find((one) => one.number === number)!
  if (!isAgreement(message.text) || saysNo(message.text)) return ''
  const before = recent.findLast((item) => item.kind === 'message' && item.step < message.step)
  const ending = splitMessage(before?.kind === 'message' ? before.text : '').slice(-3)
  return ending.some(({ text }) => isQuestion(text)) ? ending.map(({ text }) => text).join(' ') : ''
}

interface Change {
  has(name: string): boolean
  topics: ReadonlySet<string>
  /** What git and its hosts were told, and the branch. */
  delivered: ReadonlySet<string>
  files: readonly string[]
}

function changeOf({ evidence, look }: World, diff: string): Change {
  const { repository, edits, commands } = evidence
  const files = [
    ...new Set([
      ...(repository?.filesChanged ?? []),
      ...edits.map(({ file }) => pathInProject(file, evidence)),
    ]),
  ]
  const lines = commands.map(({ command }) => command).join('\n')
  const texts = [diff, lines, ...files.slice(0, MAX_FILES).map((file) => look?.textOf(file) ?? '')]
  const failed = commands.flatMap(({ failing }) => failing).join('\n')
  // A test that is to pass need not be touched: that it passes is asked elsewhere.
  const isOfTests = (name: string): boolean =>
    hasWord(failed, name) || (fileRole(name) === 'test' && look?.exists(name) === true)
  return {
    files,
    has: (name) =>
      files.some((file) => isFileCalled(file, name)) ||
      texts.some((text) => hasWord(text, name)) ||
      isOfTests(name),
    topics: topicWords(apart(`${files.join(' ')}\n${diff}`)),
    delivered: topicWords(
      apart(
        [
          repository?.branch,
          ...commands.flatMap(({ kind, command }) =>
            kind === 'git' || kind === 'gh' ? [command] : [],
          ),
        ].join(' '),
      ),
    ),
  }
}

const MAX_FILES = 20

/** The words that names of code are made of. */
const apart = (code: string): string =>
  code.replaceAll(/([a-z])(?=[A-Z])/g, '$1 ').replaceAll(/[_./:=(){}[\]<>"'`+-]+/g, ' ')

function isShown(order: Order, orders: readonly Order[], change: Change, world: World): boolean {
  const { label, text, message, demand } = order
  const { evidence } = world
  if (demand?.wants.some(({ found }) => found === false)) return false
  const isAnswered = message < evidence.request.total || evidence.lastMessage !== null
  if (isToTell(order)) return isAnswered
  const subjects = subjectsIn(text)
  if (label === 'deliver') {
    if (subjects.size === 0) return shares(topicWords(apart(text)), change.delivered)
    return isMet(order, world)
  }
  if (ordersTests(text) || (label === 'change' && isOnlyTests(order)))
    return change.files.some((file) => fileRole(file) === 'test')
  if (label === 'check' && subjects.size > 0) return isMet(order, world)
  return isChanged(order, orders, change, world)
}

/** What is asked for is to be said; it may be about a place of the code. */
const isToTell = ({ label, names }: Order): boolean =>
  (label === 'answer' || label === 'plan') && !names.some(isDocumentation)

const isOnlyTests = ({ text, names }: Order): boolean =>
  names.length === 0 && subjectsIn(text).has('tests') && topicWords(text).size <= 1

const isMet = ({ demand, text, message, label }: Order, { evidence }: World): boolean => {
  const own = demand ?? {
    message,
    sentence: text,
    source: 'human' as const,
    state: 'asked' as const,
    settledBy: null,
    replacedBy: null,
    names: namedIn(text),
    probability: 1,
    wants: [],
  }
  const kind = label === 'deliver' ? ('deliver' as const) : ('check' as const)
  return weighDemands([{ ...own, kind, sentence: text }], evidence)[0]!.status === 'met'
}

function isChanged(order: Order, orders: readonly Order[], change: Change, world: World): boolean {
  const { message, names, topics, demand } = order
  const { edits, commands } = world.evidence
  // "Please fix it" names nothing: something was done for it.
  if (
    names.length === 0 &&
    (topics.size === 0 || (topics.size === 1 && wordsOf(order.text).length <= 2))
  )
    return [...edits, ...commands].some(({ turn }) => turn >= message)
  if (demand !== null && demand.wants.length > 0 && demand.wants.every(({ found }) => found))
    return true
  const others = orders.filter((one) => one !== order && isWork(one))
  const isAlone = !others.some((one) => one.message === message)
  if (isAlone && edits.some(({ turn }) => turn === message)) return true
  const isOwn = (name: string): boolean => !others.some((one) => one.names.includes(name))
  if (names.some(isOwn)) return true
  const shared = [...topicWords(apart(order.text))].filter((topic) => isIn(topic, change.topics))
  return shared.length > 0 && shared.length * 2 >= topicWords(apart(order.text)).size
}

const isWork = ({ label, topics, names, text }: Order): boolean =>
  label === 'change' &&
  topics.size + names.length > 0 &&
  !ordersTests(text) &&
  !(names.length > 0 && names.every((name) => fileRole(name) === 'test'))

const shares = (own: ReadonlySet<string>, topics: ReadonlySet<string>): boolean =>
  [...own].some((topic) => isIn(topic, topics))

/** The same word, or one of the same stem. */
const isIn = (topic: string, topics: ReadonlySet<string>): boolean =>
  topics.has(topic) ||
  (topic.length >= STEM &&
    [...topics].some((one) => one.length >= STEM && one.startsWith(topic.slice(0, STEM))))
const STEM = 6

/** Files, code spans, commands, calls, options, and words that are written as code. */
function namesIn(text: string): string[] {
  const { files, symbols, commands } = namedIn(text)
  const calls = [...text.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]{2,60})\(/g)].map(([, name]) => name!)
  const words = (text.match(/(?<![\w./-])(?:--)?[A-Za-z_$][\w$]{2,60}(?![\w./-])/g) ?? []).filter(
    (word) => word.startsWith('--') || (isCodeName(word) && !/^[A-Z\d]+$/.test(word)),
  )
  return [
    ...new Set([...files, ...symbols, ...commands, ...bareCommandsIn(text), ...calls, ...words]),
  ]
}
