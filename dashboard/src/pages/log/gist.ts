const TELLING = /"(?:reason|detail|summary|text|error)":"((?:[^"\\]|\\.)+)/
const PAIR = /"(\w+)":("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)/g
const CHANGE = /"skill":"([^"]+)","state":"(\w+)"/
const MAX_PAIRS = 6

/** What an entry says in one line: of JSON, also of JSON that was cut, what tells something. */
export function gistOf(output: string): string {
  if (!output.startsWith('{')) return output
  const [, words] = TELLING.exec(output) ?? []
  if (words !== undefined) return unquoted(`"${words}"`)
  const [, skill, state] = CHANGE.exec(output) ?? []
  if (skill !== undefined) return `a change of skill ${skill} is ${state}`
  const pairs = [...output.matchAll(PAIR)].filter(([, , value]) => value !== '""')
  if (pairs.length === 0) return output === '{}' ? 'nothing' : 'details inside'
  return pairs
    .slice(0, MAX_PAIRS)
    .map(([, name = '', value = '']) => `${wordsOf(name)}: ${unquoted(value)}`)
    .join(', ')
}

/** `tests_passed` and `testsPassed` as words. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/_+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.replaceAll(/^"|"$/g, '')
  }
}
