/**
 * Evidence from a case that only tells what happened: a request, the tools that were used, the last
 * message. It goes through the same ledger as a transcript; how a check ended is taken from the
 * message, which is weaker than a recorded exit code, and whoever judges it says so.
 */
import { readCommandRuns } from '../../../evidence/commands/read-command-runs.js'
import { evidenceOf } from './evidence-of.js'
import { readOutcomes } from '../closing/outcomes.js'
import type { Outcome, Outcomes } from '../closing/outcomes.js'
import type { EntryDraft } from '../../../agent.js'
import type { Evidence } from '../../../schema/evidence.js'
import { readToolLines } from './read-tool-lines.js'
import type { ToldCall } from './read-tool-lines.js'

export interface Narration {
  /** What was asked; several messages are told apart by a line that says so. */
  task: string
  /** One tool call a line. */
  tools: string
  /** The agent's last message. */
  message: string
}

export function narratedEvidence(narration: Narration, at: string): Evidence {
  const outcomes = readOutcomes(narration.message)
  const calls = readToolLines(narration.tools)
  const drafts: EntryDraft[] = [
    ...humanMessages(narration.task).map((text) => ({ kind: 'human' as const, ...common, text })),
    ...calls.flatMap((call, index) => toEntries(call, index, outcomes, narration.message)),
  ]
  if (narration.message.trim() !== '') drafts.push(agentMessage(narration.message))
  return evidenceOf(drafts, at)
}

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
  call: ToldCall,
  index: number,
  outcomes: Outcomes,
  message: string,
): EntryDraft[] {
  const callId = `told-${index}`
  const { exitCode, output } = toldResult(call, outcomes, message)
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
    { kind: 'tool-result', ...common, callId, status: 'completed', exitCode, output },
  ]
}

/** A check ended as the message says; other commands are taken to have done what they do. */
function toldResult(
  call: ToldCall,
  outcomes: Outcomes,
  message: string,
): { exitCode: number | null; output: string } {
  if (call.command === null) return { exitCode: null, output: '' }
  if (call.exitCode !== null) return { exitCode: call.exitCode, output: call.text }
  const outcome = outcomeOf(call.command, readOutcomes(call.text), outcomes)
  if (outcome === undefined) return { exitCode: 0, output: '' }
  if (outcome === null) return { exitCode: null, output: '' }
  return { exitCode: outcome.passed ? 0 : 1, output: outcome.passed ? message : outcome.quote }
}

/** What the line itself says beats the message; undefined for a command that is no check. */
function outcomeOf(command: string, line: Outcomes, message: Outcomes): Outcome | null | undefined {
  const runs = readCommandRuns({ command, status: 'completed', exitCode: null, output: '' })
  const kinds = new Set(runs.map(({ kind }) => kind))
  if (kinds.has('test')) return line.tests ?? message.tests
  if (kinds.has('build') || kinds.has('typecheck') || kinds.has('lint')) {
    return line.build ?? message.build
  }
  return undefined
}
