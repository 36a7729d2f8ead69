/** Several short patterns in the place of one long one; made when a text is first tested. */
export function anyOf(flags: string, ...patterns: readonly string[]): Pick<RegExp, 'test'> {
  let made: RegExp[] | null = null
  return {
    test(text) {
      made ??= patterns.map((pattern) => new RegExp(pattern, flags))
      return made.some((pattern) => pattern.test(text))
    },
  }
}
