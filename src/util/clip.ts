/** Cuts the middle out of a long text: its head says what it is, its tail how it ended. */
export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const mark = `\n… ${text.length - maxChars} characters left out …\n`
  const room = Math.max(0, maxChars - mark.length)
  const head = wholeHead(text, Math.ceil(room / 2))
  const tail = wholeTail(text, Math.floor(room / 2))
  return head + mark + tail
}

/** Never half of a surrogate pair. */
function wholeHead(text: string, length: number): string {
  const end = isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, end)
}

function wholeTail(text: string, length: number): string {
  const start = text.length - length
  return text.slice(isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start)
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
