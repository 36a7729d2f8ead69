import { ReflectError } from '../../schema/error.js'

/**
 * Joins lines into CSV records and splits those into fields (RFC 4180: quotes, doubled quotes, line
 * breaks within quotes). A quote that never closes is refused once it has swallowed a mebibyte.
 */
export class CsvRecords {
  /** Lines of a record whose quote is still open. */
  #open: string[] = []
  #openChars = 0

  /** The record that this line ends, or null while a quoted field goes on. */
  push(line: string): string[] | null {
    const wasOpen = this.#open.length > 0
    if (!wasOpen && !line.includes('"')) return line.split(',')
    this.#open.push(line)
    this.#openChars += line.length
    if (hasEvenQuotes(line) === wasOpen) {
      if (this.#openChars > MAX_RECORD_CHARS) throw neverEnds()
      return null
    }
    const text = this.#open.join('\n')
    this.#open = []
    this.#openChars = 0
    return splitQuoted(text)
  }

  /** Whether the text ended inside a quoted field. */
  get isOpen(): boolean {
    return this.#open.length > 0
  }
}

const MAX_RECORD_CHARS = 1 << 20

const hasEvenQuotes = (text: string): boolean => (text.split('"').length - 1) % 2 === 0

const neverEnds = (): ReflectError =>
  new ReflectError('payload-invalid', 'a quoted CSV field never ends', {
    remedy: 'Look for a lone double quote in the file.',
  })

function splitQuoted(text: string): string[] {
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (quoted && char === '"' && text[i + 1] === '"') {
      field += '"'
      i++
    } else if (char === '"') {
      quoted = !quoted
    } else if (char === ',' && !quoted) {
      fields.push(field)
      field = ''
    } else {
      field += char
    }
  }
  fields.push(field)
  return fields
}
