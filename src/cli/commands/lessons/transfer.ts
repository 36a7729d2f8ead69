import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { exposureLine, lessonLine, ownRow } from '../../../memory/jsonl-line.js'
import type { LessonStorage } from '../../../memory/lesson-storage.js'
import { FROM_ELSEWHERE, receiveLesson } from '../../../memory/receive-lesson.js'
import { visibleJson } from '../../../safety/control-characters.js'
import { hideHome } from '../../../safety/home-path.js'
import { ReflectError } from '../../../schema/error.js'
import { Exposure } from '../../../schema/exposure.js'
import type { LessonRow } from '../../../schema/lesson.js'
import { canonicalJson } from '../../../util/canonical-json.js'
import { outputFile } from '../../../config/output-file.js'
import { writeAtomic } from '../../../util/write-atomic.js'
import type { CliContext, Shown } from '../../command.js'
import { parseJson } from '../../../util/parse-json.js'
import { count } from '../../../util/count.js'

const ALL = 1_000_000

/** Every lesson, one JSON a line, oldest first; where they are wanted the exposures too, after them. */
export async function exportLessons(
  storage: LessonStorage,
  { file, withExposures }: { file: string | undefined; withExposures: boolean },
  { home, note, print, ...context }: CliContext,
): Promise<number> {
  const rows = await storage.list({ order: 'oldest', limit: ALL })
  const known = (await storage.listExposures({ limit: ALL })).toReversed()
  const exposures = withExposures ? known : []
  const leftOut = known.length - exposures.length
  const hide = hideHome(home)
  const lines = [
    ...rows.map((row) => lessonLine(row, hide)),
    ...exposures.map((row) => exposureLine(row, hide)),
  ]
  if (leftOut > 0) note(`Left out ${count(leftOut, 'exposure')}; --exposures adds them.`)
  if (file === undefined) {
    for (const line of lines) print(visibleJson(line))
    return 0
  }
  const target = outputFile(file, { ...context, home })
  await writeAtomic(target, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  const more = withExposures ? ` and ${count(exposures.length, 'exposure')}` : ''
  note(`Wrote ${count(rows.length, 'lesson')}${more} to ${target}.`)
  return 0
}

interface Imported {
  lessons: number
  /** Of the lessons: those that no agent sees before a person lets them out. */
  quarantined: number
  exposures: number
  known: number
  /** Of the known: those that were in quarantine and are out of it now. */
  trusted: number
  /** Of the known: those that a trusted file leaves in quarantine. */
  held: number
  refused: { line: number; reason: string }[]
}

/** Takes lessons of ours or of other programs; what is here already is left as it is. */
export async function importLessons(
  storage: LessonStorage,
  { cwd, file, trust }: { cwd: string; file: string; trust: boolean },
): Promise<Shown> {
  const counts = { lessons: 0, quarantined: 0, exposures: 0, known: 0, trusted: 0, held: 0 }
  const imported: Imported = { ...counts, refused: [] }
  let number = 0
  for await (const text of readLines(path.resolve(cwd, file))) {
    number += 1
    if (text.trim() === '') continue
    const reason = await importLine(storage, text, trust, imported)
    if (reason !== null) imported.refused.push({ line: number, reason })
  }
  const hasAny = imported.lessons + imported.exposures + imported.known > 0
  const exit = hasAny || imported.refused.length === 0 ? 0 : 1
  return { json: imported, text: describe(imported), exit }
}

/** Why the line was refused; null when it was taken or known. */
async function importLine(
  storage: LessonStorage,
  text: string,
  trust: boolean,
  imported: Imported,
): Promise<string | null> {
  const line = parseJson(text)
  if (line === undefined) return 'it is not JSON'
  const { kind, row: inner } = (line ?? {}) as { kind?: unknown; row?: unknown }
  if (kind === 'exposure') return importExposure(storage, inner, trust, imported)
  const own = ownRow(line)
  const received = receiveLesson(own ?? line)
  if (received.row === null) return received.reason
  const row = trust ? (own ?? vouchedFor(received.row)) : received.row
  const known = await storage.get(row.id)
  if (known !== null) {
    imported.known += 1
    if (trust && known.state === 'quarantined') await trustKnown(storage, known, row, imported)
    return null
  }
  await storage.put([row])
  imported.lessons += 1
  if (row.state === 'quarantined') imported.quarantined += 1
  return null
}

/** The person vouches for the words of the file: others under the same id, or what they took back, stay in. */
async function trustKnown(
  storage: LessonStorage,
  known: LessonRow,
  given: LessonRow,
  imported: Imported,
): Promise<void> {
  const isSame = canonicalJson(known.lesson) === canonicalJson(given.lesson)
  if (given.state !== 'active' || !isSame || known.stateReason !== FROM_ELSEWHERE) {
    imported.held += 1
    return
  }
  const { state, stateReason, tainted } = given
  await storage.put([{ ...known, state, stateReason, tainted }])
  imported.trusted += 1
}

/** A person vouches for the words of another program; a row of ours keeps its own state. */
const vouchedFor = (row: LessonRow): LessonRow => ({
  ...row,
  state: 'active',
  stateReason: null,
  tainted: false,
})

/** Figures from elsewhere would count as our own, so only a trusted file brings them. */
async function importExposure(
  storage: LessonStorage,
  value: unknown,
  trust: boolean,
  imported: Imported,
): Promise<string | null> {
  const exposure = Exposure.safeParse(value)
  if (!exposure.success) return 'it is not an exposure'
  if (!trust) return 'exposures come with --trust only'
  await storage.putExposures([exposure.data])
  imported.exposures += 1
  return null
}

async function* readLines(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  } catch (cause) {
    throw new ReflectError('io-failed', `${file} can't be read`, {
      cause,
      remedy: 'Check the path; it is a file of JSON lines.',
    })
  }
}

function describe(imported: Imported): string {
  const { lessons, quarantined, exposures, known, trusted, held, refused } = imported
  const share = quarantined === lessons ? '' : `, ${quarantined} of them`
  const where =
    quarantined === 0 ? '' : `${share} into quarantine (\`reflect lessons pin ID\` lets one out)`
  const lines = [
    `Imported ${count(lessons, 'lesson')}${where} and ${count(exposures, 'exposure')}; ${known} known.`,
    ...(trusted === 0 ? [] : [`Out of quarantine: ${count(trusted, 'known lesson')}.`]),
    ...(held === 0
      ? []
      : [
          `Still in quarantine: ${count(held, 'known lesson')} (\`reflect lessons pin ID\` lets one out).`,
        ]),
  ]
  for (const { line, reason } of refused.slice(0, 20)) lines.push(`  line ${line}: ${reason}`)
  if (refused.length > 20) lines.push(`  … and ${refused.length - 20} more lines refused`)
  return lines.join('\n')
}
