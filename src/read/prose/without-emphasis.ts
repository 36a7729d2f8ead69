/**
 * A line of Markdown without its marks of emphasis. What is marked as code stays as it is, and so does a
 * mark without its counterpart (`**kwargs`) and a name that is written with such marks (`__init__`).
 */
export function withoutEmphasis(line: string): string {
  const marks = marksOutsideCode(line)
  const dropped = new Set<number>()
  let open: Mark | null = null
  for (const mark of marks) {
    if (open !== null && open.text === mark.text && closes(line, open, mark)) {
      dropped.add(open.at).add(mark.at)
      open = null
    } else if (open === null || open.text === mark.text) open = opens(line, mark) ? mark : null
  }
  let text = ''
  let from = 0
  for (const at of [...dropped].toSorted((a, b) => a - b)) {
    text += line.slice(from, at)
    from = at + 2
  }
  return text + line.slice(from)
}

interface Mark {
  at: number
  text: string
}

/** A run of backticks ends at the next one that is as long. */
function marksOutsideCode(line: string): Mark[] {
  const all = [...line.matchAll(/`+|\*\*|__/g)].map(({ index: at, 0: text }) => ({ at, text }))
  const last = new Map(all.map(({ text }, index) => [text, index]))
  const marks: Mark[] = []
  for (let index = 0; index < all.length; index += 1) {
    const mark = all[index]!
    if (!mark.text.startsWith('`')) marks.push(mark)
    else if (last.get(mark.text)! > index)
      do index += 1
      while (all[index]!.text !== mark.text)
  }
  return marks
}

const opens = (line: string, { at, text }: Mark): boolean =>
  /\S/.test(line.charAt(at + 2)) && (text === '**' || !isWord(line.charAt(at - 1)))

function closes(line: string, open: Mark, { at, text }: Mark): boolean {
  if (/\s/.test(line.charAt(at - 1)) || at === open.at + 2) return false
  if (text === '**') return true
  const isName = /^\w+$/.test(line.slice(open.at + 2, at))
  return !isName && !isWord(line.charAt(at + 2))
}

const isWord = (letter: string): boolean => /[\p{L}\p{N}_]/u.test(letter)
