/** Cuts the middle out of a long text: its head says what it is, its tail how it ended. */
export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  return joinEnds(text, text, { of: text.length, maxChars })
}

/** The beginning of one text and the end of another, with how much of the whole lies between. */
export function joinEnds(
  head: string,
  tail: string,
  { of: length, maxChars }: { of: number; maxChars: number },
): string {
  const mark = `\n… ${length - maxChars} characters left out …\n`
  const room = Math.max(0, maxChars - mark.length)
  return wholeHead(head, Math.ceil(room / 2)) + mark + wholeTail(tail, Math.floor(room / 2))
}

/** The first characters, never half of a surrogate pair. */
export function wholeHead(text: string, length: number): string {
  const end = isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, end)
}

/** The last characters, never half of a surrogate pair. */
export function wholeTail(text: string, length: number): string {
  const start = Math.max(0, text.length - length)
  return text.slice(isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start)
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
