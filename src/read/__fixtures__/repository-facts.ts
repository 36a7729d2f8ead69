import type { RepositoryFacts } from '../../schema/evidence.js'

const UNCHANGED = { filesChanged: [], insertions: 0, deletions: 0, commitsSinceBase: 0 }

/** A repository in which nothing changed; a test says what differs. Lines are of source files. */
export function makeRepositoryFacts(known: Partial<RepositoryFacts> = {}): RepositoryFacts {
  const place = { root: '/shop', name: 'shop', branch: 'main', head: null, base: null }
  const sourceInsertions = known.insertions ?? 0
  return { ...place, ...UNCHANGED, sourceInsertions, degraded: [], ...known }
}

/** What is known of a place where git gave no answer. */
export const nothingKnown = (name: string, reason: string): RepositoryFacts =>
  makeRepositoryFacts({ root: null, name, branch: null, degraded: [reason] })
