import { readEnding } from '../../read/prose/read-ending.js'
import { redactText } from '../../safety/redact.js'
import { oneLine } from '../../util/one-line.js'
import type { CompactionFacts } from './compaction-facts.js'
import { mainReference } from './github-work.js'
import type { CompactionJudgement } from './judge-compaction.js'

/** What the agent is told after a compaction; null when there is nothing to tell. */
export function nudgeAfterCompaction(
  { action }: Pick<CompactionJudgement, 'action'>,
  facts: CompactionFacts,
): string | null {
  const thread = threadLines(facts).join('\n')
  const next =
    waitingQuestion(facts) === null
      ? 'Go on with the next open point.'
      : 'You have asked the person; go on when they have answered.'
  switch (action) {
    case 'task_complete':
      return null
    case 'needs_clarification':
      return (
        "The context was compressed, and its topic can't be told from what is " +
        'left. Before you do anything: say in a few lines what the task is, what is done, ' +
        'and what the next step is; ask the human where you do not know.'
      )
    case 'continue_task':
      return `The context was compressed. You were in the middle of this:\n${thread}\n${next}`
    case 'needs_github_update':
      return `The context was compressed. ${githubLine(facts)}\n${thread}\nThen: ${next}`
  }
}

/** What must survive a compaction: orders, what is open of them, the agent's list, files, failures. Quotes, one line each. */
export function threadLines(facts: CompactionFacts): string[] {
  const { left, announced } = endingOf(facts)
  const next = left.length > 0 ? left : announced === null ? [] : [announced]
  const listed = facts.listed.filter((text) => !facts.openTodos.includes(text))
  const unshown = facts.unshown.filter((text) => !facts.task.includes(text))
  return [
    ...facts.task.filter((text) => text.trim() !== '').map((text) => line('Task', text)),
    ...facts.doneTodos.slice(-10).map((text) => line('You ticked off', text)),
    ...facts.openTodos.map((text) => line('Open', text)),
    ...listed.slice(0, MAX_LISTED).map((text) => line('On your list', text)),
    ...facts.failures.slice(0, 3).map((text) => line('Failed last', text)),
    ...facts.points.map((text) => line('Not settled', text)),
    ...(facts.untouched.length === 0
      ? []
      : [line('Named by the person, not in the change', facts.untouched.join(', '))]),
    ...unshown.slice(0, MAX_LISTED).map((text) => line('Asked for, and nothing shows it', text)),
    ...(facts.openTodos.length > 0 ? [] : next.filter((text) => !listed.includes(text)))
      .slice(0, 5)
      .map((text) => line('Next', text)),
    ...(facts.message === '' ? [] : [line('You said last', facts.message.trim())]),
    ...(facts.files.length === 0 ? [] : [line('Files in hand', facts.files.join(', '))]),
  ]
}

const MAX_LISTED = 20

const endingOf = ({ message, sentences, task }: CompactionFacts) =>
  readEnding(message, sentences, { use: 'note', request: task.join('\n') })

/** Past a question to a person nobody is sent. */
const waitingQuestion = (facts: CompactionFacts): string | null => {
  const { question } = endingOf(facts)
  return question?.kind === 'direct' ? question.quote : null
}

function githubLine({ github }: CompactionFacts): string {
  const reference = mainReference(github)
  const isPr = reference?.kind === 'pr'
  const number = reference?.number == null ? '' : ` #${reference.number}`
  const target = reference?.number == null ? '' : ` ${reference.number}`
  const name = isPr ? `PR${number}` : `issue${number}`
  const command = isPr ? `gh pr comment${target}` : `gh issue comment${target}`
  return `Update ${name} with \`${command} --body "…"\`: what is done, and what is next.`
}

/**
 * Words of others on one line, as they are but for marks that would end their quotation; a text that is longer
 * was cut where it was read.
 */
function line(label: string, text: string): string {
  const words = oneLine(redactText(text), MAX_LINE)
  if (!words.includes('"')) return `- ${label}: "${words}"`
  return `- ${label}: “${words.replaceAll(/[“”„‟]/g, "'")}”`
}
const MAX_LINE = 2_000
