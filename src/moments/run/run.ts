/**
 * The moment `run`: a stop comes in, a `reflection.v1` record goes out, beside the work and into
 * the store: what changed, how risky it is, what the agent says of it. It observes; it never
 * decides, never prints and never fails the agent.
 */
import { headSafely } from '../../safety/clip-safely.js'
import type { Environment } from '../../config/environment.js'
import { describeDegraded } from '../../read/repository/degraded.js'
import { withoutExempt } from '../../read/weakened/without-exempt.js'
import { rankChange } from '../../risk/change-rank.js'
import { adviseReview } from '../../risk/review-advice.js'
import { redactValue } from '../../safety/redact.js'
import { safeId } from '../../safety/safe-id.js'
import { ReflectError } from '../../schema/error.js'
import type { Evidence, RepositoryFacts } from '../../schema/evidence.js'
import type { RecordOf } from '../../schema/records.js'
import type { ReviewAdvice } from '../../schema/review-advice.js'
import type { EarlierFixes, RunRecord } from '../../schema/run-record.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { ownFiles } from '../own-files.js'
import { withCaptureLock } from './capture-lock.js'
import { compareDeclared } from './compare-declared.js'
import { rateChange } from './rate-change.js'
import { readSelfReport } from './read-self-report.js'
import type { FoundSelfReport } from './read-self-report.js'
import { SELF_REPORT_REQUEST } from './self-report-line.js'
import { openRunDirectory, pruneSidecars, writeSidecar } from './sidecar.js'

export const run: Moment = {
  name: 'run',
  passive: true,
  reflect: captureRun,
}

async function captureRun(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  if (!input.config.run.enabled) return nothing('run_disabled')
  const directory = await openRunDirectory(input.session.projectRoot, ports)
  const { path, held } = directory
  if (path === null) return captureUnwritten(input, ports, directory.degraded)
  const sessionId = safeId(input.session.sessionId)
  try {
    const done = await withCaptureLock(path, sessionId, Date.parse(input.now), () =>
      capture(input, ports, { path, held }, []),
    )
    return done.held ? done.value : nothing('capture_locked')
  } catch (error) {
    if (!isSystemError(error)) throw error
    return await captureUnwritten(input, ports, [
      `the run record was not written: ${error.message}`,
    ])
  } finally {
    held?.close()
  }
}

const isSystemError = (error: unknown): error is Error =>
  error instanceof Error &&
  !(error instanceof ReflectError) &&
  typeof (error as NodeJS.ErrnoException).code === 'string'

/** Without a place beside the work the store still gets its record, and the log a line. */
function captureUnwritten(
  input: MomentInput,
  ports: MomentPorts,
  reasons: readonly string[],
): Promise<Answer> {
  const failure = new ReflectError('io-failed', reasons.join('; '), {
    remedy: '`reflect doctor` says what is in the way.',
  })
  ports.report?.(failure, 'write the run record')
  return capture(input, ports, null, reasons)
}

async function capture(
  input: MomentInput,
  ports: MomentPorts,
  directory: Parameters<typeof writeSidecar>[0] | null,
  degraded: readonly string[],
): Promise<Answer> {
  const report = await readSelfReport(input, ports)
  const faults = ports.settingsFaults ?? []
  const reasons = [...degraded, ...faults, ...degradedReasons(input, report)]
  const repository = await ownRepository(input, ports)
  const record = withoutSecrets(
    toRunRecord(input, repository, ports.environment, report, reasons.length > 0),
  )
  if (directory !== null) {
    await writeSidecar(directory, record, ports.home ?? '')
    pruneSidecars(directory.path, record.session_id, input.config.run.keepPerSession)
  }
  const row: RecordOf<'run'> = {
    id: ports.nextId(),
    record,
    degraded_reasons: reasons,
    declared_vs_computed: compareDeclared(record),
    self_report_fingerprint: report.fingerprint,
    weakened_checks: ownWeakened(input, repository),
    rank: rankChange(repository ?? { filesChanged: [] }),
    earlier_fixes: await findEarlierFixes(record, ports),
    review_advice: await findAdvice(record, input, ports),
  }
  const answer = { ...nothing('captured'), records: [{ kind: 'run', record: row } as const] }
  if (!isMissed(input, report)) return answer
  return { ...answer, rider: { text: SELF_REPORT_REQUEST, records: [] } }
}

