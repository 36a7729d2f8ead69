import { noFlags } from '../../read/empty-evidence.js'
import { isQuestion } from '../../read/prose/find-ask.js'
import { readEnding } from '../../read/prose/read-ending.js'
import type { Ending } from '../../read/prose/read-ending.js'
import { readRequest } from '../../read/prose/read-request.js'
import { foldFlags } from '../../read/prose/read-request-flags.js'
import { subjectsIn } from '../../read/prose/subjects.js'
import { isVague } from '../../read/prose/topics.js'
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
  const { task, message, github } = facts
  if (task.every((text) => text.trim() === '')) {
    return { action: 'needs_clarification', confidence: 0.9, why: 'no task can be found' }
  }
  const ending = readEnding(message, facts.sentences, {
    use: 'note',
    request: task.join('\n'),
  })
  const ahead = ending.announced === null ? ending.left : [...ending.left, ending.announced]
  // A plan, and what a comparison finds wanting, is no work left.
  const left = [...facts.openTodos, ...(isAnswer(task) ? [] : ahead)]
  const isLost = task.every(isVague) && left.every(isVague) && isVague(message)
  if (isLost) {
    return {
      action: 'needs_clarification',
      confidence: 0.85,
      why: 'the task names nothing to work on',
    }
  }
  if (left.length === 0 && isFinished(facts, ending)) {
    const why = facts.isProven === true ? 'all that was asked for is shown' : 'it says so'
    return { action: 'task_complete', confidence: 0.85, why: `${why}: ${ending.done ?? message}` }
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
  // Only what a fact speaks for is sure; what is merely not shown, a model may know.
  const [open] = [...facts.failures, ...facts.points, ...facts.untouched, ...left]
  if (open !== undefined)
    return { action: 'continue_task', confidence: 0.85, why: `still open: ${open}` }
  const why =
    facts.unshown[0] === undefined
      ? 'nothing says that the task is finished'
      : `nothing shows it: ${facts.unshown[0]}`
  return { action: 'continue_task', confidence: 0.6, why }
}

/** The record shows it; where there is none, its own words say so, or an answer was asked for and given. */
function isFinished(
  { task, message, failures, isProven }: CompactionFacts,
  ending: Ending,
): boolean {
  if (failures.length > 0 || ending.question?.kind === 'direct') return false
  if (ending.cut?.sure === true) return false
  if (isProven !== null) return isProven
  if (isAnswer(task)) return message.length >= MIN_ANSWER
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
