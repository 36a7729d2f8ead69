import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../../schema/error.js'
import { readRunRecord } from '../../../schema/foreign-run-record.js'
import type { RunRow } from '../../../schema/run-record.js'
import type { Store } from '../../../store.js'
import { count } from '../../../util/count.js'
import { parseJson } from '../../../util/parse-json.js'
import { sha256 } from '../../../util/sha256.js'
import type { CliContext, Shown } from '../../command.js'

const SUFFIX = '.reflection.json'
const MAX_FILES = 10_000
const MAX_BYTES = 1024 * 1024

/** Takes sidecars of any writer of `reflection.v1` into the store; a known one is left alone. */
export async function importRuns(context: CliContext, store: Store, place: string): Promise<Shown> {
  const files = filesAt(path.resolve(context.cwd, place), place)
  const rows: RunRow[] = []
  // A sidecar of this project is a run that the store has under an id of its own.
  const known = new Set(
    (await store.list('run', { limit: ALL })).map(({ record }) => keyOf(record)),
  )
  let refused = 0
  for (const file of files) {
    const row = readRow(file)
    if (row === null) {
      refused += 1
      context.note(`${path.basename(file)} is not a reflection.v1 record`)
    } else if (!known.has(keyOf(row.record))) {
      known.add(keyOf(row.record))
      rows.push(row)
    }
  }
  await store.add(rows.map((record) => ({ kind: 'run' as const, record })))
  return {
    json: { read: files.length, added: rows.length, refused },
    text: `${count(rows.length, 'run')} of ${count(files.length, 'file')} added`,
    exit: refused > 0 ? 1 : 0,
  }
}

const ALL = 1_000_000
/** A session is captured at most once at an instant. */
const keyOf = ({ session_id, timestamp }: RunRow['record']): string => `${session_id} ${timestamp}`

function filesAt(place: string, name: string): string[] {
  const stat = lstatSync(place, { throwIfNoEntry: false })
  if (stat === undefined) {
    throw new ReflectError('not-found', `${name} does not exist`, {
      remedy: `Name a record, or a folder with *${SUFFIX} files.`,
    })
  }
  if (!stat.isDirectory()) return [place]
  return readdirSync(place)
    .filter((file) => file.endsWith(SUFFIX))
    .sort()
    .slice(0, MAX_FILES)
    .map((file) => path.join(place, file))
}

/** The id comes from the content: the same file twice is one run. */
function readRow(file: string): RunRow | null {
  const stat = lstatSync(file)
  if (!stat.isFile() || stat.size > MAX_BYTES) return null
  const text = readFileSync(file, 'utf8')
  const read = readRunRecord(parseJson(text))
  if (read === null) return null
  return {
    id: `imported-${sha256(text).slice(0, 32)}`,
    record: read.record,
    degraded_reasons: ['it was imported', ...read.changed],
    declared_vs_computed: null,
    self_report_fingerprint: null,
  }
}
