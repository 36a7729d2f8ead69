/**
 * A pattern too long for one line: line breaks, and the indent after each, are not part of it.
 * Write a backtick as \x60.
 */
export const longPattern =
  (flags = '') =>
  (text: TemplateStringsArray): RegExp =>
    new RegExp(text.raw.join('').replace(/\n */g, ''), flags)
