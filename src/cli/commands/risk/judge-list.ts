import path from 'node:path'
import * as z from 'zod/mini'
import { openLines, readLines } from '../../../experiments/read-lines.js'
import { evaluateRiskFloor } from '../../../risk/risk-floor.js'
import { ReflectError } from '../../../schema/error.js'
import type { RiskVerdict } from '../../../schema/risk-verdict.js'
import { Count } from '../../../schema/scalar.js'
import { parseJson } from '../../../util/parse-json.js'
import type { CliContext } from '../../command.js'
import { noteUnread } from '../../note-unread.js'
import type { RiskLimits } from './risk-text.js'
import { withoutByteOrderMark } from '../../../util/byte-order-mark.js'

const Row = z.object({
  /** Whatever it is, it comes back. */
  id: z.optional(z.unknown()),
  files: z.array(z.string()),
  insertions: z.optional(z.nullable(Count)),
  deletions: z.optional(z.nullable(Count)),
})
type Row = z.infer<typeof Row>
const FIELDS = Object.keys(Row.shape)

interface Judged {
  failed: boolean
  needsReview: boolean
  /** Fields of rows that say nothing here. */
  unread: Set<string>
}

interface ListInput {
  /** A file, or `-`. */
  list: string
  format: 'text' | 'github' | undefined
  limits: RiskLimits
}

/** Judges a list of paths (one verdict) or JSON lines (a verdict each). */
export async function judgeList(
  context: CliContext,
  input: ListInput,
): Promise<Pick<Judged, 'failed' | 'needsReview'>> {
  const { list, format, limits } = input
  if (format === 'github') {
    throw new ReflectError('usage', '--format github is for the repository, not for a list', {
      remedy: 'Leave one of --format github and --files-from out.',
    })
  }
  const isPiped = list === '-'
  const name = isPiped ? 'standard input' : list
  const batches = isPiped
    ? readLines(context.stdin?.() ?? nothing(), name)
    : await openLines(path.resolve(context.cwd, list))
  const paths: string[] = []
  const result: Judged = { failed: false, needsReview: false, unread: new Set() }
  let line = 0
  let isRows = false
  for await (const batch of batches) {
    for (const text of batch) {
      line += 1
      const plain = line === 1 ? withoutByteOrderMark(text) : text
      if (line === 1) isRows = plain.startsWith('{')
      if (!isRows) paths.push(plain)
      else if (plain.trim() !== '') judgeRow(plain, `${name}:${line}`, input, context, result)
    }
  }
  noteUnread(context, result.unread, FIELDS)
  if (isRows) return result
  const verdict = evaluateRiskFloor({ filesChanged: pathsIn(paths), ...limits })
  context.print(context.json ? JSON.stringify(verdict) : textLine(undefined, verdict))
  return { failed: false, needsReview: verdict.needs_review }
}

/** With NULs between them, names may hold line ends. */
function pathsIn(lines: readonly string[]): string[] {
  const isNulList = lines.some((line) => line.includes('\0'))
  const paths = isNulList ? lines.join('\n').split('\0') : lines
  return paths.filter((file) => file !== '')
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** One bad line must not cost the others their verdict. */
function judgeRow(
  text: string,
  place: string,
  { format, limits }: ListInput,
  { json, print, note }: CliContext,
  result: Judged,
): void {
  const row = readRow(text)
  if ('problem' in row) {
    note(`${place}: ${row.problem}`)
    result.failed = true
    return
  }
  for (const field of row.unread) result.unread.add(field)
  const verdict = evaluateRiskFloor({
    filesChanged: row.files,
    insertions: row.insertions ?? undefined,
    deletions: row.deletions ?? undefined,
    ...limits,
  })
  result.needsReview ||= verdict.needs_review
  const { id } = row
  print(
    format === 'text' && !json
      ? textLine(id, verdict)
      : JSON.stringify({ ...(id === undefined ? {} : { id }), ...verdict }),
  )
}

function readRow(text: string): (Row & { unread: string[] }) | { problem: string } {
  const value = parseJson(text)
  if (value === undefined) return { problem: 'is not valid JSON' }
  const parsed = Row.safeParse(value)
  if (parsed.success) {
    const unread = Object.keys(value as object).filter((key) => !FIELDS.includes(key))
    return { ...parsed.data, unread }
  }
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') || 'the row'
  return { problem: `${where} does not fit {id?, files, insertions?, deletions?}` }
}

function textLine(id: unknown, verdict: RiskVerdict): string {
  const name = id === undefined ? '' : `${typeof id === 'string' ? id : JSON.stringify(id)}: `
  const words = verdict.needs_review ? 'needs review' : 'no review needed by this floor'
  return `${name}${words}, score ${verdict.score}, ${verdict.reason}`
}
