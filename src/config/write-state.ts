import { ReflectError } from '../schema/error.js'
import { UNSAFE_TARGET } from '../util/our-folder.js'
import { writeAtomic } from '../util/write-atomic.js'

/** Writes a file of the user's state directory: 0600, whole or not at all, never through a link. */
export async function writeState(file: string, value: unknown): Promise<void> {
  try {
    await writeAtomic(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === UNSAFE_TARGET) {
      const remedy = 'Look at who put it there, then remove it.'
      throw new ReflectError('unsafe-path', message, { cause, remedy })
    }
    const remedy = 'Check that the state directory is writable and that the disk is not full.'
    throw new ReflectError('io-failed', `${file} can't be written: ${message}`, { cause, remedy })
  }
}
