import { readFileSync } from 'node:fs'

/** The lines of a file; none where it can't be read. */
export function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
