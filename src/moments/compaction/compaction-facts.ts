import { headSafely, tailSafely } from '../../safety/clip-safely.js'
import { foldFlags } from '../../read/prose/read-request-flags.js'
import { noFlags } from '../../read/empty-evidence.js'
import { readMessage } from '../../read/prose/read-message.js'
import { splitMessage } from '../../read/prose/split-message.js'
import { kindOfHeading } from '../../read/prose/headings.js'
import { shippedWeights } from '../../read/prose/weights.js'
import { placeOf, mayBeEditedSince } from '../../read/ledger/order.js'
import { pathInProject } from '../../read/ledger/path-in-project.js'
import { readDiff } from '../../read/repository/read-diff.js'
import { withoutExempt } from '../../read/weakened/without-exempt.js'
import type { Evidence, RecentItem } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { account } from '../../judge/account.js'
import { oddNames, plainWords } from '../../judge/plain-names.js'
import { findPoints } from '../../judge/points.js'
import { findMissing } from '../../judge/points/orders.js'
import { unbackedRuns } from '../../judge/points/unbacked.js'
import { findUndelivered } from '../../judge/points/undelivered.js'
import { isGreen } from '../../judge/proof.js'
import { NO_TREE, worldOf } from '../../judge/world.js'
import type { World } from '../../judge/world.js'
import { covers } from '../../read/shell/covers.js'
import { isCheck } from '../../read/shell/is-check.js'
import type { MomentInput, MomentPorts } from '../moment.js'
import { readTreeFacts } from '../tree-facts.js'
import { findGithubWork } from './github-work.js'
import type { GithubWork } from './github-work.js'
import { unshownOrders } from './unshown-orders.js'

/** All that is looked at when a context was compressed. */
export interface CompactionFacts {
  /** What the person asked for, message by message, each up to the end of a sentence. */
  task: readonly string[]
  /** The end of the agent's last message, in whole sentences. */
  message: string
  /** The same message, sentence by sentence. */
  sentences: readonly Sentence[]
  /** The last ten tools, by name. */
  tools: readonly string[]
  github: GithubWork
  openTodos: readonly string[]
  doneTodos: readonly string[]
  /** Points of a list in the agent's own words that it has not ticked off. */
  listed: readonly string[]
  /** Files changed last, newest first. */
  files: readonly string[]
  /** Checks that failed when they ran last, one line each; foreign text. */
  failures: readonly string[]
  /** What the request names and the change does not touch, as names. */
  untouched: readonly string[]
  /** What a person asked for and nothing shows as done, in their words. */
  unshown: readonly string[]
  /** Points that the account of a stop would have open, in our words. */
  points: readonly string[]
  /** Each order is shown by the record and the tree; null where the work is only told. */
  isProven: boolean | null
}

const MAX_TASK = 1_900
const MAX_POINTS = 6
const MAX_MESSAGE = 1_500
const MAX_FILES = 8

/** Gathers them: the record and the tree as the account of a stop sees them, with the agent's last words as its report. */
export async function readCompactionFacts(
  { evidence: seen, event, session, config }: MomentInput,
  { signal }: Pick<MomentPorts, 'signal'>,
): Promise<CompactionFacts> {
  const evidence = withReport(withoutExempt(seen, config.stop.exemptWeakened))
  const place = { cwd: event.cwd, projectRoot: session.projectRoot, signal }
  const tree = await readTreeFacts(worldOf(evidence, NO_TREE), place)
  const { repository } = evidence
  const diff = repository === null ? '' : await readDiff(repository, signal)
  return compactionFacts(worldOf(evidence, tree), diff)
}

/** The last words are a report only where nothing was called behind them. */
function withReport(evidence: Evidence): Evidence {
  const last = evidence.recent.at(-1)
  if (evidence.lastMessage !== null || last?.kind !== 'message') return evidence
  const sentences = readMessage(last.text, shippedWeights('acts'))
  return { ...evidence, lastMessage: last.text, sentences }
}

