import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { ReflectError } from '../schema/error.js'

/** Opens a text file, gunzipping `.gz`, as batches of lines. */
export async function openLines(path: string): Promise<AsyncIterable<string[]>> {
  await assertFile(path)
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  if (!path.endsWith('.gz')) return readLines(file, path)
  const unzipped = createGunzip()
  file.on('error', (error) => unzipped.destroy(error))
  return readLines(file.pipe(unzipped), path)
}

/**
 * Splits a byte stream into batches of lines without their ends (LF or CRLF). A line longer than
 * 4 MiB is refused: memory stays flat whatever the file holds.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  source: string,
): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  try {
    for await (const chunk of bytes) {
      const text = rest + decoder.decode(chunk, { stream: true })
      const lines = text.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE_CHARS) throw tooLong(source)
      if (lines.length > 0) yield text.includes('\r') ? lines.map(withoutReturn) : lines
    }
  } catch (error) {
    throw error instanceof ReflectError ? error : unreadable(source, error)
  }
  rest += decoder.decode()
  if (rest !== '') yield [withoutReturn(rest)]
}

const MAX_LINE_CHARS = 1 << 22

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

async function assertFile(path: string): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  if (found.isFile() || found.isFIFO()) return
  throw new ReflectError('usage', `${path} is not a file`, { remedy: 'Name a file.' })
}

function unreadable(source: string, cause: unknown): ReflectError {
  const code = (cause as { code?: string } | null)?.code
  if (code === 'ENOENT') {
    return new ReflectError('not-found', `${source} does not exist`, {
      cause,
      remedy: 'Check the path; it is taken relative to the current folder.',
    })
  }
  return new ReflectError('io-failed', `${source} cannot be read (${code ?? 'broken data'})`, {
    cause,
    remedy: 'Check that the file is complete and readable.',
  })
}

const tooLong = (source: string): ReflectError =>
  new ReflectError('payload-too-large', `${source} has a line of more than 4 MiB`, {
    remedy: 'Check that the file has one record per line.',
  })
