import { notations } from '../../source/notations.js'
import { mask, type Masked } from '../../source/mask.js'

/** The text with its comments as blanks, so that nothing counts that was commented out. */
export function withoutComments(file: string, text: string | null): string {
  if (text === null) return ''
  if (/\.(?:[cm]?[jt]sx?|jsonc?)$/.test(file) || file.endsWith('rc'))
    return blank(text, 'javascript')
  if (/\.(?:gradle|kts|groovy|cs)$|(?:^|\/)Jenkinsfile$/.test(file)) return blank(text, 'jvm')
  if (/\.(?:xml|csproj|props|targets)$/.test(file))
    return text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, blanks)
  return text.replaceAll(
    /(^|\s)[#;](?!\{)[^\n]*/g,
    (all, lead: string) => lead + blanks(all.slice(lead.length)),
  )
}

const blanks = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const blank = (text: string, language: 'javascript' | 'jvm'): string =>
  uncommented(mask(text, { ...notations[language], patterns: false }))

/** The text as written, with blanks where its comments stand. */
export function uncommented({ code, raw }: Masked): string {
  let out = ''
  let inString = false
  for (let at = 0; at < raw.length; at += 1) {
    if (code[at] === '"') inString = !inString
    out += inString || code[at] !== ' ' ? raw[at] : ' '
  }
  return out
}
