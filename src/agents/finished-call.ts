import type { EntryDraft } from '../agent.js'
import type { FinishedCall } from '../schema/agent-event.js'
import { clip } from '../util/clip.js'
import { looseKey } from '../util/loose-key.js'
import { oneLine } from '../util/one-line.js'
import { addToolCall, exitCodeIn, MAX_OUTPUT } from './tool-reader.js'
import type { ToolTable } from './tool-reader.js'

export interface FinishedCallInput {
  tool: string
  input: Readonly<Record<string, unknown>>
  /** What it printed or failed with. */
  output: string
  /** @default read from the output, as the client writes it there */
  exitCode?: number | null
}

/** A failed call as a client tells it at its end, with the keys that its transcript will have. */
export function failedCall(
  { tool, input, output, exitCode = null }: FinishedCallInput,
  table: ToolTable,
): FinishedCall {
  const call = readCall({ tool, input }, table)
  const shown = clip(output, MAX_OUTPUT)
  return {
    toolKind: call.toolKind,
    action: oneLine((call.command ?? (call.files.join(' ') || call.input)).slice(0, 800), 200),
    // A client may name its shell in the transcript otherwise than in the payload.
    actionKey: looseKey(call.command ?? `${tool} ${call.input}`),
    exitCode: call.toolKind === 'command' ? (exitCode ?? exitCodeIn(shown, table)) : null,
    output: oneLine(clip(shown, 300), 300),
    ...(call.toolKind === 'command' ? { printed: shown } : {}),
    resultKey: looseKey(`failed ${shown}`),
  }
}

export const failedByExit = (output: string, table: ToolTable): boolean =>
  (exitCodeIn(output, table) ?? 0) !== 0

type CallDraft = Extract<EntryDraft, { kind: 'tool-call' }>

function readCall(
  { tool, input }: Pick<FinishedCallInput, 'tool' | 'input'>,
  table: ToolTable,
): CallDraft {
  const drafts: EntryDraft[] = []
  const sink = {
    entry: (draft: EntryDraft) => void drafts.push(draft),
    facts() {},
    usage() {},
    skip() {},
  }
  addToolCall({ callId: '', tool, input }, table, { at: null, sidechain: false }, sink)
  return drafts.find((draft) => draft.kind === 'tool-call')!
}
