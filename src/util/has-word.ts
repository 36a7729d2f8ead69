/** Whether a text has a name as a whole word of code. */
export const hasWord = (text: string, name: string): boolean => countWord(text, name) > 0

/** How often. */
export function countWord(text: string, name: string): number {
  let count = 0
  let at = text.indexOf(name)
  while (at !== -1) {
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) count += 1
    at = text.indexOf(name, at + 1)
  }
  return count
}

const isPart = (char: string | undefined): boolean => char !== undefined && /[\w$]/.test(char)
