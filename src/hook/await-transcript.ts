import { allowedFile } from '../util/allowed-file.js'
import { readTail } from '../util/read-tail.js'

export interface AwaitedTranscript {
  file: string
  /** Only a file under one of these is looked into. */
  folders: readonly string[]
  /** What stands in it as soon as it has caught up. */
  mark: string
  signal: AbortSignal
}

const STEP_MS = 20
/** Seen to take up to 0.1 s; after that the stop is judged by what there is. */
const PATIENCE_MS = 600

/** Waits, not for long, until a transcript that is written behind the event has caught up. */
export async function awaitTranscript(awaited: AwaitedTranscript): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
    if (awaited.signal.aborted || hasCaughtUp(awaited)) return
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}

function hasCaughtUp({ file, folders, mark }: AwaitedTranscript): boolean {
  const found = allowedFile(file, folders)
  return found !== null && readTail(found.path).includes(mark)
}
