/** A text on one line: control characters and white space become single spaces, the rest is cut. */
export function oneLine(text: string, maxChars: number): string {
  if (text.length <= maxChars && !UNEVEN.test(text)) return text
  // Cut first: a megabyte is not normalised for a hundred characters of it.
  const line = text
    .slice(0, maxChars * 4)
    .replace(SPACES, ' ')
    .trim()
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`
}

/** All but a single space, which stays as it is. */
// eslint-disable-next-line no-control-regex
const SPACES = /[\s\u0000-\u001f\u007f-\u009f]{2,}|(?! )[\s\u0000-\u001f\u007f-\u009f]/g
const UNEVEN = /[^ -~]| {2}|^ | $/
