/**
 * What a review says of a change. The change, its limits, what was asked and what its agent declared
 * come in, a report goes out. It runs nothing and decides nothing: a person does.
 */
import { weighDemands, describeMissing } from '../read/demands/weigh-demands.js'
import { emptyEvidence } from '../read/empty-evidence.js'
import { splitMessage } from '../read/prose/split-message.js'
import { isFirstRow } from '../read/weakened/first-row.js'
import type { Shape } from '../read/weakened/changes/file-change.js'
import { hashOf } from '../read/weakened/judge-weakened.js'
import { tellsOf } from '../read/weakened/tells-of.js'
import { compareDeclared } from '../moments/run/compare-declared.js'
import { rankChange } from '../risk/change-rank.js'
import { surfaceOf } from '../risk/path-surface.js'
import { evaluateRiskFloor } from '../risk/risk-floor.js'
import { oneLineSafely } from '../safety/clip-safely.js'
import type { StatedDemand } from '../schema/demand.js'
import type {
  ReviewFinding,
  ReviewLevel,
  ReviewReport,
  ReviewRule,
} from '../schema/review-report.js'
import type { RunRecord } from '../schema/run-record.js'
import { sha256 } from '../util/sha256.js'
import { shortHash } from '../util/loose-json.js'
import { findPlace } from './find-place.js'
import type { Reviewed } from './read-reviewed.js'

export interface ReviewInput {
  base: string
  head: string | null
  reviewed: Reviewed
  limits: { threshold: number; rankThreshold: number }
  exempt: readonly string[]
  /** What was asked for, with what was found of it; null without a request. */
  request: { text: string; demands: readonly StatedDemand[] } | null
  record: RunRecord | null
}

const MAX_FINDINGS = 200

export function judgeReviewed(input: ReviewInput): ReviewReport {
  const { base, head, reviewed, limits, record } = input
  const { filesChanged, insertions, deletions } = reviewed
  const risk = evaluateRiskFloor({ ...reviewed, ...limits })
  const found = [
    ...weakenedFindings(input),
    ...requestFindings(input),
    ...declaredFindings(input, risk),
    ...(risk.needs_review ? [riskFinding(filesChanged, risk)] : []),
  ]
  return {
    schema: 'reflection.review.v1',
    base,
    head,
    files: filesChanged.length,
    insertions,
    deletions,
    risk: {
      ...risk,
      reason: oneLineSafely(risk.reason, 1000),
      threshold: limits.threshold,
      rank: rankChange(reviewed),
      rank_threshold: limits.rankThreshold,
    },
    declared: record && {
      surface: record.most_likely_wrong?.surface ?? null,
      confidence: record.confidence,
      compared: compareDeclared({ ...record, risk }),
    },
    request: requestCounts(input),
    findings: placed(found, reviewed).slice(0, MAX_FINDINGS),
    incomplete: reviewed.incomplete,
  }
}

/** A finding before it has a place. */
interface Found extends Pick<ReviewFinding, 'rule' | 'level' | 'message' | 'file' | 'hash'> {
  /** What its line may have in it. */
  words: readonly string[]
}

function weakenedFindings({ reviewed, exempt, request }: ReviewInput): Found[] {
  const asked = sentencesOf(request === null ? [] : [request.text])
  const told = sentencesOf(reviewed.told)
  return reviewed.weakened
    .filter((one) => !exempt.includes(hashOf(one)))
    .map((one) => {
      const isAsked = tellsOf(asked, one)
      const standing = [
        ...(isAsked ? ['the request asks for it'] : []),
        ...(tellsOf(told, one) ? ['a commit message tells of it'] : []),
      ]
      const names = one.names.slice(0, 5).map((name) => `"${name}"`)
      const about = names.length === 0 ? '' : ` (${names.join(', ')})`
      const words = [`${one.file}${about}: ${one.detail}`, ...standing].join('; ')
      return {
        rule: one.kind,
        level: isAsked ? 'note' : levelOf(one),
        message: oneLineSafely(words, MAX_MESSAGE),
        file: one.file,
        hash: hashOf(one),
        words: [...one.names, one.detail],
      }
    })
}

