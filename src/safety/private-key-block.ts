const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y
/** What a block may hold, also with line numbers, quote or diff marks before its lines. */
const FOREIGN = /[^A-Za-z0-9+/=\s:,.()\\→|>*#-]/
const KEY_LINE =
  /(?:\s|\\+[nrt])*(?:\d{1,6}(?:[\s→:|]|\\+t)+|[>+|*#-] ?)?(?:[A-Za-z0-9+/=]{16,}|[A-Z][A-Za-z-]{2,12}: [\w ,.()-]{1,80})/y
const MAX_BLOCK = 32_768

/** Replaces PEM and PGP private keys, whole or cut off, with real or escaped line ends. */
export function redactPrivateKeys(text: string): string {
  let result = ''
  let copied = 0
  BEGIN.lastIndex = 0
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const end = blockEnd(text, BEGIN.lastIndex)
    if (end === BEGIN.lastIndex) continue
    result += `${text.slice(copied, begin.index)}[redacted:private-key]`
    copied = end
    BEGIN.lastIndex = end
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** Never past a quote: the block ends inside the JSON string in which it began. */
function blockEnd(text: string, from: number): number {
  const dashes = text.indexOf('-----', from)
  const content = text.slice(from, dashes < 0 ? from + MAX_BLOCK : dashes)
  END.lastIndex = dashes
  if (dashes >= 0 && content.length <= MAX_BLOCK && !FOREIGN.test(content) && END.test(text)) {
    return END.lastIndex
  }
  return from + keyLinesEnd(content)
}

function keyLinesEnd(content: string): number {
  let end = 0
  KEY_LINE.lastIndex = 0
  while (KEY_LINE.test(content)) end = KEY_LINE.lastIndex
  return end
}
