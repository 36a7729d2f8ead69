import { SYMBOLS } from '../../data/failures.js'

/** What an error message is about. */
export function symbolIn(message: string): string | null {
  const text = message.slice(0, 400)
  for (const [part, pattern] of SYMBOLS) {
    const name = text.includes(part) ? pattern.exec(text)?.[1] : undefined
    if (name !== undefined) return name
  }
  return null
}
