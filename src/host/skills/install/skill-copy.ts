/**
 * One installed copy of a skill: `<folder>/<name>/SKILL.md` with a marker beside it that says whose
 * it is and what it was. What is in the folder comes out as one of five conditions; a copy is
 * written or taken away only where it is ours, and a person's file never.
 */
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { makeFolders } from '../../../util/make-folders.js'
import { parseJson } from '../../../util/parse-json.js'
import { sha256 } from '../../../util/sha256.js'
import { writeAtomic } from '../../../util/write-atomic.js'
import { MAX_SKILL_BYTES } from '../skill-file.js'

const FILE = 'SKILL.md'
const MARKER = '.reflectory.json'
const Marker = z.object({ madeBy: z.literal('reflectory'), skill: z.string(), sha256: z.string() })

export interface CopyCondition {
  /**
   * `incomplete`: a process of ours was killed at it. `changed`: ours, and a person changed it.
   * `foreign`: another author's skill of the same name.
   */
  is: 'absent' | 'ours' | 'incomplete' | 'changed' | 'foreign'
  /** What the file says; null when there is none that may be read. */
  text: string | null
}

/** `recorded` is the hash that our store has of this copy; null when it knows of none. */
export function inspectCopy(copy: string, recorded: string | null): CopyCondition {
  const stat = lstatSync(copy, { throwIfNoEntry: false })
  if (stat === undefined) return { is: 'absent', text: null }
  if (!stat.isDirectory()) return { is: 'foreign', text: null }
  const names = readdirSync(copy)
  if (names.length === 0) return { is: 'absent', text: null }
  const text = readFile(path.join(copy, FILE))
  const marker = Marker.safeParse(parseJson(readFile(path.join(copy, MARKER)) ?? ''))
  if (recorded === null || !marker.success) return { is: 'foreign', text }
  if (text === null) return { is: names.length === 1 ? 'incomplete' : 'changed', text }
  const hash = sha256(text)
  // A new text is written before its marker, so either of the two hashes is ours.
  return { is: hash === marker.data.sha256 || hash === recorded ? 'ours' : 'changed', text }
}

/** Parents that are missing, outermost first: what has to go again with the last copy. */
export function missingParents(copy: string): string[] {
  const missing: string[] = []
  let folder = path.dirname(copy)
  while (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    missing.unshift(folder)
    folder = path.dirname(folder)
  }
  return missing
}

export async function writeCopy(copy: string, skill: string, text: string): Promise<void> {
  makeFolders(copy, 0o755)
  const marker = { madeBy: 'reflectory', skill, sha256: sha256(text) }
  const isNew = readFile(path.join(copy, FILE)) === null
  const writeMarker = () =>
    writeAtomic(path.join(copy, MARKER), `${JSON.stringify(marker)}\n`, { mode: 0o644 })
  if (isNew) await writeMarker()
  await writeAtomic(path.join(copy, FILE), text, { mode: 0o644 })
  if (!isNew) await writeMarker()
}

/** Takes away what is ours; the text stays where a person changed it. */
export function removeCopy(copy: string, is: CopyCondition['is'], made: readonly string[]): void {
  if (is === 'foreign') return
  if (is === 'ours') rmSync(path.join(copy, FILE), { force: true })
  if (is !== 'absent') rmSync(path.join(copy, MARKER), { force: true })
  for (const folder of [copy, ...made.toReversed()]) {
    try {
      rmdirSync(folder)
    } catch {
      // Not empty, so it holds files of others by now, or it is gone.
    }
  }
}

/** A real, short file; null otherwise. */
function readFile(file: string): string | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile() || stat.size > 4 * MAX_SKILL_BYTES) return null
  return readFileSync(file, 'utf8')
}
