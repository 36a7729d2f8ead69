import { ReflectError } from '../schema/error.js'
import { UNSAFE_TARGET } from '../util/our-folder.js'

const SPACE = 'Make room on the disk, then run it again.'
const RIGHTS = 'Check who owns it, and whether you may read and write it.'
const SHAPE = 'Look at what is there; move it out of the way if it is not yours.'

/** What the system says of a file, in words, and what its owner can do about it. */
const FILE_FAULTS: Readonly<Record<string, [text: string, remedy: string]>> = {
  ENOENT: ['does not exist', 'Check the path.'],
  EACCES: ["can't be used by you", RIGHTS],
  EPERM: ["can't be changed by you", RIGHTS],
  EROFS: ['is on a read-only disk', 'Use a folder that can be written.'],
  ENOSPC: ['does not fit on the disk', SPACE],
  ENOTDIR: ['leads through something that is not a folder', SHAPE],
  EISDIR: ['is a folder, not a file', SHAPE],
  ELOOP: ['is a link that leads back to itself', SHAPE],
}

/** A failure of the machine as one of ours; anything else stays what it is: a defect. */
export function toReflectError(error: unknown): unknown {
  if (error instanceof ReflectError || !(error instanceof Error)) return error
  const { code = '', path, syscall = '', message } = error as NodeJS.ErrnoException
  if (code === UNSAFE_TARGET) {
    return new ReflectError('unsafe-path', message, { cause: error, remedy: SHAPE })
  }
  if (code === 'ENOENT' && syscall === 'uv_cwd') return goneFolder(error)
  if (code === 'ENOENT' && syscall.startsWith('spawn')) return missingProgram(path ?? '', error)
  const fault = Object.hasOwn(FILE_FAULTS, code) ? FILE_FAULTS[code]! : null
  if (fault === null) return error
  const [text, remedy] = fault
  return new ReflectError('io-failed', `${path ?? 'A file'} ${text} (${code})`, {
    cause: error,
    remedy,
  })
}

const goneFolder = (cause: Error): ReflectError =>
  new ReflectError('io-failed', 'The current folder does not exist any more', {
    cause,
    remedy: 'Go to a folder that exists, e.g. `cd`.',
  })

const missingProgram = (program: string, cause: Error): ReflectError =>
  new ReflectError('not-found', `${program} was not found`, {
    cause,
    remedy: `Install ${program}, or put it on the PATH.`,
  })
