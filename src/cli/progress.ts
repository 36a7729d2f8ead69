import type { CliContext } from './command.js'

const PROGRESS_MS = 2000

/** A progress line from time to time at a terminal. */
export function progress(context: CliContext, done: string): (rows: number) => void {
  let last = context.now().getTime()
  return (rows) => {
    const now = context.now().getTime()
    if (!context.interactive || now - last < PROGRESS_MS) return
    last = now
    context.note(`… ${rows} rows ${done}`)
  }
}
