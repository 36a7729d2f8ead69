const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const ANY_END = /-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y
/** What a block may hold, also with line numbers, quote or diff marks before its lines. */
const FOREIGN = /[^A-Za-z0-9+/=\s:,.()\\→|>*#-]/
const KEY_LINE =
  /(?:\s|\\+[nrt])*(?:\d{1,6}(?:[\s→:|]|\\+t)+|[>+|*#-] ?)?(?:[A-Za-z0-9+/=]{16,}|[A-Z][A-Za-z-]{2,12}: [\w ,.()-]{1,80})/y
/** The last line of a key that was cut off, with nothing behind it but the mark of the cut. */
const CUT_LINE = /(?:\s|\\+[nrt])+[A-Za-z0-9+/=]{1,15}(?=(?:\s|\\+[nrt])*(?:…|["'`]|$))/y
const MAX_BLOCK = 32_768

/** Replaces PEM and PGP private keys, whole or cut off at either end, with real or escaped line ends. */
export const redactPrivateKeys = (text: string): string => redactTails(redactBlocks(text))

/** What is left of a key whose beginning was cut off: the lines that lead up to its last one. */
function redactTails(text: string): string {
  let result = ''
  let copied = 0
  let seen = 0
  ANY_END.lastIndex = 0
  for (let end = ANY_END.exec(text); end !== null; end = ANY_END.exec(text)) {
    const lines = text.slice(Math.max(seen, end.index - MAX_BLOCK), end.index)
    const length = keyTailLength(lines)
    seen = ANY_END.lastIndex
    if (length === 0) continue
    result += `${text.slice(copied, end.index - length)}[redacted:private-key]`
    copied = seen
  }
  return copied === 0 ? text : result + text.slice(copied)
}

const LINE_END = /(\r?\n|(?<!\\)\\+(?:r\\+)?n)/
const WHOLE_LINE = /^\s*(?:\d{1,6}(?:[\s→:|]|\\+t)+|[>+|*#-] ?)?[A-Za-z0-9+/=]+\s*$/
/** The first line of a text that is quoted. */
const QUOTED_LINE = /(?<=["'`])[A-Za-z0-9+/=]{1,400}$/

/** How many characters at the end of the text are a key's lines. */
function keyTailLength(text: string): number {
  // Text and line ends alternate; behind the last line end stands nothing.
  const pieces = text.split(LINE_END)
  if (pieces.length < 3 || pieces.at(-1)!.trim() !== '') return 0
  let length = pieces.at(-1)!.length + pieces.at(-2)!.length
  let kept = 0
  for (let index = pieces.length - 3; index >= 0; index -= 2) {
    const line = pieces[index]!
    const isWhole = line.length <= MAX_LINE && WHOLE_LINE.test(line)
    const part = isWhole ? line : (QUOTED_LINE.exec(line.slice(-MAX_LINE))?.[0] ?? '')
    if (part === '') break
    kept = length + part.length
    length = kept + (pieces[index - 1]?.length ?? 0)
    if (!isWhole) break
  }
  return kept
}

const MAX_LINE = 400

function redactBlocks(text: string): string {
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
  CUT_LINE.lastIndex = end
  return end > 0 && CUT_LINE.test(content) ? CUT_LINE.lastIndex : end
}
