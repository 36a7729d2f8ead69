import type { EntryPlace, ReaderState, TranscriptReader } from '../agent.js'
import { asInstant, asRecord } from '../util/loose-json.js'
import { EntryWriter } from './entry-writer.js'
import type { ToolTable } from './tool-reader.js'

export type Line = Readonly<Record<string, unknown>>

/** What differs among clients whose transcripts are JSON values in order. */
interface LineForm<State extends ReaderState> extends Omit<TranscriptReader, 'begin' | 'read'> {
  tools: ToolTable
  /** What is remembered between lines. @default nothing */
  begin?(): State
  /** Where a line stands. @default at its `timestamp`, in no subagent */
  place?(line: Line, state: State): EntryPlace
  read(line: Line, out: EntryWriter, state: State): void
}

const placeOf = (line: Line): EntryPlace => ({
  at: asInstant(line['timestamp']),
  sidechain: false,
})

/** A reader of one value at a time, which writes what it finds there. */
export function lineReader<State extends ReaderState = ReaderState>({
  tools,
  begin,
  place = placeOf,
  read,
  ...form
}: LineForm<State>): TranscriptReader {
  return {
    ...form,
    begin: () => begin?.() ?? {},
    read(value, state, sink) {
      const line = asRecord(value)
      read(line, new EntryWriter(place(line, state as State), sink, tools), state as State)
    },
  }
}
