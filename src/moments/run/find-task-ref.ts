import type { RepositoryFacts } from '../../schema/evidence.js'

/** What the work is about when it was not named: `<repo>#<branch>`, or the commit of a detached head. */
export function findTaskRef(repository: RepositoryFacts | null): string {
  if (repository === null) return 'unknown'
  const place = repository.branch ?? repository.head?.slice(0, 7)
  return place === undefined ? repository.name : `${repository.name}#${place}`
}
