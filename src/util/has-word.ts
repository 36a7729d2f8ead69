/** Whether a text has a name as a whole word of code. */
export function hasWord(text: string, name: string): boolean {
  let at = text.indexOf(name)
  while (at !== -1) {
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) return true
    at = text.indexOf(name, at + 1)
  }
  return false
}

const isPart = (char: string | undefined): boolean => char !== undefined && /[\w$]/.test(char)
