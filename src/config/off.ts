/**
 * Whether a value of `mode` means off. YAML 1.1 reads `off` and `no` as false, so people and their
 * editors write these for one another; nothing else is guessed, and nothing means on by guess.
 */
export function meansOff(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(?:off|false|no)$/i.test(value))
}

const OFF_LINE =
  /^(?:mode|"mode"|'mode')[ \t]*:[ \t]+(?:off|false|no|"(?:off|false|no)"|'(?:off|false|no)')[ \t]*(?:[ \t]#.*)?$/im

/**
 * The line (from 1) at the top level of a settings text that turns the mode off. It counts even in
 * a file that is otherwise broken: acting against an `off` is worse than being off by mistake.
 */
export function offLine(text: string): number | null {
  if (text === '') return null
  const index = text.search(OFF_LINE)
  return index < 0 ? null : text.slice(0, index).split('\n').length
}

/** Whether a settings text has such a line. */
export function saysOff(text: string): boolean {
  return offLine(text) !== null
}

/** Whether a user's own settings ask for more than off. A text that can't be read may have. */
export const asksToBeOn = (userText: string): boolean =>
  /^["']?mode["']?[ \t]*:[ \t]*["']?(?:solo|orchestrated)\b/m.test(userText)

/** Whether they ask for more than to be recorded. */
export const asksToAct = (userText: string): boolean =>
  /^["']?mode["']?[ \t]*:[ \t]*["']?solo\b/m.test(userText)
