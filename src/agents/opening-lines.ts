const MAX_CHARS = 65_536

/**
 * The first JSON values of a file, of each only what lies at most so deep: `{"a":{"b":1}}` is
 * `{"a":{}}` at depth 1. A client's own keys stand near the top; what a tool was given or gave back
 * lies deeper and may look like anything. One pass; what is torn or no JSON is kept as it is read.
 */
export function openingLines(opening: string, depth: number): string[] {
  const lines: string[] = []
  let line = ''
  let level = 0
  let inString = false
  const end = Math.min(opening.length, MAX_CHARS)
  for (let at = 0; at < end; at += 1) {
    const char = opening[at]!
    // No JSON string has a raw newline: this one was torn, and the next line starts over.
    if (char === '\n' && (level === 0 || inString)) {
      lines.push(line)
      line = ''
      level = 0
      inString = false
      continue
    }
    const isClosing = !inString && (char === '}' || char === ']')
    if (isClosing) level = Math.max(0, level - 1)
    if (level <= depth) line += char
    if (inString && char === '\\') {
      if (level <= depth) line += opening[at + 1] ?? ''
      at += 1
    } else if (char === '"') inString = !inString
    else if (!inString && (char === '{' || char === '[')) level += 1
  }
  lines.push(line)
  return lines.filter((text) => text.trim() !== '')
}

/** Whether one of those values has all of this. */
export const opens =
  (depth: number, ...has: readonly RegExp[]) =>
  (opening: string): boolean =>
    openingLines(opening, depth).some((line) => has.every((pattern) => pattern.test(line)))
