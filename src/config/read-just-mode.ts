import type { Mode } from '../schema/mode.js'

const COMMENTS = /^ *#[\t\x20-\x7e]*$/gm
const JUST_MODE = /^(?: *\n)*mode: +(solo|orchestrated) *(?: #[\t\x20-\x7e]*)?(?:\n *)*$/

/** The mode that a settings text sets, if it sets nothing else and nothing in it needs a parser. */
export function readJustMode(text: string): { value: Mode; line: number } | null {
  // All at once: what `reflect install` writes has hundreds of lines of comment.
  const value = JUST_MODE.exec(text.replaceAll(COMMENTS, ''))?.[1]
  if (value === undefined) return null
  return { value: value as Mode, line: text.slice(0, text.search(/^mode/m)).split('\n').length }
}
