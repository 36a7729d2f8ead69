/**
 * The one format of recorded answers: a file of JSON lines `{prompt_hash, completion}`, the last
 * one of a hash wins. A line may also carry the request's text, by which a miss names the recording
 * that comes nearest. Lines that are no recordings are refused with their number.
 */
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { ReflectError } from '../schema/error.js'
import { canonicalJson } from '../util/canonical-json.js'
import { makeFolders } from '../util/make-folders.js'
import { sha256 } from '../util/sha256.js'

export const Recording = z.object({
  /** sha256 of the canonical request, all 64 digits. */
  prompt_hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  completion: z.string(),
  /** The canonical request itself. */
  prompt: z.optional(z.string()),
})
export type Recording = z.infer<typeof Recording>

export interface RecordedRequest {
  prompt: string
  schema: Record<string, unknown> | null
  temperature: number
}

/** What is hashed. A request that is nothing but a prompt is that prompt. */
export function canonicalRequest({ prompt, schema, temperature }: RecordedRequest): string {
  if (schema === null && temperature === 0) return prompt
  return canonicalJson({
    prompt,
    ...(schema === null ? {} : { schema }),
    ...(temperature === 0 ? {} : { temperature }),
  })
}

export const promptHash = (canonical: string): string => sha256(canonical)

/** All recordings of a file by hash; none when there is no file. */
export async function readRecordings(file: string): Promise<Map<string, Recording>> {
  const recordings = new Map<string, Recording>()
  for (const [index, line] of (await readText(file)).split('\n').entries()) {
    if (line.trim() === '') continue
    const recording = parseLine(line)
    if (recording === null) {
      throw new ReflectError('record-invalid', `${file}:${index + 1} is not a recorded answer`, {
        remedy: 'Remove the line, or record it again with RECORD=1.',
      })
    }
    recordings.set(recording.prompt_hash, recording)
  }
  return recordings
}

/** One line more at the end of the file. */
export async function appendRecording(file: string, recording: Recording): Promise<void> {
  makeFolders(path.dirname(file))
  await appendFile(file, `${JSON.stringify(recording)}\n`, { mode: 0o600 })
}

/** The recording whose request is most like this one; null when none carries its request. */
export function nearestRecording(
  canonical: string,
  recordings: Iterable<Recording>,
): { recording: Recording; similarity: number; differsAt: number } | null {
  const wanted = shingles(canonical)
  let best: { recording: Recording; similarity: number; prompt: string } | null = null
  for (const recording of recordings) {
    const { prompt } = recording
    if (prompt === undefined) continue
    const similarity = overlap(wanted, shingles(prompt))
    if (best === null || similarity > best.similarity) best = { recording, similarity, prompt }
  }
  if (best === null) return null
  const { recording, similarity, prompt } = best
  return { recording, similarity, differsAt: firstDifference(canonical, prompt) }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new ReflectError('io-failed', `${file} can't be read`, { cause })
  }
}

function parseLine(line: string): Recording | null {
  try {
    return Recording.parse(JSON.parse(line))
  } catch {
    return null
  }
}

const SHINGLE = 8
const MAX_SHINGLES = 5000

function shingles(text: string): Set<string> {
  const found = new Set<string>()
  const step = Math.max(1, Math.floor(text.length / MAX_SHINGLES))
  for (let at = 0; at < Math.max(1, text.length - SHINGLE + 1); at += step) {
    found.add(text.slice(at, at + SHINGLE))
  }
  return found
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const piece of a) if (b.has(piece)) common += 1
  return common / Math.max(1, a.size + b.size - common)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