/** An agent that is sent back anyway is asked again; it is never sent back for this. */
const isMissed = ({ config, mode, evidence }: MomentInput, report: FoundSelfReport): boolean =>
  config.run.askSelfReport &&
  mode === 'solo' &&
  report.fingerprint === null &&
  (evidence.repository?.filesChanged.length ?? 0) > 0

/** P1 is looked at for a confident run alone; that it can't be costs the advice, not the capture. */
async function findAdvice(
  record: RunRecord,
  { config, now }: MomentInput,
  ports: MomentPorts,
): Promise<ReviewAdvice | null> {
  const { confidence } = record
  if (confidence === null || confidence < config.experiments.highConfidence) return null
  try {
    return adviseReview(record, (await ports.confidenceGate?.()) ?? null, now)
  } catch (error) {
    ports.report?.(error, 'look at P1')
    return null
  }
}

async function findEarlierFixes(
  { files_changed: files }: RunRecord,
  ports: MomentPorts,
): Promise<EarlierFixes | null> {
  try {
    return (await ports.earlierFixes?.(files)) ?? null
  } catch (error) {
    ports.report?.(error, 'read the index of the history')
    return null
  }
}

/** The file beside the work and the store get the same; no text outgrows its contract by it. */
function withoutSecrets(record: RunRecord): RunRecord {
  const clean = redactValue(record)
  const { most_likely_wrong: wrong, known_not_in_diff: hidden } = clean
  return {
    ...clean,
    session_id: safeId(record.session_id),
    most_likely_wrong: wrong && { ...wrong, description: headSafely(wrong.description, 2000) },
    known_not_in_diff: hidden && headSafely(hidden, 4000),
  }
}

function degradedReasons({ event, evidence }: MomentInput, report: FoundSelfReport): string[] {
  return [
    ...(event.degraded === null ? [] : [event.degraded]),
    // What a transcript lacks is no lack of this record, which takes nothing from it.
    ...evidence.degraded.filter((reason) => !reason.startsWith('transcript')),
    ...(evidence.repository?.degraded.map((reason) => describeDegraded(reason).text) ?? [
      'no repository was looked at',
    ]),
    ...report.degraded,
  ]
}

/** What another session made weaker in the same tree is not of this one. */
function ownWeakened(
  { evidence, config }: MomentInput,
  repository: Evidence['repository'],
): Evidence['weakened'] {
  const { weakened } = withoutExempt(evidence, config.stop.exemptWeakened)
  const all = new Set(evidence.repository?.filesChanged)
  const own = new Set(repository?.filesChanged)
  return weakened.filter(({ file }) => own.has(file) || !all.has(file))
}

async function ownRepository(
  input: MomentInput,
  { store }: MomentPorts,
): Promise<Evidence['repository']> {
  const { repository } = input.evidence
  return repository === null ? null : { ...repository, filesChanged: await ownFiles(input, store) }
}

function toRunRecord(
  { event, session, mode, config, now }: MomentInput,
  repository: Evidence['repository'],
  environment: Environment,
  report: FoundSelfReport,
  degraded: boolean,
): RunRecord {
  return {
    schema: 'reflection.v1',
    task_ref: environment.taskRef ?? findTaskRef(repository),
    agent: environment.agent ?? event.agent,
    session_id: session.sessionId,
    timestamp: now,
    repo: repository?.name ?? 'unknown',
    confidence: report.value.confidence,
    most_likely_wrong: report.value.most_likely_wrong,
    known_not_in_diff: report.value.known_not_in_diff,
    risk: rateChange(repository, config.run),
    files_changed: repository?.filesChanged ?? [],
    provenance: {
      source: 'stop-hook',
      reflection_attempt: Math.max(1, session.stops),
      degraded,
      reflection_mode: mode,
    },
  }
}

/** What the work is about when it was not named: `<repo>#<branch>`, or the commit of a detached head. */
function findTaskRef(repository: RepositoryFacts | null): string {
  if (repository === null) return 'unknown'
  const place = repository.branch ?? repository.head?.slice(0, 7)
  return place === undefined ? repository.name : `${repository.name}#${place}`
}
