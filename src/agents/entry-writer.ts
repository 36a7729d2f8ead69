/**
 * What a reader finds in one line becomes entries: the writer adds the line's place, bounds texts, and
 * passes over what lacks its id. Which field says what is the reader's own affair.
 */
import type { EntryPlace, TranscriptSink } from '../agent.js'
import { clipSafely } from '../safety/clip-safely.js'
import type { TokenUsage } from '../schema/token-usage.js'
import type { SessionFacts, SyntheticSource } from '../schema/transcript.js'
import { asInteger, asList, asRecord, asText } from '../util/loose-json.js'
import { addToolCall, addToolResult } from './tool-reader.js'
import type { ToolResult, ToolTable } from './tool-reader.js'

export class EntryWriter {
  readonly place: EntryPlace
  readonly sink: TranscriptSink
  readonly tools: ToolTable

  constructor(place: EntryPlace, sink: TranscriptSink, tools: ToolTable) {
    this.place = place
    this.sink = sink
    this.tools = tools
  }

  /** A person's words; in a subagent's session they are its agent's. */
  human(text: string): void {
    if (this.place.sidechain) this.synthetic(text)
    else this.sink.entry({ kind: 'human', ...this.place, text: clipSafely(text, 8_000) })
  }

  synthetic(text: string, source: SyntheticSource = 'meta'): void {
    this.sink.entry({ kind: 'synthetic', ...this.place, source, text: clipSafely(text, 1_000) })
  }

  agent(
    text: string,
    {
      messageId,
      completed = true,
      outputTokens,
    }: { messageId?: unknown; completed?: boolean; outputTokens?: unknown } = {},
  ): void {
    if (text.trim() === '') return
    this.sink.entry({
      kind: 'agent',
      ...this.place,
      text: clipSafely(text, 16_000),
      messageId: asText(messageId),
      completed,
      outputTokens: asInteger(outputTokens),
    })
  }

  error(text: unknown): void {
    this.sink.entry({ kind: 'error', ...this.place, text: clipSafely(asText(text) ?? '', 500) })
  }

  interrupt(): void {
    this.sink.entry({ kind: 'interrupt', ...this.place })
  }

  compaction(trigger?: unknown): void {
    const known = trigger === 'manual' || trigger === 'auto' ? trigger : 'unknown'
    this.sink.entry({ kind: 'compaction', ...this.place, trigger: known })
  }

  call(callId: unknown, tool: unknown, input: unknown): void {
    if (typeof callId !== 'string') return this.sink.skip('calls without an id')
    const call = { callId, tool: asText(tool) ?? 'unknown', input: asRecord(input) }
    addToolCall(call, this.tools, this.place, this.sink)
  }

  result(callId: unknown, told: Omit<ToolResult, 'callId'>): void {
    if (typeof callId !== 'string') return this.sink.skip('results without a call')
    addToolResult({ callId, ...told }, this.tools, this.place, this.sink)
  }

  /** Those that are texts. */
  facts(facts: Readonly<Partial<Record<keyof SessionFacts, unknown>>>): void {
    const texts = Object.entries(facts).filter(([, value]) => typeof value === 'string')
    if (texts.length > 0) this.sink.facts(Object.fromEntries(texts))
  }

  usage(used: TokenUsage | null, { id, model }: { id?: unknown; model?: unknown }): void {
    this.sink.usage(used, { id: asText(id), at: this.place.at, model: asText(model) })
  }

  skipUnknown(type: unknown): void {
    this.sink.skip(typeof type === 'string' ? 'lines of an unknown type' : 'lines without a type')
  }
}

/** A text, or the texts of a message's parts. */
export const textIn = (content: unknown, glue = '\n'): string =>
  asText(content) ??
  asList(content)
    .map((part) => asText(asRecord(part)['text']) ?? '')
    .filter((text) => text !== '')
    .join(glue)
