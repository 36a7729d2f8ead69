import { oneLine } from '../util/one-line.js'

/** Why something of the client's could not be read, in a few words. */
export function errorText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read'
  return oneLine(message ?? String(error), 120)
}
