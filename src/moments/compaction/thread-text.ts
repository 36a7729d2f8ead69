import { tailSafely } from '../../safety/clip-safely.js'
import { readEnding } from '../../evidence/message/read-ending.js'
import { quoteFact } from '../../safety/fence.js'
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
      return `The context was compressed. You were in the middle of this:\n${threadLines(facts).join('\n')}\nGo on with the next open point.`
    case 'needs_github_update':
      return `The context was compressed. ${githubLine(facts)}\n${threadLines(facts).join('\n')}\nThen go on with the next open point.`
  }
}

/** What must survive a compaction: goal, done, next, todos, files, failures. Quotes, one line each. */
export function threadLines(facts: CompactionFacts): string[] {
  const { left, announced } = readEnding(facts.message, facts.sentences, {
    use: 'note',
    request: facts.task.join('\n'),
  })
  const next = left.length > 0 ? left : announced === null ? [] : [announced]
  return [
    ...facts.task.filter((text) => text.trim() !== '').map((text) => whole('Task', text)),
    ...facts.doneTodos.slice(-10).map((text) => line('Done', text)),
    ...facts.openTodos.slice(0, 30).map((text) => line('Open', text)),
    ...facts.points.map((text) => line('Not settled', text)),
    ...(facts.untouched.length === 0
      ? []
      : [line('Asked for by name, not touched yet', facts.untouched.join(', '))]),
    ...(facts.openTodos.length > 0 ? [] : next.slice(0, 5).map((text) => line('Next', text))),
    ...(facts.message === '' ? [] : [line('You said last', tailSafely(facts.message.trim(), 400))]),
    ...(facts.files.length === 0 ? [] : [line('Files in hand', facts.files.join(', '))]),
    ...facts.failures.slice(0, 3).map((text) => line('Failed last', text)),
  ]
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

/** A person's words, which are not cut once more. */
const whole = (label: string, text: string): string =>
  `- ${label}: "${oneLine(redactText(text), MAX_WHOLE).replaceAll('"', "'")}"`
const MAX_WHOLE = 2_000

const line = (label: string, text: string): string =>
  `- ${label}: "${quoteFact(redactText(text)).replaceAll('"', "'")}"`
