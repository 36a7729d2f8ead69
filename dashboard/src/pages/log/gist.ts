const TELLING = /"(?:reason|detail|summary|text|error)":"((?:[^"\\]|\\.)+)/

/** What an entry says in one line: of JSON, also of JSON that was cut, the field that tells. */
export function gistOf(output: string): string {
  if (!output.startsWith('{')) return output
  const [, words] = TELLING.exec(output) ?? []
  if (words === undefined) return output
  try {
    return JSON.parse(`"${words}"`) as string
  } catch {
    return words
  }
}
