import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  lstatSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { findProject } from '../config/project.js'
import type { Project } from '../config/project.js'
import { committedSettings, type SettingsName } from '../config/session-settings.js'
import { keepStateName } from '../config/state-names.js'
import { expandHome, hideHome } from '../safety/home-path.js'
import { listOurs, makeOurFolder } from '../util/our-folder.js'
import { parseJsonObject } from '../util/parse-json.js'
import { readOurText } from '../util/read-bounded.js'
import { idName } from '../util/names-on-disk.js'

/**
 * The project that a session began in. An agent may change its folder later; what it then works on
 * is still this project's. The first event writes it down, all others read it.
 */
export interface SessionPlace {
  project: Project
  /** The project's settings that count in this session. */
  settingsName: SettingsName
  /** An earlier event of the session was answered, with the mode on, or it can't be seen whether one was. */
  isBegun: boolean
  /** Writes the place down once; the mode must be known to be on. */
  keep(): void
}

/** null where nothing is known of the session and its folder doesn't exist. */
export async function findSessionPlace(
  stateHome: string,
  session: { agent: string; sessionId: string },
  { cwd, home, signal }: { cwd: string; home: string; signal?: AbortSignal },
): Promise<SessionPlace | null> {
  // Events that name no session have nothing in common but that.
  const isNamed = session.sessionId !== 'unknown'
  const name = idName(`${session.agent}-${session.sessionId}`)
  const root = path.join(stateHome, 'reflectory')
  const file = path.join(placesDir(root), name)
  const known = isNamed ? readPlace(file, home) : null
  if (known !== null) return { ...known, isBegun: true, keep: () => undefined }
  if (!existsSync(cwd)) return null
  const project = findProject(cwd)
  const settingsName = await committedSettings(project, signal)
  const place = { project, settingsName }
  const keep = (): void => {
    if (isNamed) writePlace(file, place, home)
    keepStateName(root, project.identity)
  }
  return { ...place, isBegun: isShut(root), keep }
}

function isShut(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

type KnownPlace = Omit<SessionPlace, 'keep' | 'isBegun'>

function readPlace(file: string, home: string): KnownPlace | null {
  const { root, identity, settings } = parseJsonObject(readOurText(file) ?? '') ?? {}
  if (typeof root !== 'string' || typeof identity !== 'string') return null
  return {
    project: { root: expandHome(root, home), identity: expandHome(identity, home) },
    settingsName: typeof settings === 'string' ? settings : null,
  }
}

function writePlace(file: string, place: KnownPlace, home: string): void {
  const { project, settingsName: settings } = place
  const made = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`)
  try {
    makeOurFolder(path.dirname(file))
    const text = hideHome(home)(JSON.stringify({ ...project, settings }))
    // New: a link in its place would lead elsewhere.
    writeFileSync(made, text, { mode: 0o600, flag: 'wx' })
    putInPlace(made, file, home)
  } catch {
    // Without it the next event finds the project by its own folder.
  }
}

/** Whole, because other hooks of the session read it; of two first events the earlier one's word stands. */
function putInPlace(made: string, file: string, home: string): void {
  try {
    linkSync(made, file)
  } catch {
    // What a process that died left there is no word, and some disks have no links.
    if (readPlace(file, home) === null) return renameSync(made, file)
  }
  unlinkSync(made)
}

/** Removes places that were written before the instant; a session that old looks for its project again. */
export function removeOldPlaces(stateRoot: string, before: Date, home: string): void {
  const folder = placesDir(stateRoot)
  for (const name of listOurs(folder, NAME)) {
    const file = path.join(folder, name)
    const written = lstatSync(file, { throwIfNoEntry: false })
    if (!written?.isFile() || written.mtimeMs >= before.getTime()) continue
    if (HALF_MADE.test(name) || readPlace(file, home) !== null) rmSync(file, { force: true })
  }
}

/** An agent's and a session's id, and a process's while it is made. */
const NAME = /^\.?[a-z]+[\w.-]{0,200}$/
const HALF_MADE = /^\.[a-z][\w.-]*\.\d{1,10}$/

const placesDir = (stateRoot: string): string => path.join(stateRoot, 'sessions')
