import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hideHome } from '../../safety/home-path.js'
import type { RunRecord } from '../../schema/run-record.js'
import { type HeldFolder, holdFolder } from '../../util/held-folder.js'
import { makeFolders } from '../../util/make-folders.js'
import { idName, timestampName } from '../../util/names-on-disk.js'
import { openOwnFolder } from '../../util/own-folder.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { MomentPorts } from '../moment.js'

const SUFFIX = '.reflection.json'

export interface RunDirectory {
  /** null when there is no place to write to. */
  path: string | null
  /** Kept from being exchanged for a link while records are written; null for a folder that the user chose. */
  held: HeldFolder | null
  degraded: string[]
}

/** The folder for sidecars, made when missing: `$REFLECTION_DIR`, else `.reflection/runs`. */
export async function openRunDirectory(
  projectRoot: string | null,
  ports: Pick<MomentPorts, 'environment' | 'outputDir'>,
): Promise<RunDirectory> {
  const chosen = ports.environment.dir
  try {
    if (chosen === null) return await openOwnDirectory(ports.outputDir)
    const directory = path.resolve(projectRoot ?? '.', chosen)
    makeFolders(directory, 0o777)
    return { path: directory, held: null, degraded: [] }
  } catch (error) {
    return refused(`the output folder can't be created: ${(error as Error).message}`)
  }
}

/** `.reflection/` may have come with the repository: nothing is written through a link in it. */
async function openOwnDirectory(outputDir: string): Promise<RunDirectory> {
  const inTheWay = await openOwnFolder(outputDir, 'runs')
  if (inTheWay !== null) return refused(`${inTheWay} is not a real folder`)
  const runs = path.join(outputDir, 'runs')
  const held = holdFolder(path.dirname(outputDir), runs)
  return { path: held?.path ?? runs, held, degraded: [] }
}

const refused = (reason: string): RunDirectory => ({ path: null, held: null, degraded: [reason] })

export async function writeSidecar(
  { path: directory, held }: { path: string; held: HeldFolder | null },
  record: RunRecord,
  home: string,
): Promise<string> {
  const name = `${idName(record.session_id)}-${timestampName(new Date(record.timestamp))}${SUFFIX}`
  const file = path.join(directory, name)
  // The store has the same record, and does not wait for the disk either.
  const text = hideHome(home)(JSON.stringify(record, null, 2))
  const root = held === null ? {} : { root: directory }
  await writeAtomic(file, `${text}\n`, { mode: 0o600, synced: false, ...root })
  return file
}

/** Keeps the newest sidecars of one session; their names sort by time. */
export function pruneSidecars(directory: string, sessionId: string, keep: number): void {
  const prefix = `${idName(sessionId)}-`
  const own = readdirSync(directory)
    .filter((name) => name.startsWith(prefix) && SIDECAR.test(name.slice(prefix.length)))
    .sort()
  for (const name of own.slice(0, Math.max(0, own.length - keep))) {
    rmSync(path.join(directory, name), { force: true })
  }
}

/** What follows a session's name: the instant, so that another session's name is no start of it. */
const SIDECAR = /^\d{8}T\d{9}Z\.reflection\.json$/
