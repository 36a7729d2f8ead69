/**
 * Evidence from a case that only tells what happened: a request, the tools that were used, the last
 * message. It goes through the same ledger as a transcript; how a check ended is taken from the
 * message, which is weaker than a recorded exit code, and the verdict says so.
 */
import { readRuns } from '../../src/read/shell/read-runs.js'
import { readMessage } from '../../src/read/prose/read-message.js'
import { shippedWeights } from '../../src/read/prose/weights.js'
import { applyEntry, beginLedger, toLedger } from '../../src/read/ledger.js'
import { toEvidence } from '../../src/read/to-evidence.js'
import { readOutcomes } from './outcomes.js'
import type { Outcome, Outcomes } from './outcomes.js'
import type { EntryDraft } from '../../src/agent.js'
import type { Evidence } from '../../src/schema/evidence.js'
import type { TranscriptEntry } from '../../src/schema/transcript.js'
import type { CallTold } from './read-tool-lines.js'

export interface Narration {
  /** What was asked; several messages are told apart by a line that says so. */
  task: string
  tools: readonly CallTold[]
  /** The agent's last message. */
  message: string
}

export function toldEvidence(narration: Narration): Evidence {
  const outcomes = outcomesOf(narration.message)
  const drafts: EntryDraft[] = [
    ...humanMessages(narration.task).map((text) => ({ kind: 'human' as const, ...common, text })),
    ...narration.tools.flatMap((call, index) =>
      toEntries(call, index, outcomes, narration.message),
    ),
  ]
  if (narration.message.trim() !== '') drafts.push(agentMessage(narration.message))
  const state = beginLedger()
  for (const [step, draft] of drafts.entries())
    applyEntry(state, { ...draft, step } as TranscriptEntry)
  const ledger = toLedger(state)
  return toEvidence({ at: EPOCH, ledger, repository: null, lastMessage: null, degraded: [] })
}

/** Nothing in a told case depends on when it is judged. */
const EPOCH = '1970-01-01T00:00:00.000Z'

/** What is told of a check is all there is of it. */
const outcomesOf = (text: string): Outcomes =>
  readOutcomes(readMessage(text, shippedWeights('acts')), 'note')

const common = { at: null, sidechain: false }

const agentMessage = (text: string): EntryDraft => ({
  kind: 'agent',
  ...common,
  text,
  messageId: null,
  completed: true,
  outputTokens: null,
})

/** `[1] …`, `Human: …` at the start of a line begin a message of its own. */
function humanMessages(task: string): string[] {
  const parts = task
    .split(/^(?:\[\d+\]|(?:human|user)(?: message)?(?: \d+)?:)\s*/im)
    .map((part) => part.trim())
  const messages = parts.filter((part) => part !== '')
  return messages.length === 0 ? [''] : messages
}

function toEntries(
  call: CallTold,
  index: number,
  outcomes: Outcomes,
  message: string,
): EntryDraft[] {
  const callId = `told-${index}`
  const result = toldResult(call, outcomes, message)
  const ended: EntryDraft[] =
    call.status === 'pending'
      ? []
      : [{ kind: 'tool-result', ...common, callId, status: call.status, ...result }]
  return [
    {
      kind: 'tool-call',
      ...common,
      callId,
      tool: call.tool,
      toolKind: call.toolKind,
      input: call.text,
      command: call.command,
      files: call.files,
      written: null,
      creates: call.creates,
    },
    ...ended,
  ]
}

/** A check ended as the message says; other commands are taken to have done what they do. */
function toldResult(
  call: CallTold,
  outcomes: Outcomes,
  message: string,
): { exitCode: number | null; output: string } {
  const { command, exitCode, output } = call
  if (command === null) return { exitCode: null, output: output ?? '' }
  if (exitCode !== null) return { exitCode, output: output ?? call.text }
  const outcome = outcomeOf(command, outcomesOf(output ?? behind(command, call.text)), outcomes)
  if (outcome === undefined) return { exitCode: 0, output: output ?? '' }
  if (outcome === null) return { exitCode: null, output: output ?? '' }
  const told = outcome.passed ? message : outcome.quote
  return { exitCode: outcome.passed ? 0 : 1, output: output ?? told }
}

/** "npm test → 3 failed": a command says nothing of its end, the words behind it do. */
function behind(command: string, text: string): string {
  const at = command === '' ? -1 : text.indexOf(command)
  return at === -1 ? text : text.slice(at + command.length)
}

/** What the line itself says beats the message; undefined for a command that is no check. */
function outcomeOf(command: string, line: Outcomes, message: Outcomes): Outcome | null | undefined {
  const runs = readRuns({ command, status: 'completed', exitCode: null, output: '' })
  const kinds = new Set(runs.map(({ kind }) => kind))
  if (kinds.has('test')) return line.tests ?? message.tests
  if (kinds.has('build') || kinds.has('typecheck') || kinds.has('lint')) {
    return line.build ?? message.build
  }
  return undefined
}
