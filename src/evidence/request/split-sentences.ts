/** A text in sentences: code, quotations and list marks are taken out, line breaks end a sentence. */
export function splitSentences(text: string): string[] {
  return plainText(text)
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s>*+#•–—-]+|^\s*\d+[.)]\s+/g, '').trim())
    .filter((sentence) => /\w/.test(sentence))
}

/** Without fenced code, quoted lines and pasted logs: words that somebody else wrote. */
function plainText(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/^(?: {4}|\t).*$/gm, '')
}
