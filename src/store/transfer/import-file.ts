import { createReadStream } from 'node:fs'
import * as z from 'zod/mini'
import { ReflectError } from '../../schema/error.js'
import { Id } from '../../schema/scalar.js'
import { Visibility } from '../../schema/visibility.js'
import type { Store, StoreRow } from '../../store.js'
import { footer, HEADER } from './header.js'
import { parseJson } from '../../util/parse-json.js'

/** Far beyond any row; a longer line is not an export, and would fill the memory. */
const MAX_LINE_CHARS = 16 * 1024 * 1024

/**
 * Fills an empty store from an export, whole or not at all; returns how many rows came. A line that
 * is no row, or does not match its contract, is refused with its number.
 */
export async function importFile(
  store: Store,
  file: string,
  onRows: (count: number) => void = () => undefined,
): Promise<number> {
  const place: Place = { line: null }
  try {
    return await store.importRows(readRows(file, place, onRows))
  } catch (error) {
    const isMisfit = error instanceof ReflectError && error.code === 'record-invalid'
    throw isMisfit && place.line !== null ? invalid(file, place.line, error) : error
  }
}

interface Place {
  /** The line whose row the store has in hand; null while we read. */
  line: number | null
}

async function* readRows(
  file: string,
  place: Place,
  onRows: (count: number) => void,
): AsyncGenerator<StoreRow> {
  let number = 0
  let last: string | null = null
  for await (const line of readLines(file)) {
    number += 1
    if (number === 1) checkHeader(file, line)
    // A row is known as one when another line follows: the last line is none.
    else if (last !== null) {
      const row = toRow(file, number - 1, last)
      place.line = number - 1
      yield row
      place.line = null
    }
    last = number === 1 ? null : line
    if (number % 1000 === 0) onRows(number)
  }
  if (number === 0) checkHeader(file, '')
  if (last === JSON.stringify(footer(Math.max(0, number - 2)))) return
  throw new ReflectError('record-invalid', `${file} is cut off: its last line is missing`, {
    remedy: 'Nothing was imported. Export it again.',
  })
}

async function* readLines(file: string): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MAX_LINE_CHARS) throw tooLong(file)
    }
  } catch (cause) {
    if (cause instanceof ReflectError) throw cause
    throw new ReflectError('io-failed', `${file} can't be read: ${(cause as Error).message}`, {
      cause,
      remedy: 'Name a file that `reflect db export` wrote.',
    })
  }
  if (rest !== '') yield rest
}

function checkHeader(file: string, line: string): void {
  const header = Header.safeParse(parseJson(line))
  if (!header.success) {
    throw new ReflectError('record-invalid', `${file} is not an export`, {
      remedy: 'Name a file that `reflect db export` wrote.',
    })
  }
  if (header.data.version <= HEADER.version) return
  const message = `${file} was written by a newer Reflectory (version ${header.data.version}; this one knows ${HEADER.version})`
  throw new ReflectError('store-newer', message, {
    remedy: 'Update this installation: `npm install -g reflectory@latest`.',
  })
}

const Header = z.object({ reflectory: z.literal(HEADER.reflectory), version: z.int() })

/** Version 1 said nothing of authors: such a row is private and has none. */
const Row = z.strictObject({
  kind: z.string(),
  row: z.unknown(),
  author: z.optional(Id),
  visibility: z.optional(Visibility),
})

/** The store checks what the row holds, and refuses it; we know the line. */
function toRow(file: string, number: number, line: string): StoreRow {
  const wrapped = Row.safeParse(parseJson(line))
  if (wrapped.success) return wrapped.data as StoreRow
  throw new ReflectError('record-invalid', `${file}:${number} is not a row of a store`, {
    remedy: REMEDY,
  })
}

const invalid = (file: string, number: number, cause: ReflectError): ReflectError =>
  new ReflectError('record-invalid', `${file}:${number}: ${cause.message}`, {
    cause,
    remedy: REMEDY,
  })

const REMEDY = 'Nothing was imported. Export it again; a broken copy is the usual reason.'

const tooLong = (file: string): ReflectError =>
  new ReflectError(
    'record-invalid',
    `${file} has a line of more than ${MAX_LINE_CHARS} characters`,
    {
      remedy: 'Name a file that `reflect db export` wrote.',
    },
  )
