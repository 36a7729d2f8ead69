import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { shorten } from '../../util/shorten.js'
import { databaseFile } from '../../wiring/workspace.js'
import { listGone } from '../adopt-state.js'
import { about } from './check.js'
import type { Check } from './check.js'

const NEW_MS = 7 * 24 * 3_600_000
const MAX_NAMED = 3

/** A project with little of its own may be one that was moved: its lessons are under the old folder. */
export const checkMoved: Check = async ({ workspace, context }) => {
  const file = databaseFile(workspace)
  if (file === null || isOld(file, context.now().getTime())) return []
  const gone = listGone(path.dirname(workspace.stateDir)).slice(0, MAX_NAMED)
  if (gone.length === 0) return []
  const named = gone.map((folder) => shorten(folder, context.home))
  const detail = `sessions were recorded in ${named.join(', ')}, which is no longer there`
  const remedy = `If this project was there: reflect db adopt ${named[0]}`
  return [about('moved').notice(detail, remedy)]
}

const isOld = (file: string, now: number): boolean =>
  existsSync(file) && now - statSync(file).birthtimeMs > NEW_MS
