/**
 * A whole store as one file of JSON lines, and back. The first line says what the file is, the
 * last one that it is whole; all others are rows. Rows come in a fixed order and as they were stored, so that a store filled
 * from an export gives the same export, byte for byte. Caches are left out.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { footer, HEADER } from './header.js'

/** What shells report for a program that Ctrl-C ended. */
const INTERRUPTED = 130
const BUFFER_CHARS = 256 * 1024

/** Writes every row to the file, whole or not at all; returns how many rows. */
export async function exportFile(
  store: Store,
  file: string,
  onRows: (count: number) => void = () => undefined,
): Promise<number> {
  await refuseTarget(file)
  const part = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(6).toString('hex')}`,
  )
  const onInterrupt = (): never => {
    rmSync(part, { force: true })
    process.exit(INTERRUPTED)
  }
  let handle: FileHandle | null = null
  process.once('SIGINT', onInterrupt)
  try {
    handle = await open(part, 'wx', 0o600)
    const count = await writeRows(store, handle, onRows)
    await handle.sync()
    await handle.close()
    handle = null
    await rename(part, file)
    return count
  } catch (error) {
    await handle?.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error instanceof ReflectError ? error : notWritten(file, error)
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

async function writeRows(
  store: Store,
  handle: FileHandle,
  onRows: (count: number) => void,
): Promise<number> {
  let count = 0
  let buffer = `${JSON.stringify(HEADER)}\n`
  const flush = async () => {
    await handle.write(buffer)
    buffer = ''
    onRows(count)
  }
  await store.exportRows((row) => {
    buffer += `${JSON.stringify(row)}\n`
    count += 1
    return buffer.length >= BUFFER_CHARS ? flush() : undefined
  })
  buffer += `${JSON.stringify(footer(count))}\n`
  await flush()
  return count
}

async function refuseTarget(file: string): Promise<void> {
  const known = await lstat(file).catch(() => null)
  if (known === null || known.isFile()) return
  throw new ReflectError('unsafe-path', `${file} is not a regular file`, {
    remedy: 'Name another file, or one that does not exist yet.',
  })
}

const notWritten = (file: string, cause: unknown): ReflectError =>
  new ReflectError('io-failed', `${file} can't be written: ${(cause as Error).message}`, {
    cause,
    remedy: 'Name a file in a folder that exists, is yours and has room.',
  })
