/**
 * A failed attempt comes in, the row of its lesson goes out: from a model first, from the heuristic
 * when there is none or it failed in time. Secrets are gone before anything else happens. What can't
 * be read as a failure is refused; a lesson is never withheld because a model was down.
 */
import { fingerprintOf } from '../../memory/fingerprint.js'
import type { Model } from '../../model.js'
import { redactValue } from '../../safety/redact.js'
import type { FailureContext } from '../../schema/failure-context.js'
import type { LessonRow } from '../../schema/lesson.js'
import { draftByModel } from './draft-by-model.js'
import type { ModelDraft } from './draft-by-model.js'
import { readErrorFacts } from './error-facts.js'
import { draftByHeuristic } from './heuristic.js'
import type { LessonDraft } from './lesson-draft.js'

export interface GenerateOptions {
  model: Model | null
  timeoutMs: number
  /** The lesson's own id. */
  id: string
  /** ISO instant. */
  now: string
  /** An earlier lesson that the model is shown was itself made from a tool's text. */
  previousTainted?: boolean
  signal?: AbortSignal | undefined
}

export interface Generated {
  row: LessonRow
  /** Why no model wrote it; null when one did. */
  fallback: Extract<ModelDraft, { ok: false }> | { reason: 'no_model'; message: string } | null
}

export async function generateLesson(
  given: FailureContext,
  options: GenerateOptions,
): Promise<Generated> {
  const failure = redactValue(given)
  const { transient, ...heuristic } = draftByHeuristic(failure)
  const answer = await askModel(failure, heuristic, transient, options)
  const byModel = answer.ok ? answer : null
  const row = toRow(failure, byModel?.draft ?? heuristic, {
    ...options,
    transient,
    madeBy: byModel === null ? 'heuristic' : 'model',
    adjusted: byModel?.adjusted ?? [],
  })
  return { row, fallback: answer.ok ? null : answer }
}

/** The row that the heuristic makes of a failure. */
export function generateByHeuristic(
  given: FailureContext,
  place: Pick<GenerateOptions, 'id' | 'now'>,
): LessonRow {
  const failure = redactValue(given)
  const { transient, ...draft } = draftByHeuristic(failure)
  return toRow(failure, draft, { ...place, transient, madeBy: 'heuristic', adjusted: [] })
}

type DraftResult = ModelDraft | { ok: false; reason: 'no_model'; message: string }

async function askModel(
  failure: FailureContext,
  heuristic: LessonDraft,
  transient: boolean,
  { model, timeoutMs, signal }: GenerateOptions,
): Promise<DraftResult> {
  if (model === null) return { ok: false, reason: 'no_model', message: 'no model is configured' }
  // Nothing is learnt from the weather, so nothing is spent on it.
  if (transient) return { ok: false, reason: 'no_model', message: 'the failure is transient' }
  return draftByModel(failure, model, { fallbackCategory: heuristic.category, timeoutMs, signal })
}

interface RowFields extends Pick<GenerateOptions, 'id' | 'now' | 'previousTainted'> {
  transient: boolean
  madeBy: 'model' | 'heuristic'
  adjusted: string[]
}

const MAX_FILES = 50

function toRow(failure: FailureContext, draft: LessonDraft, fields: RowFields): LessonRow {
  const { sessionId, taskId, subtaskId, attemptNumber } = failure
  const { id, now, transient, madeBy, adjusted } = fields
  const facts = readErrorFacts(failure.errorOutput)
  const named = facts.places.map(({ file }) => file)
  return {
    id,
    lesson: { id, sessionId, taskId, subtaskId, attemptNumber, ...draft, createdAt: now },
    state: 'active',
    stateReason: null,
    pinned: false,
    tainted: isTainted(failure) || (madeBy === 'model' && fields.previousTainted === true),
    transient,
    fingerprint: fingerprintOf({
      errorOutput: failure.errorOutput,
      file: named[0] ?? null,
      symbol: facts.tests[0] ?? facts.symbols[0] ?? facts.modules[0] ?? facts.codes[0] ?? null,
      analysis: draft.analysis,
    }),
    reinforced: 0,
    madeBy,
    adjusted,
    files: [...new Set([...named, ...failure.filesModified])].slice(0, MAX_FILES),
    seenIn: [{ sessionId, taskId, subtaskId, attemptNumber, at: now }],
    source: {
      failureId: failure.id,
      failureType: failure.failureType,
      subtaskDescription: failure.subtaskDescription,
      errorOutput: failure.errorOutput,
      filesModified: failure.filesModified.slice(0, MAX_FILES),
    },
    firstSeenAt: now,
  }
}

/** Only what a human or we ourselves wrote is free of taint; an agent repeats what tools told it. */
const isTainted = ({ errorOrigin = 'tool' }: FailureContext): boolean =>
  errorOrigin !== 'human' && errorOrigin !== 'ours'
