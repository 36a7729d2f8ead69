import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import {
  knownStateName,
  listStateNames,
  newStateName,
  stateNamesFile,
} from '../config/state-names.js'
import { ReflectError } from '../schema/error.js'
import { writeAtomic } from '../util/write-atomic.js'
import type { Workspace } from '../wiring/workspace.js'

/**
 * What was recorded for a folder that is gone becomes this project's. A folder that is still there is
 * another project, and nothing crosses projects.
 */
export async function adoptState(
  { stateDir, loaded }: Pick<Workspace, 'stateDir' | 'loaded'>,
  folder: string,
): Promise<{ from: string; left: string | null }> {
  if (existsSync(folder)) {
    throw new ReflectError('usage', `${folder} is still there: it is another project`, {
      remedy: 'Name the folder that this project was in before it was moved.',
    })
  }
  const stateRoot = path.dirname(stateDir)
  const old = placesOf(folder)
    .map((identity) => knownStateName(stateRoot, identity) ?? newStateName(identity))
    .find((name) => existsSync(path.join(stateRoot, name)))
  if (old === undefined) {
    const gone = listGone(stateRoot)
    throw new ReflectError('not-found', `Nothing was recorded for ${folder}`, {
      remedy: gone.length === 0 ? 'No known project is gone.' : `Gone are: ${gone.join(', ')}`,
    })
  }
  const isOurs = path.basename(stateDir) === old
  if (!isOurs) await moveStateName(stateRoot, old, loaded.project.identity)
  return { from: folder, left: !isOurs && existsSync(stateDir) ? stateDir : null }
}

/** From now on the folder of records is that of another identity, and of no other. */
async function moveStateName(stateRoot: string, name: string, identity: string): Promise<void> {
  const others = listStateNames(stateRoot).filter(
    (one) => one.name !== name && one.identity !== identity,
  )
  const lines = [...others, { name, identity }].map((one) => `${one.name} ${one.identity}\n`)
  await writeAtomic(stateNamesFile(stateRoot), lines.join(''), { mode: 0o600 })
}

/** Folders of projects that were recorded and are no longer there. */
export const listGone = (stateRoot: string): string[] =>
  listStateNames(stateRoot)
    .filter(({ name, identity }) => !existsSync(identity) && existsSync(path.join(stateRoot, name)))
    .map(({ identity }) => identity.replace(/[\\/]\.git$/, ''))

/** A project's identity is its repository, or its folder where it has none; links on the way are followed. */
function placesOf(folder: string): string[] {
  const parent = path.dirname(folder)
  const real = existsSync(parent) ? path.join(realpathSync(parent), path.basename(folder)) : folder
  return [folder, real].flatMap((place) => [path.join(place, '.git'), place])
}