function compactionFacts(world: World, diff: string): CompactionFacts {
  const { evidence } = world
  const { recent, todos, edits, commands } = evidence
  const unshown = unshownOrders(world, diff)
  const said = evidence.lastMessage ?? lastSaid(recent)
  const message = lastSentences(said)
  const points = openPoints(world)
  const failures = lastFailures(world)
  const openTodos = todos.filter(isOpen).map(({ text }) => text)
  const listed = listedOpen(recent, said)
  const untouched = [...new Set(unshown.flatMap((one) => one.untouched))]
  return {
    task: taskOf(evidence, new Set(unshown.map((one) => one.message))),
    message,
    sentences: readMessage(message, shippedWeights('acts')),
    tools: recent.flatMap((item) => (item.kind === 'call' ? [item.tool] : [])).slice(-10),
    github: githubOf(evidence, message),
    openTodos,
    doneTodos: todos.filter(({ state }) => state === 'completed').map(({ text }) => text),
    listed: listed.items,
    files: [...new Set(edits.toReversed().map(({ file }) => pathInProject(file, evidence)))].slice(
      0,
      MAX_FILES,
    ),
    failures,
    untouched,
    unshown: unshown.map(({ text }) => text),
    points: points.slice(0, MAX_POINTS),
    isProven:
      evidence.lastMessage !== null &&
      evidence.pending.length === 0 &&
      points.length + failures.length + openTodos.length + unshown.length === 0 &&
      !listed.isOpen &&
      isBorneOut(world, commands),
  }
}

/** Every message; of many, the first, the last ones, and those with something open. */
function taskOf({ request }: Evidence, open: ReadonlySet<number>): string[] {
  const { messages } = request
  return messages
    .filter(
      ({ number }, at) =>
        messages.length <= MAX_MESSAGES ||
        at === 0 ||
        at >= messages.length - 3 ||
        open.has(number),
    )
    .map(({ text }) => wholeSentences(headSafely(text, MAX_TASK), text))
}
const MAX_MESSAGES = 6

/** That a report tells of it closes nothing here: only a person's word or the past does. */
function openPoints(world: World): string[] {
  const { commands, request } = world.evidence
  const isCheckAt = (at: number | null): boolean =>
    commands.some((run) => run.step === at && isCheck(run))
  const current = account(findPoints(world), [], world).flatMap(({ point, isOpen }) =>
    isOpen &&
    (point.isOrder === true ||
      OF_CHANGE.has(point.kind) ||
      (point.kind === 'red' && !isCheckAt(point.step)))
      ? [point.fact]
      : [],
  )
  const earlier = request.messages
    .filter(({ number }) => number < request.total)
    .map(({ number }) => asOf(number, world))
    .flatMap((then) => [...findMissing(then), ...findUndelivered(then)])
  const isRedAt = (at: number): boolean =>
    commands.some(({ step, result }) => step === at && result === 'failed')
  const stale = unbackedRuns(world).filter(({ step }) => !isRedAt(step))
  const odd = oddNames(world)
  const before = [...earlier, ...stale].map(({ fact }) => plainWords(fact, odd))
  return [...new Set([...current, ...before])]
}

/** Points of the change itself; failures stand in their own lines, and what a report says is over. */
const OF_CHANGE: ReadonlySet<string> = new Set(['stub', 'broken', 'weakened', 'forbidden'])

/** The orders of an earlier message, held against what is there now. */
function asOf(number: number, world: World): World {
  const messages = world.evidence.request.messages.filter((one) => one.number <= number)
  const flags = messages.reduce((all, one) => foldFlags(all, one.number, one.text), noFlags())
  const evidence = { ...world.evidence, request: { messages, total: number, flags } }
  return { ...world, evidence }
}

/** Of code that was changed, a check was green since: tests where there are some. What only had to be there is there. */
function isBorneOut(world: World, commands: Evidence['commands']): boolean {
  const { evidence, demands } = world
  if (isGreen(world)) return true
  if (commands.some(({ kind }) => kind === 'test')) return false
  const changes = demands.filter(({ kind, state }) => kind === 'change' && state === 'asked')
  return (
    commands.some(
      (run) => isCheck(run) && run.result === 'passed' && !mayBeEditedSince(run, evidence),
    ) ||
    (changes.length > 0 &&
      changes.every(
        ({ wants }) =>
          wants.length > 0 && wants.every(({ want, found }) => found === true && SHOWS.has(want)),
      ))
  )
}

