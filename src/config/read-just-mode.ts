import type { Mode } from '../schema/mode.js'

const MODE_LINE = /^mode: +(solo|orchestrated) *(?: #[\t\x20-\x7e]*)?$/
const EMPTY_LINE = /^ *(?:#[\t\x20-\x7e]*)?$/

/** The mode that a settings text sets, if it sets nothing else and nothing in it needs a parser. */
export function readJustMode(text: string): { value: Mode; line: number } | null {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => !EMPTY_LINE.test(line))
  const value = MODE_LINE.exec(lines[index] ?? '')?.[1]
  if (value === undefined || lines.slice(index + 1).some((line) => !EMPTY_LINE.test(line))) {
    return null
  }
  return { value: value as Mode, line: index + 1 }
}
