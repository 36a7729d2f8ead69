import { isUtf8 } from 'node:buffer'
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
  return settingsText(read.bytes)
}

/** A settings file's bytes as text, within the same bounds wherever they come from. */
export function settingsText(bytes: Buffer): SettingsText {
  if (bytes.length > MAX_SETTINGS_BYTES)
    return { state: 'refused', text: '', reason: 'is too large' }
  const text = decode(bytes)
  if (text === null) return { state: 'refused', text: '', reason: 'is not UTF-8 text' }
  return { state: 'text', text, bytes }
}

function decode(bytes: Buffer): string | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null
  const text = bytes.toString('utf8')
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

const BYTE_ORDER_MARK = '\uFEFF'
