import { stripControlCharacters, visibleJson } from '../safety/control-characters.js'
import type { CliContext } from './command.js'

/**
 * The context whose outputs show nothing that a terminal obeys or a reader can't see, whoever wrote
 * it; of JSON every character is kept and written out. Colours are ours where they are on.
 */
export function showSafely(context: CliContext): CliContext {
  const shown = (text: string): string => shownText(text, context.colour)
  return {
    ...context,
    print: (text) => context.print(context.json ? visibleJson(text) : shown(text)),
    note: (text) => context.note(shown(text)),
    confirm: (question, otherwise) => context.confirm(shown(question), otherwise),
  }
}

// Bold, dim and the five colours that `paint` is asked for; none of them hides anything.
// oxlint-disable-next-line no-control-regex
const OUR_COLOURS = /(\u001b\[(?:1|2|22|31|32|33|34|36|39)m)/

const shownText = (text: string, colour: boolean): string =>
  text
    .split(OUR_COLOURS)
    .map((part, index) => (index % 2 === 0 ? stripControlCharacters(part) : colour ? part : ''))
    .join('')
