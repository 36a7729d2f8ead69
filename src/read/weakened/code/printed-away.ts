import type { Language } from './language.js'

/**
 * How many handlers of any error stand after an assertion and do nothing but print: what fails there is
 * told to a reader, and to no runner.
 */
export function countPrintedAway(code: string, language: Language): number {
  const handlers = BY_INDENT.has(language.id) ? indented(code) : bracketed(code)
  let from = 0
  let count = 0
  for (const { at, caught, body } of handlers) {
    const before = code.slice(from, at)
    from = at
    if (language.id !== 'javascript' && !ANY.test(caught)) continue
    const lines = body.split(/[;\n]/).filter((line) => line.trim() !== '')
    const prints = lines.every(
      (line) => PRINTS.test(line.trim()) && line.search(language.assertion) === -1,
    )
    const tried = before.split(/\b(?:try|begin)\b/).at(-1)!
    if (lines.length > 0 && prints && tried.search(language.assertion) !== -1) count += 1
  }
  return count
}

interface Handler {
  at: number
  caught: string
  body: string
}

const BY_INDENT: ReadonlySet<Language['id']> = new Set<Language['id']>(['python', 'ruby'])

/** Of what assertions throw as well. */
const ANY = /\b(?:Throwable|(?:Base|Runtime)?Exception|Error|\w*Assert\w*|\w*Expectation\w*)\b/
const PRINTS =
  /^(?:\$?\w+(?:\.|->|::))*(?:print\w*|puts|pp?|echo|log\w*|warn\w*|info|debug|trace|error|write(?:line)?|var_dump|error_log)\b/i

const bracketed = (code: string): Handler[] =>
  [
    ...code.matchAll(/\bcatch\b[ \t]{0,4}(\([^()\n]{0,200}\))?[ \t\n]{0,40}\{([^{}]{0,600})\}/g),
  ].map(({ index, 1: caught = '', 2: body }) => ({ at: index, caught, body: body! }))

function indented(code: string): Handler[] {
  const found: Handler[] = []
  let open: (Handler & { depth: number }) | null = null
  let at = 0
  for (const line of code.split('\n')) {
    const depth = line.search(/\S/)
    if (open !== null && depth !== -1 && depth <= open.depth) open = null
    const caught = /^\s*(?:except|rescue)\b([^:\n]*(?:::[^:\n]+)*)/.exec(line)?.[1]
    if (caught !== undefined) {
      open = { at, caught, body: '', depth }
      found.push(open)
    } else if (open !== null) open.body += `${line}\n`
    at += line.length + 1
  }
  return found
}
