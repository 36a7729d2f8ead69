import type { ShellLine, ShellPart, Telling } from './shell-line.js'
import type { Told } from './solve-line.js'

/** Codes that the line prints itself, in their order; none where their number does not fit. */
export function toldCodes({ parts }: ShellLine, lines: readonly string[]): Told[] {
  const telling = parts.flatMap(({ tells, loop }) =>
    tells === undefined || loop !== undefined ? [] : [tells],
  )
  const words = telling.map((tells) => tells.map(({ behind }) => behind).join('$'))
  const once = telling.flatMap((tells, at) => {
    const isAlike = (one: string): boolean => one === words[at]
    const said = lines.flatMap((line) => {
      const codes = codesIn(line, tells)
      return codes === null ? [] : [codes]
    })
    if (said.length !== words.filter(isAlike).length) return []
    const codes = said[words.slice(0, at).filter(isAlike).length]!
    return toldBy(tells, [codes])
  })
  return [...once, ...parts.flatMap((part) => toldByLoop(part, lines))]
}

/** One that stands in a loop tells a code each time. */
function toldByLoop({ tells, loop }: ShellPart, lines: readonly string[]): Told[] {
  if (tells === undefined || loop === undefined) return []
  const said = lines.flatMap((line) => {
    const codes = codesIn(line, tells)
    return codes === null ? [] : [codes]
  })
  return said.length === 0 ? [] : toldBy(tells, said)
}

const toldBy = (tells: readonly Telling[], said: readonly (number | null)[][]): Told[] =>
  tells.flatMap(({ of }, index) =>
    of === null ? [] : [{ of, ok: said.every((codes) => codes[index] === 0) }],
  )

/** Knows the line that a part prints with codes in it; null for a part without one. */
export const tellsIn = ({ tells }: ShellPart): ((line: string) => boolean) | null =>
  tells === undefined ? null : (line) => codesIn(line, tells) !== null

/** The codes in a line that has all of the words; null where it is another. */
function codesIn(line: string, tells: readonly Telling[]): (number | null)[] | null {
  let at = 0
  const codes: (number | null)[] = []
  for (const [index, { of, behind }] of tells.entries()) {
    const start = index === 0 && !line.startsWith(behind) ? -1 : line.indexOf(behind, at)
    if (start === -1) return null
    at = start + behind.length
    const [code] = of === null ? [''] : (/^\d{1,3}(?!\d)/.exec(line.slice(at, at + 4)) ?? [])
    if (code === undefined) return null
    at += code.length
    codes.push(of === null ? null : Number(code))
  }
  // Without words of its own it is nothing but the code.
  const isBare = tells.every(({ behind }) => behind === '')
  return isBare && at !== line.trimEnd().length ? null : codes
}
