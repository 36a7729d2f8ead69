/**
 * Where this user's settings lay when a session last began with Reflectory on. A variable that leads elsewhere,
 * or a file that is gone, switches everything off; without this, that it was on would be lost.
 */
import path from 'node:path'
import { isOurFolder, putPlainly } from '../util/our-folder.js'
import { readOurText } from '../util/read-bounded.js'
import { asksToBeOn } from './off.js'
import { stateHome, userConfigFile, type Env } from './paths.js'
import { readSettings, type SettingsText } from './read-settings.js'

export interface ConfigPlace {
  env: Env
  home: string
  platform: NodeJS.Platform
}

/** Settings that were on, and where this process looks for them. */
export interface MovedConfig {
  before: string
  now: string
  /** What became of them: looked for elsewhere, or gone from where they were, or not to be read there. */
  fate: 'elsewhere' | 'gone' | 'unreadable'
  /** Our folder that tells where they lay. */
  notedIn: string
}

const rootOf = ({ env, home, platform }: ConfigPlace): string =>
  path.join(stateHome(env, home, platform), 'reflectory')
const noteIn = (root: string): string => path.join(root, 'config-place')

/** null where they are looked for where they lay, or were never on. */
export function findMovedConfig(place: ConfigPlace, user: SettingsText): MovedConfig | null {
  // Whoever leads the settings elsewhere can lead the notes there, too.
  const roots = [place, { ...place, env: {} }].map(rootOf)
  return roots.map((root) => movedFrom(root, place, user)).find((moved) => moved !== null) ?? null
}

function movedFrom(notedIn: string, place: ConfigPlace, user: SettingsText): MovedConfig | null {
  const before = readNote(notedIn)
  if (before === null) return null
  const now = userConfigFile(place.env, place.home, place.platform)
  if (before === now) {
    if (user.state === 'text') return null
    return { before, now, fate: user.state === 'absent' ? 'gone' : 'unreadable', notedIn }
  }
  const isStillOn = asksToBeOn(readSettings(before, { followLink: true }).text)
  return isStillOn ? { before, now, fate: 'elsewhere', notedIn } : null
}

/** Notes where they lie now, if they are on and no others are where they lay. */
export function keepConfigPlace(place: ConfigPlace, user: SettingsText): void {
  const root = rootOf(place)
  if (!asksToBeOn(user.text) || findMovedConfig(place, user) !== null || !isOurFolder(root)) return
  const file = userConfigFile(place.env, place.home, place.platform)
  if (readNote(root) === file) return
  try {
    putPlainly(noteIn(root), `${file}\n`)
  } catch {
    // The next session notes it.
  }
}

function readNote(root: string): string | null {
  const file = readOurText(noteIn(root), 4096)?.trim() ?? ''
  return path.isAbsolute(file) ? file : null
}
