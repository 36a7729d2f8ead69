import type { Edit, Evidence } from '../../schema/evidence.js'
import { pathInProject } from './path-in-project.js'

const TAKES_BACK = /\bgit\b.{0,80}\b(?:checkout|restore|reset|stash|clean|revert|switch)\b/

/** A command of git that may throw changes away came behind this step. */
export const isTakenBack = (step: number, { recent }: Pick<Evidence, 'recent'>): boolean =>
  recent.some((item) => item.kind === 'call' && item.step > step && TAKES_BACK.test(item.action))

/** Edited, thrown away by a command of git since, and git shows no change of it. */
export const wasPutBack = (edit: Edit, evidence: Evidence): boolean => {
  const { repository } = evidence
  return (
    repository !== null &&
    repository.root !== null &&
    repository.degraded.length === 0 &&
    isTakenBack(edit.step, evidence) &&
    !repository.filesChanged.includes(pathInProject(edit.file, evidence))
  )
}
