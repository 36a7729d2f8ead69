import { noFlags } from '../../evidence/empty-evidence.js'
import { isQuestion } from '../../evidence/message/find-ask.js'
import { readEnding } from '../../evidence/message/read-ending.js'
import type { Ending } from '../../evidence/message/read-ending.js'
import { readRequest } from '../../evidence/message/read-request.js'
import { foldFlags } from '../../evidence/message/read-request-flags.js'
import { subjectsIn } from '../../evidence/message/subjects.js'
import { isVague } from '../../evidence/message/topics.js'
import type { CompactionAction } from '../../schema/compaction-verdict.js'
import type { CompactionFacts } from './compaction-facts.js'
import { mainReference } from './github-work.js'

export interface CompactionJudgement {
  action: CompactionAction
  confidence: number
  why: string
}

/** What the rules say after a compaction. Pure; always an answer. */
export function judgeCompaction(facts: CompactionFacts): CompactionJudgement {
  const { task, message, openTodos, github } = facts
  if (task.every((text) => text.trim() === '')) {
    return { action: 'needs_clarification', confidence: 0.9, why: 'no task can be found' }
  }
  const ending = readEnding(message, facts.sentences, {
    use: 'note',
    request: task.join('\n'),
  })
  const ahead = ending.announced === null ? ending.left : [...ending.left, ending.announced]
  // A plan, and what a comparison finds wanting, is no work left.
  const left = [...openTodos, ...(isAnswer(task) ? [] : ahead)]
  const isLost = task.every(isVague) && left.every(isVague) && isVague(message)
  if (isLost) {
    return {
      action: 'needs_clarification',
      confidence: 0.85,
      why: 'the task names nothing to work on',
    }
  }
  if (left.length === 0 && isFinished(facts, ending)) {
    return {
      action: 'task_complete',
      confidence: 0.85,
      why: `it says so: ${ending.done ?? 'an answer was asked for and given'}`,
    }
  }
  const reference = mainReference(github)
  if (reference !== null && !github.isTold && hasNews(facts, ending)) {
    const confidence = github.commands.length > 0 ? 0.85 : 0.65
    return {
      action: 'needs_github_update',
      confidence,
      why: `the work is about ${reference.quote}, which has no comment yet`,
    }
  }
  if (left.length > 0)
    return { action: 'continue_task', confidence: 0.85, why: `still to do: ${left[0]!}` }
  return { action: 'continue_task', confidence: 0.6, why: 'nothing says that the task is finished' }
}

/** Done by its own words, or an answer to a question that was only to be answered. */
function isFinished(
  { task, message, failures, isProven }: CompactionFacts,
  ending: Ending,
): boolean {
  if (failures.length > 0 || ending.question?.kind === 'direct') return false
  if (ending.cut?.sure === true) return false
  if (isAnswer(task)) return message.length >= MIN_ANSWER
  // Words alone finish nothing that a record is there for.
  if (isProven === false) return false
  return ending.done !== null && !isVague(message) && !lacksPullRequest(task, ending.done)
}

/** One was asked for, and the last thing reported is only a push. */
function lacksPullRequest(task: readonly string[], done: string): boolean {
  const subjects = subjectsIn(done)
  if (!subjects.has('push') || subjects.has('pullRequest')) return false
  return task
    .flatMap((text) => readRequest(text))
    .some(({ label, text }) => label === 'deliver' && subjectsIn(text).has('pullRequest'))
}

const MIN_ANSWER = 80

/** What is asked for is to be told. */
function isAnswer(task: readonly string[]): boolean {
  const flags = task.reduce((folded, text, index) => foldFlags(folded, index + 1, text), noFlags())
  return (flags.readOnly ?? flags.planOnly) !== null || isQuestion(task.at(-1)?.trim() ?? '')
}

/** Something has happened that an issue or a pull request would want to know. */
const hasNews = (
  { github, files, doneTodos, sentences }: CompactionFacts,
  { done }: Ending,
): boolean =>
  github.commands.length > 0 ||
  files.length > 0 ||
  doneTodos.length > 0 ||
  done !== null ||
  sentences.some(({ act }) => NEWS.has(act))

const NEWS: ReadonlySet<string> = new Set(['done', 'passed', 'delivered', 'failed', 'blocked'])
