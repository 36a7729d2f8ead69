/** The words of a text that has nothing but words and spaces, for looking them up. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** The same for a table of such texts. */
export const wordSets = <K extends string>(table: Readonly<Record<K, string>>) =>
  Object.fromEntries(
    Object.entries<string>(table).map(([name, text]) => [name, wordSet(text)]),
  ) as Readonly<Record<K, ReadonlySet<string>>>
