import { readBounded } from '../util/read-bounded.js'

/** What a settings file is; `bytes` are what `text` was read from. */
export type SettingsText =
  | { state: 'absent'; text: '' }
  | { state: 'text'; text: string; bytes: Buffer }
  | { state: 'refused'; text: ''; reason: string }

/** Larger files are refused: settings are small, and what is parsed must be bounded. */
const MAX_SETTINGS_BYTES = 256 * 1024

/** Reads a settings file as UTF-8, without its byte order mark. */
export function readSettings(file: string, options: { followLink: boolean }): SettingsText {
  const read = readBounded(file, { ...options, maxBytes: MAX_SETTINGS_BYTES })
  if (read.state === 'absent') return { state: 'absent', text: '' }
  if (read.state === 'refused') return { state: 'refused', text: '', reason: read.reason }
  const text = decode(read.bytes)
  if (text === null) return { state: 'refused', text: '', reason: 'is not UTF-8 text' }
  return { state: 'text', text, bytes: read.bytes }
}

function decode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
