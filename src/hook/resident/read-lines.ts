import type { Readable } from 'node:stream'

const MAX_LINE_BYTES = 64 * 1024 * 1024
const NEWLINE = 10

/** A line, or why it was passed over. */
export type ReadLine = { text: string } | { problem: string }

/** Lines as they arrive, bounded: one that never ends costs its own bytes and nothing else. */
export async function* readLines(
  input: Readable,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<ReadLine> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    let rest = chunk as Buffer
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      size += end
      if (size > maxLineBytes) yield { problem: `a line of ${size} bytes` }
      else {
        const text = Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8')
        if (text.trim() !== '') yield { text }
      }
      ;[parts, size] = [[], 0]
      rest = rest.subarray(end + 1)
    }
    size += rest.length
    if (size <= maxLineBytes) parts.push(rest)
    else parts = []
  }
  if (size > 0) yield { problem: `a last line of ${size} bytes that has no end` }
}
