import type { Evidence, Ledger, RepositoryFacts } from '../schema/evidence.js'
import { findClaims } from './claims/find-claims.js'
import { judgeClaims } from './claims/judge-claims.js'
import { fingerprint } from './fingerprint.js'

export interface EvidenceParts {
  /** ISO instant. */
  at: string
  ledger: Ledger
  repository: RepositoryFacts | null
  /** What the client handed over; it wins over the transcript, which may lag behind. */
  lastMessage: string | null
  degraded: string[]
}

/** Joins what the transcript and the repository say, and holds the last text against both. */
export function toEvidence({ at, repository, degraded, ...parts }: EvidenceParts): Evidence {
  const lastMessage = parts.lastMessage ?? parts.ledger.lastMessage
  const ledger = { ...parts.ledger, lastMessage }
  return {
    at,
    repository,
    ...ledger,
    claims: judgeClaims(findClaims(lastMessage ?? ''), { ledger, repository }),
    fingerprint: fingerprint(ledger, repository),
    degraded,
  }
}
