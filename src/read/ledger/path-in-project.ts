/** A path as a person reads it: relative to the work tree (or the session's folder) when inside it. */
import type { RepositoryFacts } from '../../schema/evidence.js'

export function pathInProject(
  file: string,
  { repository, session }: { repository: RepositoryFacts | null; session: { cwd: string | null } },
): string {
  const root = repository?.root ?? session.cwd
  return root !== null && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
}
