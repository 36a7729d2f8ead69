import { readdirSync } from 'node:fs'
import path from 'node:path'
import { readRunRecord } from '../schema/foreign-run-record.js'
import type { RunRecord } from '../schema/run-record.js'
import { decodeText } from '../util/decode-text.js'
import { parseJson } from '../util/parse-json.js'
import { readBounded } from '../util/read-bounded.js'

const SUFFIX = '.reflection.json'
const MAX_RECORDS = 200
const MAX_BYTES = 1024 * 1024

/** The newest run record beside the work, or the named one, that is of files of this change. */
export function findDeclared(
  place: string,
  filesChanged: readonly string[],
  since: string | null,
): RunRecord | null {
  const changed = new Set(filesChanged)
  const records = filesAt(place)
    .flatMap((file) => readRecord(file) ?? [])
    .filter(({ files_changed, timestamp }) => {
      if (since !== null && timestamp < since) return false
      return files_changed.some((file) => changed.has(file))
    })
  return records.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp)).at(-1) ?? null
}

function filesAt(place: string): string[] {
  try {
    return readdirSync(place)
      .filter((name) => name.endsWith(SUFFIX))
      .sort()
      .slice(-MAX_RECORDS)
      .map((name) => path.join(place, name))
  } catch {
    return []
  }
}

function readRecord(file: string): RunRecord | null {
  const read = readBounded(file, { followLink: false, maxBytes: MAX_BYTES })
  return read.state === 'bytes'
    ? (readRunRecord(parseJson(decodeText(read.bytes)))?.record ?? null)
    : null
}
