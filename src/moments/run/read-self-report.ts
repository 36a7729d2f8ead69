import type { Stats } from 'node:fs'
import path from 'node:path'
import { NOT_ASKED } from '../../schema/run-record.js'
import { SelfReport } from '../../schema/self-report.js'
import { hideHome } from '../../safety/home-path.js'
import { safeId } from '../../safety/safe-id.js'
import { findSelfReportLine } from '../../read/prose/self-report-line.js'
import { isTracked } from '../../read/repository/is-tracked.js'
import { readBounded } from '../../util/read-bounded.js'
import { sha256 } from '../../util/sha256.js'
import type { MomentInput, MomentPorts } from '../moment.js'
import { realPath } from '../../util/real-path.js'
import { parseSelfReportLine } from './self-report-line.js'
import { parseJsonObject } from '../../util/parse-json.js'

export interface FoundSelfReport {
  value: SelfReport
  /** Names the submission that was used, of a file or in a message; null when none was. */
  fingerprint: string | null
  degraded: string[]
}

const MAX_BYTES = 64 * 1024
/** Names the session that it is for, where its sender knew. */
const SESSION_FIELD = 'session_id'
/** Names the submission: the same values in a later session are a report of their own. */
const SUBMISSION_FIELD = 'submission_id'

/**
 * The agent's own word on its work, as far as it can be believed to be this agent's and this run's:
 * the line of its last message, where it was asked for one, else the file.
 */
export async function readSelfReport(
  input: MomentInput,
  ports: MomentPorts,
): Promise<FoundSelfReport> {
  return readSaid(input) ?? (await readFile(input, ports))
}

function readSaid({ config, evidence }: MomentInput): FoundSelfReport | null {
  if (!config.run.askSelfReport) return null
  const line = findSelfReportLine(evidence.lastMessage ?? '')
  if (line === null) return null
  return { ...parseSelfReportLine(line), fingerprint: sha256(line) }
}

async function readFile(input: MomentInput, ports: MomentPorts): Promise<FoundSelfReport> {
  const file = selfReportFile(input, ports)
  const read = readBounded(file, { followLink: false, maxBytes: MAX_BYTES })
  if (read.state === 'absent') return none(input)
  if (read.state === 'refused') return missing(`the self-report ${read.reason}`)
  const refusal =
    refuseForeign(read.stat) ??
    refusePlace(file, ports) ??
    (await refuseTracked(file, input, ports))
  if (refusal !== null) return missing(refusal)

  const raw = parseJsonObject(read.bytes.toString('utf8'))
  const fingerprint = submissionOf(raw, read.stat)
  const user = await userOf(fingerprint, input, ports)
  // What another session left behind is no word of this one, and no fault.
  if (user === 'another' || isForAnother(raw, input, ports)) return none(input)
  if (user === null && isOlderThanSession(read.stat, input)) return none(input)
  const { value, degraded } = parseSelfReport(raw)
  return { value, fingerprint, degraded }
}

const none = (input: MomentInput): FoundSelfReport =>
  missing(isAsked(input) ? 'no self-report' : NOT_ASKED)

/** Whether the agent of this session is asked for one. */
const isAsked = ({ config, mode }: MomentInput): boolean =>
  config.run.askSelfReport && mode === 'solo'

/** The id that the CLI or the MCP tool wrote; for a plain file its inode and its time of change. */
function submissionOf(raw: Record<string, unknown> | null, { ino, ctimeMs }: Stats): string {
  const id = raw?.[SUBMISSION_FIELD]
  return sha256(typeof id === 'string' ? id : `${ino} ${ctimeMs}`)
}

/** Field by field: one bad field is nulled, the good ones stay. */
function parseSelfReport(raw: Record<string, unknown> | null): {
  value: SelfReport
  degraded: string[]
} {
  if (raw === null)
    return { value: emptyReport(), degraded: ['the self-report is not a JSON object'] }
  const value: Record<string, unknown> = emptyReport()
  const degraded: string[] = []
  for (const [field, schema] of Object.entries(SelfReport.shape)) {
    if (!Object.hasOwn(raw, field)) continue
    const parsed = schema.safeParse(raw[field])
    if (parsed.success) value[field] = parsed.data
    else degraded.push(`the self-report's ${field} is not valid`)
  }
  for (const field of Object.keys(raw)) {
    if (field === SESSION_FIELD || field === SUBMISSION_FIELD) continue
    if (!Object.hasOwn(SelfReport.shape, field))
      degraded.push(`the self-report has an unknown field ${quote(field)}`)
  }
  return { value: value as SelfReport, degraded }
}

function selfReportFile({ session }: MomentInput, ports: MomentPorts): string {
  const { input } = ports.environment
  if (input !== null) return path.resolve(session.projectRoot ?? '.', input)
  return path.join(ports.outputDir, 'reflection-input.json')
}

function refuseForeign(found: Stats): string | null {
  const uid = process.getuid?.()
  const isForeign = uid !== undefined && found.uid !== uid
  return isForeign ? 'the self-report belongs to another user' : null
}

/** For a session first seen at this stop, the start is unknown. */
function isOlderThanSession(found: Stats, { session, event }: MomentInput): boolean {
  if (session.startedAt === event.at) return false
  // File systems keep coarser times than we do; a second is nothing beside a session.
  return found.mtimeMs + 1000 < Date.parse(session.startedAt)
}

/** Behind a linked `.reflection` may lie what came with the repository, under another name. */
function refusePlace(file: string, { environment, outputDir }: MomentPorts): string | null {
  if (environment.input !== null) return null
  const own = path.join(realPath(path.dirname(outputDir)), path.basename(outputDir))
  return path.dirname(realPath(file)) === own ? null : 'the self-report is behind a link'
}

async function refuseTracked(
  file: string,
  { session }: MomentInput,
  { signal }: MomentPorts,
): Promise<string | null> {
  if (session.projectRoot === null) return null
  const tracked = await isTracked({ root: session.projectRoot, file, signal })
  return tracked ? 'the self-report is tracked by git' : null
}

const isForAnother = (
  raw: Record<string, unknown> | null,
  input: MomentInput,
  ports: MomentPorts,
): boolean =>
  raw !== null &&
  Object.hasOwn(raw, SESSION_FIELD) &&
  raw[SESSION_FIELD] !== writtenId(input, ports)

/** The session's id as files and records have it. */
const writtenId = ({ session }: MomentInput, { home = '' }: MomentPorts): string =>
  hideHome(home)(safeId(session.sessionId))

/** Whose it is, by the captures that used it; null when none did yet. */
async function userOf(
  fingerprint: string,
  input: MomentInput,
  ports: MomentPorts,
): Promise<'us' | 'another' | null> {
  const [first] = await ports.store.list('run', { subject: fingerprint, limit: 1, order: 'oldest' })
  if (first === undefined) return null
  return first.record.session_id === writtenId(input, ports) ? 'us' : 'another'
}

const emptyReport = (): SelfReport => ({
  confidence: null,
  most_likely_wrong: null,
  known_not_in_diff: null,
})

const missing = (reason: string): FoundSelfReport => ({
  value: emptyReport(),
  fingerprint: null,
  degraded: [reason],
})

const quote = (field: string): string => JSON.stringify(field.slice(0, 40))
