/** What an error message is about, by the ways in which languages quote a name: a part of each, and the whole. */
const SYMBOLS: readonly [string, RegExp][] = [
  ["ing '", /\((?:reading|setting) '([^']{1,80})'\)/],
  ['annot find ', /[Cc]annot find (?:name|module|package) ['"]([^'"]{1,80})['"]/],
  ['o module named ', /[Nn]o module named '?([\w.]{1,80})'?/],
  ["roperty '", /[Pp]roperty '([^']{1,80})' (?:does not exist|is missing)/],
  ['no exported member ', /no exported member (?:named )?'([^']{1,80})'/],
  ['cannot find ', /cannot find (?:value|function|type|struct|macro|trait)?\s?`([^`]{1,80})`/],
  [
    '`',
    /no (?:method|field|function or associated item|variant)(?: \w+){0,2} (?:named|found for) `([^`]{1,80})`/,
  ],
  ['undefined method ', /undefined method [`']([^`']{1,80})'/],
  ['undefined: ', /undefined: ([\w.]{1,80})/],
  ['declared and not used', /declared and not used: (\w{1,80})/],
  [' imported and not used', /^"([^"]{1,80})" imported and not used/],
  ['Error return value of `', /^Error return value of `([^`]{1,80})` is not checked/],
  ['sig: func ', /sig: func \(?\*?(?:[\w.-]{1,60}\/){0,9}([\w.]{1,80}\)?\.?\w{0,80})\(/],
  [' must not be called', /^(?:[\w.-]{1,60}\/){0,9}([\w.]{1,80}) must not be called/],
  [' returns interface', /^(\w{1,80}) returns interface/],
  ['string `', /^string `([^`]{1,80})` has \d+ occurrences/],
  [' is unused', /^(?:func|var|const|type|field) [`(*]{0,2}([\w.)*]{1,80})`? is unused/],
  ['member function ', /member function (\w{1,80})\(\)/],
  ["has no attribute '", /has no attribute '([^']{1,80})'/],
  ["name '", /name '([^']{1,80})' is not defined/],
  [
    ' is ',
    /^'?([\w$.-]{1,80})'? is (?:not (?:a function|defined|a constructor|iterable)|assigned a value|declared|defined but)/,
  ],
  ["'", /(?:Variable|Function|Parameter) '([^']{1,80})'/],
  ["'", /^'([^']{1,80})'(?: not found| is not set)?$/],
  ["'", /no (?:script|target) '([^']{1,80})'/],
]

export function symbolIn(message: string): string | null {
  const text = message.slice(0, 400)
  for (const [part, pattern] of SYMBOLS) {
    const name = text.includes(part) ? pattern.exec(text)?.[1] : undefined
    if (name !== undefined) return name
  }
  return null
}
