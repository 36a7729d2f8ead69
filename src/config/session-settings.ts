/**
 * A project's own settings count as they stood in the commit when a session began: an agent that
 * edits or commits them changes nothing in its own session. They are known by git's name for their
 * bytes, so that nothing of them has to be kept, and git is asked only where they were edited.
 */
import path from 'node:path'
import { runGit } from '../util/git.js'
import { PROJECT_FILE } from './paths.js'
import type { Project } from './project.js'
import { readSettings, settingsText, type SettingsText } from './read-settings.js'

/** Git's name for the bytes of the settings that count; null where none do. */
export type SettingsName = string | null

/** Long enough for one small object; a hook has more to do. */
const TIMEOUT_MS = 1000

/**
 * The settings that count from now on. Those of the commit; those of the work tree where nothing was
 * committed yet, or git is not there to ask.
 */
export async function committedSettings(
  project: Project,
  signal?: AbortSignal,
): Promise<SettingsName> {
  const present = readPresent(project)
  if (present.state !== 'text') return null
  const asked = { cwd: project.root, signal, timeoutMs: TIMEOUT_MS }
  const head = await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], asked)
  if (!head.ok) return nameOf(present.bytes)
  const object = await runGit(['rev-parse', '--verify', '--quiet', `HEAD:${PROJECT_FILE}`], asked)
  return object.ok ? object.stdout.toString('latin1').trim() : null
}

/** The text behind a name: the file that is there, while it is that one, else what git has kept. */
export async function readNamedSettings(
  project: Project,
  name: SettingsName,
  signal?: AbortSignal,
): Promise<SettingsText> {
  if (name === null) return { state: 'absent', text: '' }
  const present = readPresent(project)
  if (present.state === 'text' && nameOf(present.bytes, name.length) === name) return present
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name)) return { state: 'absent', text: '' }
  const asked = { cwd: project.root, signal, timeoutMs: TIMEOUT_MS }
  const blob = await runGit(['cat-file', 'blob', name], asked)
  return blob.ok ? settingsText(blob.stdout) : { state: 'absent', text: '' }
}

const readPresent = ({ root }: Project): SettingsText =>
  readSettings(path.join(root, PROJECT_FILE), { followLink: false })

/** As git names a file's bytes, in the form of hash that the length shows. */
const nameOf = (bytes: Buffer, length = 40): string =>
  process
    .getBuiltinModule('node:crypto')
    .createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
