import { existsSync } from 'node:fs'
import path from 'node:path'
import { saysOff } from './off.js'
import { PROJECT_FILE, projectStateDir, stateHome, userConfigFile, type Env } from './paths.js'
import { findProject } from './project.js'
import { readJustMode } from './read-just-mode.js'
import { readPauses } from './read-pauses.js'
import { readSettings, type SettingsText } from './read-settings.js'
import { TRUST_FILE } from './trust-file.js'

/** Where a hook runs, and when. */
export interface QuickModeInput {
  env: Env
  home: string
  platform: NodeJS.Platform
  cwd: string
  now: Date
  /** @default reads the user's file */
  readUserFile?: () => SettingsText
}

/**
 * A hook's first question, before anything heavy is loaded: is the mode certainly off? `ask` only
 * means that the whole config must be read. Reads at most four small files and starts nothing.
 */
export function quickMode(input: QuickModeInput): 'off' | 'ask' {
  const { env, home, platform, cwd, now } = input
  const mode = env['REFLECTION_MODE'] ?? ''
  // Only these two switch it on; any other word is off.
  if (mode !== '' && mode !== 'solo' && mode !== 'orchestrated') return 'off'
  if (mode === '' && env['CI'] === 'true') return 'off'

  const user = (input.readUserFile ?? userFileReader(input))()
  if (user.state === 'refused') return 'ask'
  // Looking for an `off` takes longer than seeing that another mode is all there is.
  if (readJustMode(user.text) === null && saysOff(user.text)) return 'off'

  const project = findProject(cwd)
  const own = readSettings(path.join(project.root, PROJECT_FILE), { followLink: false })
  const mayBeOn = mode !== '' || mentionsMode(user.text)
  // An agent may have written it: whether it counts is asked of the commit that its session began at.
  if (saysOff(own.text)) return mayBeOn ? 'ask' : 'off'
  if (!mayBeOn && !mentionsMode(own.text)) return 'off'

  const stateDir = projectStateDir(stateHome(env, home, platform), project.identity)
  if (!mayBeOn && !existsSync(path.join(stateDir, TRUST_FILE))) return 'off'
  const isPaused = readPauses(stateDir, now).some((pause) => pause.session === null)
  return isPaused ? 'off' : 'ask'
}

/** Reads the user's own settings once, however often it is asked. */
export function userFileReader(
  place: Pick<QuickModeInput, 'env' | 'home' | 'platform'>,
): () => SettingsText {
  const file = userConfigFile(place.env, place.home, place.platform)
  let read: SettingsText | null = null
  return () => (read ??= readSettings(file, { followLink: true }))
}

/** Outside of comment lines. A key may be written with escapes, so a backslash counts too. */
function mentionsMode(text: string): boolean {
  return /^(?![ \t]*#).*(?:mode|\\)/m.test(text)
}
