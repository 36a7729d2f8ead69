import { headSafely, tailSafely } from '../../safety/clip-safely.js'
import { weighDemands } from '../../evidence/demands/weigh-demands.js'
import { readMessage } from '../../evidence/message/read-message.js'
import { shippedWeights } from '../../evidence/message/weights.js'
import { pathInProject } from '../../evidence/path-in-project.js'
import { readDiff } from '../../evidence/repository/read-diff.js'
import { withoutExempt } from '../../evidence/weakened/without-exempt.js'
import type { Evidence, RecentItem } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { account } from '../../judge/account.js'
import { findPoints } from '../../judge/points.js'
import { isGreen, wouldProve } from '../../judge/proof.js'
import { isCurrent, NO_TREE, turnOf, worldOf } from '../../judge/world.js'
import type { World } from '../../judge/world.js'
import { isCheck } from '../../read/shell/is-check.js'
import type { MomentInput, MomentPorts } from '../moment.js'
import { readTreeFacts } from '../tree-facts.js'
import { findGithubWork } from './github-work.js'
import type { GithubWork } from './github-work.js'
import { untouchedNames } from './untouched-names.js'

/** All that is looked at when a context was compressed. */
export interface CompactionFacts {
  /** The first three human messages and the last three, each up to the end of a sentence. */
  task: readonly string[]
  /** The agent's last message, at most 1,000 characters. */
  message: string
  /** The same message, sentence by sentence. */
  sentences: readonly Sentence[]
  /** The last ten tools, by name. */
  tools: readonly string[]
  github: GithubWork
  openTodos: readonly string[]
  doneTodos: readonly string[]
  /** Files changed last, newest first. */
  files: readonly string[]
  /** Checks that failed when they ran last, one line each; foreign text. */
  failures: readonly string[]
  /** What the request names and the change does not touch, as names. */
  untouched: readonly string[]
  /** Points that the account of a stop would have open, in our words. */
  points: readonly string[]
  /** What the account says of the work; null where it is only told. */
  isProven: boolean | null
}

const MAX_TASK = 1_500
const MAX_POINTS = 5
const MAX_MESSAGE = 1_000
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
  const { request, recent, todos, edits, commands, delivery } = evidence
  const first = request.messages.slice(0, 3)
  const last = request.messages.slice(3).slice(-3)
  const task = [...first, ...last].map(({ text }) =>
    wholeSentences(headSafely(text, MAX_TASK), text),
  )
  // That a report tells of it closes nothing here: only a person's word or the past does.
  const points = account(findPoints(world), [], world).flatMap(({ point, isOpen }) =>
    isOpen ? [point] : [],
  )
  const untouched = edits.length === 0 ? [] : untouchedNames(world, diff)
  const failures = lastFailures(commands)
  const message = tailSafely(evidence.lastMessage ?? lastSaid(recent), MAX_MESSAGE)
  const github = findGithubWork({
    texts: [...request.messages.map(({ text }) => text), message],
    commands: commands
      .filter(({ kind }) => kind === 'git' || kind === 'gh')
      .map(({ command }) => command),
  })
  const { pullRequest } = delivery
  const isPrTold =
    pullRequest?.updatedStep != null &&
    pullRequest.updatedStep >= Math.max(delivery.lastPush?.step ?? 0, delivery.lastCommitStep ?? 0)
  return {
    task,
    message,
    sentences:
      evidence.lastMessage === null
        ? readMessage(message, shippedWeights('acts'))
        : evidence.sentences,
    tools: recent.flatMap((item) => (item.kind === 'call' ? [item.tool] : [])).slice(-10),
    github: {
      ...github,
      references: [
        ...github.references,
        ...(pullRequest === null
          ? []
          : [{ kind: 'pr' as const, number: pullRequest.number, quote: pullRequest.url ?? 'PR' }]),
      ],
      isTold: github.isTold || isPrTold,
    },
    openTodos: todos.filter(isOpen).map(({ text }) => text),
    doneTodos: todos.filter(({ state }) => state === 'completed').map(({ text }) => text),
    files: [...new Set(edits.toReversed().map(({ file }) => pathInProject(file, evidence)))].slice(
      0,
      MAX_FILES,
    ),
    failures,
    untouched,
    points: points
      .filter(({ kind, isOrder }) => isOrder === true || OF_CHANGE.has(kind))
      .map(({ fact }) => fact)
      .slice(0, MAX_POINTS),
    isProven:
      points.length === 0 &&
      failures.length === 0 &&
      (wouldProve(world, evidence.sentences) === null ||
        (untouched.length === 0 && isBorneOut(world))),
  }
}

/**
 * The report stands, and the record speaks for it: this turn changed something, tests passed since, and nothing
 * that was ordered is known to be undone.
 */
function isBorneOut(world: World): boolean {
  const { evidence, demands } = world
  const current = demands.filter((demand) => isCurrent(demand, world))
  return (
    evidence.lastMessage !== null &&
    evidence.edits.some(({ turn }) => turn === turnOf(world)) &&
    isGreen(world) &&
    weighDemands(current, evidence).every(({ status }) => status !== 'not_met')
  )
}

/** Points of the change itself; failures stand in their own lines, and what a report says is over. */
const OF_CHANGE: ReadonlySet<string> = new Set(['stub', 'broken', 'weakened', 'forbidden'])

/** What was cut ends where a sentence does, and says that it was cut. */
function wholeSentences(head: string, text: string): string {
  if (head.length >= text.length) return head
  const end = Math.max(...['. ', '! ', '? ', '\n', '。'].map((mark) => head.lastIndexOf(mark)))
  return `${end < head.length / 2 ? head : head.slice(0, end + 1)} […]`
}

const isOpen = ({ state }: Evidence['todos'][number]): boolean =>
  state === 'pending' || state === 'in_progress'

const lastSaid = (recent: readonly RecentItem[]): string => {
  const item = recent.findLast(({ kind }) => kind === 'message')
  return item?.kind === 'message' ? item.text : ''
}

/** Of each check only its last run counts. */
function lastFailures(commands: Evidence['commands']): string[] {
  const last = new Map<string, Evidence['commands'][number]>()
  for (const run of commands) {
    if (isCheck(run)) last.set(run.key, run)
  }
  return [...last.values()]
    .filter(({ result }) => result === 'failed')
    .map(({ command, failing, gist }) => `${command}: ${failing[0] ?? gist}`)
}
