import { allowedFile } from '../util/allowed-file.js'
import { readTail } from '../util/read-tail.js'

export interface AwaitedTranscript {
  file: string
  /** Only a file under one of these is looked into. */
  folders: readonly string[]
  hasCaughtUp(tail: string): boolean
  signal: AbortSignal
}

const STEP_MS = 20
/** Seen to take up to 0.1 s; after that the stop is judged by what there is. */
const PATIENCE_MS = 600

/** Waits, not for long, until a transcript that is written behind the event has caught up. */
export async function awaitTranscript(awaited: AwaitedTranscript): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
    if (awaited.signal.aborted || isThere(awaited)) return
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}

function isThere({ file, folders, hasCaughtUp }: AwaitedTranscript): boolean {
  const found = allowedFile(file, folders)
  return found !== null && hasCaughtUp(readTail(found.path))
}
