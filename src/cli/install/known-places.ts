import type { InstallPlace, InstallScope } from '../../agent.js'
import type { CliContext } from '../command.js'
import { placeFor, SCOPES } from './find-agents.js'
import type { Receipt } from './receipts.js'

export const herePlaces = (context: CliContext, scope: InstallScope | null): InstallPlace[] =>
  (scope === null ? SCOPES : [scope]).map((each) => placeFor(context, each))

/** Here, and wherever a receipt says that we are. */
export function knownPlaces(context: CliContext, receipts: readonly Receipt[]): InstallPlace[] {
  const here = herePlaces(context, null)
  const roots = receipts
    .filter(({ scope }) => scope === 'project')
    .map(({ projectRoot }) => projectRoot)
  const others = [...new Set(roots)].filter((root) => root !== here[1]?.projectRoot)
  const project = placeFor(context, 'project')
  return [...here, ...others.map((projectRoot) => ({ ...project, projectRoot }))]
}
