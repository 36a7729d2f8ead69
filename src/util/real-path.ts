import { realpathSync } from 'node:fs'

/** Where a path really leads. What is not there has no other path than its own. */
export function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
