/**
 * A sentence of an agent without what it only quotes: that is said by others. A single word may be a
 * name. The corpus of acts is trained on the same words that are read.
 */
export const withoutQuotes = (text: string): string =>
  /["“«「]/.test(text)
    ? text.replaceAll(/["“«「]([^"“”«»「」]{3,300})["”»」]/g, (whole, inner: string) =>
        /\s|[\u3040-\u9fff]/.test(inner.trim()) ? '"…"' : whole,
      )
    : text
