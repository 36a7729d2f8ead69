import type { Claim } from '../schema/claim.js'
import type { Evidence, Ledger, RepositoryFacts } from '../schema/evidence.js'
import type { Sentence } from '../schema/sentence.js'
import { findClaims } from './claims/find-claims.js'
import { calledWhole } from './claims/called-whole.js'
import { judgeClaims } from './claims/judge-claims.js'
import { miscounted } from './claims/judge-count.js'
import type { ClaimGrounds } from './claims/judge-claims.js'
import { lookFor } from './demands/look-for.js'
import type { Look } from './demands/look-for.js'
import { readDemands } from './demands/read-demands.js'
import { fingerprint } from './fingerprint.js'
import { readMessage } from './message/read-message.js'
import { withoutSelfReportLine } from './message/self-report-line.js'
import type { Use } from './message/thresholds.js'
import { shippedWeights } from './message/weights.js'
import { stampEdits } from './stamp-edits.js'
import type { ModifiedAt } from './stamp-edits.js'
import type { Weights } from './message/weights.js'

export interface EvidenceParts {
  /** ISO instant. */
  at: string
  ledger: Ledger
  repository: RepositoryFacts | null
  /** What the client handed over; it wins over the transcript, which may lag behind. */
  lastMessage: string | null
  degraded: string[]
  /** What the reader knows of acts; asked for when there is a message. @default what is shipped */
  actWeights?: (() => Weights | null) | undefined
  /** The clock of the work tree. @default there is no tree to look at */
  modifiedAt?: ModifiedAt | null
  /** Looks for what the demands name; null without a tree. @default demands are not checked */
  look?: Look | null
  /** How sure a claim has to be. @default 'push' */
  claimsFor?: Use
}

/** Joins what the transcript and the repository say, and holds the last text against both. */
export function toEvidence({ at, repository, degraded, ...parts }: EvidenceParts): Evidence {
  const lastMessage = parts.lastMessage ?? parts.ledger.lastMessage
  const { modifiedAt = null } = parts
  const edits = modifiedAt === null ? parts.ledger.edits : stampEdits(parts.ledger, modifiedAt)
  const ledger = { ...parts.ledger, edits, lastMessage }
  const { actWeights = () => shippedWeights('acts') } = parts
  const weights = lastMessage === null ? null : actWeights()
  const sentences = readMessage(withoutSelfReportLine(lastMessage ?? ''), weights)
  return {
    at,
    repository,
    ...ledger,
    sentences,
    ...(parts.look === undefined
      ? {}
      : { demands: lookFor(readDemands(ledger.request.messages), ledger, parts.look) }),
    claims: claimsIn(sentences, { ledger, repository }, parts.claimsFor),
    weakened: [],
    fingerprint: fingerprint(ledger, repository),
    degraded: weights === null && lastMessage !== null ? [...degraded, UNREADABLE] : degraded,
  }
}

function claimsIn(
  sentences: readonly Sentence[],
  grounds: ClaimGrounds,
  use: Use | undefined,
): Claim[] {
  const claims = judgeClaims(findClaims(sentences, use), grounds)
  // A green run says nothing for them.
  const isHeld = claims.some(({ kind, status }) => kind === 'tests-pass' && RED.has(status))
  const beyond = isHeld
    ? null
    : (miscounted(sentences, grounds.ledger) ?? calledWhole(sentences, grounds.ledger))
  return beyond === null ? claims : [...claims.filter(({ kind }) => kind !== beyond.kind), beyond]
}

const RED: ReadonlySet<Claim['status']> = new Set(['contradicted', 'stale'])

const UNREADABLE = "the reader's weights could not be read, so the last message was not read"