const SHOWS: ReadonlySet<string> = new Set(['exists', 'gone'])

/** The last list with open points in the agent's messages; it is open for certain where the last message has it. */
function listedOpen(
  recent: readonly RecentItem[],
  said: string,
): { items: string[]; isOpen: boolean } {
  // Earlier messages are kept on one line: the marks of a list say where its lines were.
  const texts = recent.flatMap((item) =>
    item.kind === 'message' ? [item.text.replaceAll(LIST_MARK, '\n')] : [],
  )
  for (const text of [said, ...texts.toReversed()]) {
    const parts = splitMessage(text).filter(({ form }) => form === 'item')
    const boxes = parts.filter((part) => part.checked === false || OPEN_SIGN.test(part.text))
    const ahead = parts.filter(
      ({ heading, checked, text: words }) =>
        checked !== true &&
        !/^[✅✔☑]/u.test(words) &&
        heading !== null &&
        AHEAD.has(kindOfHeading(heading) ?? ''),
    )
    const items = [...new Set([...boxes, ...ahead])].map((part) => part.text)
    if (items.length > 0) return { items, isOpen: text === said && boxes.length > 0 }
  }
  return { items: [], isOpen: false }
}

const LIST_MARK = / (?=(?:[-*•] \[[ xX]\]|[☐⬜🔲⏳❌✅✔☑]|\d{1,2}[.)]) )/gu
const OPEN_SIGN = /^[☐⬜🔲⏳❌]/u
const AHEAD: ReadonlySet<string> = new Set(['left', 'next'])

function githubOf({ request, commands, delivery }: Evidence, message: string): GithubWork {
  const github = findGithubWork({
    texts: [...request.messages.map(({ text }) => text), message],
    commands: commands
      .filter(({ kind }) => kind === 'git' || kind === 'gh')
      .map(({ command }) => command),
  })
  const { pullRequest, lastPush, lastCommitStep } = delivery
  if (pullRequest === null) return github
  const { number, url, updatedStep } = pullRequest
  const isTold =
    updatedStep !== null && updatedStep >= Math.max(lastPush?.step ?? 0, lastCommitStep ?? 0)
  const own = { kind: 'pr' as const, number, quote: url ?? 'PR' }
  return {
    ...github,
    references: [...github.references, own],
    isTold: github.isTold || isTold,
  }
}

/** What was cut ends where a sentence does, and says that it was cut. */
function wholeSentences(head: string, text: string): string {
  if (head.length >= text.length) return head
  const end = Math.max(...ENDS.map((mark) => head.lastIndexOf(mark)))
  return `${end < head.length / 2 ? head : head.slice(0, end + 1)} […]`
}

/** The end of a message, from where a sentence begins. */
function lastSentences(text: string): string {
  const tail = tailSafely(text.trim(), MAX_MESSAGE)
  if (tail.length >= text.trim().length) return tail
  const starts = ENDS.map((mark) => tail.indexOf(mark)).filter((at) => at !== -1)
  return starts.length === 0 ? tail : `[…] ${tail.slice(Math.min(...starts) + 1).trim()}`
}

const ENDS = ['. ', '! ', '? ', '\n', '。']

const isOpen = ({ state }: Evidence['todos'][number]): boolean =>
  state === 'pending' || state === 'in_progress'

const lastSaid = (recent: readonly RecentItem[]): string => {
  const item = recent.findLast(({ kind }) => kind === 'message')
  return item?.kind === 'message' ? item.text : ''
}

/** Checks whose last run is red, and that no later run covers. */
function lastFailures({ evidence: { commands }, findTask }: World): string[] {
  const red = commands.filter(
    (run) =>
      isCheck(run) &&
      run.result === 'failed' &&
      !commands.some(
        (later) =>
          placeOf(later) > placeOf(run) &&
          (later.key === run.key || (later.result === 'passed' && covers(later, run, findTask))),
      ),
  )
  return red.map(({ command, failing, gist, files = [] }) =>
    [`${command}: ${failing.length > 0 ? failing.join(', ') : gist}`, ...files].join(' '),
  )
}
