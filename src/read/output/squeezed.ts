const MAX_LINE = 600

/** Each line without what stands around it, and with one space for several: so forms of lines are held against it. */
export function squeezed(output: string): string {
  if (latest?.output === output) return latest.text
  const text = output
    .replaceAll(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim().slice(0, MAX_LINE))
    .join('\n')
  latest = { output, text }
  return text
}

// The parts of one line are held against the same output.
let latest: { output: string; text: string } | undefined

/** The line of a text in which a place lies. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? undefined : end)
}

/** The number of that line, from nought. */
export function lineNumber(text: string, at: number): number {
  let number = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1))
    number += 1
  return number
}
