import type { Evidence, Ledger, RepositoryFacts } from '../schema/evidence.js'
import { lookFor } from './demands/look-for.js'
import type { Look } from './demands/look-for.js'
import { readDemands } from './demands/read-demands.js'
import { fingerprint } from './ledger/fingerprint.js'
import { readMessage } from './prose/read-message.js'
import { withoutSelfReportLine } from './prose/self-report-line.js'
import { shippedWeights } from './prose/weights.js'
import { readClaims } from './ledger/read-claims.js'
import { stampEdits } from './ledger/stamp-edits.js'
import type { ModifiedAt } from './ledger/stamp-edits.js'
import type { Weights } from './prose/weights.js'

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
    claims: readClaims(sentences, { ledger, repository }),
    weakened: [],
    fingerprint: fingerprint(ledger, repository),
    degraded: weights === null && lastMessage !== null ? [...degraded, UNREADABLE] : degraded,
  }
}

const UNREADABLE = "the reader's weights could not be read, so the last message was not read"
