import { headSafely, tailSafely } from '../../safety/clip-safely.js'
import { readMessage } from '../../evidence/message/read-message.js'
import { shippedWeights } from '../../evidence/message/weights.js'
import type { Evidence, RecentItem } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { findGithubWork } from './github-work.js'
import type { GithubWork } from './github-work.js'
import { isCheck } from '../../read/shell/is-check.js'

/** All that is looked at when a context was compressed. */
export interface CompactionFacts {
  /** The first three human messages and the last one, at most 300 characters each. */
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
}

const MAX_TASK = 300
const MAX_MESSAGE = 1_000
const MAX_FILES = 8

export function compactionFacts(evidence: Evidence): CompactionFacts {
  const { request, recent, todos, edits, commands, delivery } = evidence
  const first = request.messages.slice(0, 3)
  const last = request.messages.slice(3).slice(-1)
  const task = [...first, ...last].map(({ text }) => headSafely(text, MAX_TASK))
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
    files: [...new Set(edits.toReversed().map(({ file }) => file))].slice(0, MAX_FILES),
    failures: lastFailures(commands),
  }
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