const MAX_MESSAGE = 600

/** What hides how checks end is the worst; what may check less is one to look at. */
function levelOf({ kind, isCommand, conditional }: Shape): ReviewLevel {
  if (!isFirstRow(kind) || conditional) return 'note'
  return isCommand ? 'error' : 'warning'
}

const MAX_SENTENCES = 400

const sentencesOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => splitMessage(text))
    .filter(({ form }) => form !== 'quote')
    .map(({ text }) => text)
    .slice(0, MAX_SENTENCES)

/** Only what a change can show: whether a command ran, no diff says. */
const soughtIn = ({ request }: ReviewInput): StatedDemand[] =>
  (request?.demands ?? []).filter(({ kind, state }) => kind === 'change' && state === 'asked')

function requestCounts(input: ReviewInput): ReviewReport['request'] {
  if (input.request === null) return null
  const sought = soughtIn(input).filter(({ wants }) => wants.some(({ found }) => found !== null))
  return {
    demands: input.request.demands.length,
    sought: sought.length,
    missing: sought.filter(({ wants }) => wants.some(({ found }) => found === false)).length,
  }
}

function requestFindings(input: ReviewInput): Found[] {
  const { filesChanged, insertions, deletions } = input.reviewed
  const evidence = emptyEvidence({ at: '' })
  const repository = { filesChanged, insertions, deletions } as typeof evidence.repository
  const sought = soughtIn(input)
  return weighDemands(sought, { ...evidence, repository }).flatMap(
    ({ status, sentence }, index): Found[] => {
      const missing = (sought[index]?.wants ?? []).filter(({ found }) => found === false)
      if (status !== 'not_met' || missing.length === 0) return []
      const words = `${missing.map(describeMissing).join(', ')}; asked for: ${sentence}`
      const file = missing.find((one) => one.want === 'gone')?.what ?? missing[0]?.file ?? null
      return [found('request_missing', 'warning', words, file)]
    },
  )
}

function declaredFindings({ record }: ReviewInput, risk: RunRecord['risk']): Found[] {
  const declared = record?.most_likely_wrong
  if (record === null || declared == null) return []
  if (compareDeclared({ ...record, risk }) !== 'declared_lower') return []
  const words = `declared ${declared.surface}, computed ${risk.surface}: ${declared.description}`
  return [found('declared_lower', 'warning', words, null)]
}

function riskFinding(files: readonly string[], risk: RunRecord['risk']): Found {
  const file = files.find((one) => surfaceOf(one) === risk.surface) ?? null
  return found('needs_review', 'note', risk.reason, file)
}

const found = (
  rule: ReviewRule,
  level: ReviewLevel,
  words: string,
  file: string | null,
): Found => ({
  rule,
  level,
  message: oneLineSafely(words, MAX_MESSAGE),
  file,
  hash: shortHash(JSON.stringify([rule, words])),
  words: [],
})

const LEVELS: readonly ReviewLevel[] = ['error', 'warning', 'note']

/** The gravest first, each on a line of the change. */
function placed(all: readonly Found[], { lines, changes }: Reviewed): ReviewFinding[] {
  const seen = new Map<string, number>()
  return all
    .toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
    .map(({ rule, level, message, file, hash, words }) => {
      const at = findPlace({ file, words }, lines, changes)
      const key = sha256(JSON.stringify([rule, at?.place.file, at?.text.trim(), hash])).slice(0, 16)
      const nth = (seen.get(key) ?? 0) + 1
      seen.set(key, nth)
      const place = at?.place ?? null
      return { rule, level, message, file, place, hash, fingerprint: `${key}:${nth}` }
    })
}

/** Whether a report has a finding of this level or a worse one. */
export const reaches = ({ findings }: ReviewReport, level: ReviewLevel): boolean =>
  findings.some((one) => LEVELS.indexOf(one.level) <= LEVELS.indexOf(level))
