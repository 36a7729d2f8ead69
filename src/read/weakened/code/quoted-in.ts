/** The texts in quotes that a line or a body holds, without their quotes. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)]
    .map(([, , quoted]) => quoted!)
    .filter((quoted) => quoted !== '')
