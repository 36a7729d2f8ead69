export interface Word {
  word: string
  means: string
}

/** The rows of the glossary's table, by word. The words to avoid are for authors. */
export const readGlossary = (markdown: string): Word[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, word, means]) => ({ word: word ?? '', means: means ?? '' }))
    .sort((a, b) => a.word.localeCompare(b.word))
