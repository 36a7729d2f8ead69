/** Whether a text says something: numbers and signs alone, as `#.# == #`, do not. */
export const hasWords = (text: string | null | undefined): text is string =>
  text != null && /\p{L}{2}/u.test(text)
