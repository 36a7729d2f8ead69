import type { TranscriptReader, TranscriptSink } from '../agent.js'
import { readHandedTranscript, readTranscript } from '../read/transcript.js'

/** Where a session is read from: its file, or a document that stands for it. */
export type OpenSource = (file: string) => SessionSource

export type SessionSource = { path: string } | { document: unknown }

/** Hands what a session has to a sink; returns why it is less than the whole. */
export async function readSource(
  source: SessionSource,
  reader: TranscriptReader,
  sink: TranscriptSink,
): Promise<string[]> {
  const { degraded } =
    'path' in source
      ? await readTranscript({ path: source.path, reader, mark: null, sink })
      : readHandedTranscript({ document: source.document, reader, sink })
  return degraded
}
