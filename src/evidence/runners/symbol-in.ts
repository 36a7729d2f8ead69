/** What an error message is about, by the ways in which languages quote a name. */
const SYMBOLS: readonly RegExp[] = [
  /\((?:reading|setting) '([^']{1,80})'\)/,
  /[Cc]annot find (?:name|module|package) ['"]([^'"]{1,80})['"]/,
  /[Nn]o module named '?([\w.]{1,80})'?/,
  /[Pp]roperty '([^']{1,80})' (?:does not exist|is missing)/,
  /no exported member (?:named )?'([^']{1,80})'/,
  /cannot find (?:value|function|type|struct|macro|trait)?\s?`([^`]{1,80})`/,
  /no (?:method|field|function or associated item|variant)(?: \w+){0,2} (?:named|found for) `([^`]{1,80})`/,
  /undefined method [`']([^`']{1,80})'/,
  /undefined: (\w{1,80})/,
  /member function (\w{1,80})\(\)/,
  /has no attribute '([^']{1,80})'/,
  /name '([^']{1,80})' is not defined/,
  /^'?([\w$.-]{1,80})'? is (?:not (?:a function|defined|a constructor|iterable)|assigned a value|declared|defined but)/,
  /(?:Variable|Function|Parameter) '([^']{1,80})'/,
  /^'([^']{1,80})'(?: not found)?$/,
  /no (?:script|target) '([^']{1,80})'/,
]

export function symbolIn(message: string): string | null {
  const text = message.slice(0, 400)
  for (const pattern of SYMBOLS) {
    const name = pattern.exec(text)?.[1]
    if (name !== undefined) return name
  }
  return null
}
