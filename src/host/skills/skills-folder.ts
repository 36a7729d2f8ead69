/**
 * The folder of skills, which is a git repository of its own. Skills come out checked; every change
 * that goes in is one commit with a reason, found again by its id. What a person changed by hand is
 * committed first, so nothing of theirs is lost. Nothing is read or written through a link.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { runGit } from '../../util/git.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { MAX_SKILL_BYTES, parseSkill } from './skill-file.js'
import type { SkillReading } from './skill-file.js'

export interface SkillsPlace {
  dir: string
  env: NodeJS.ProcessEnv
}

export interface SkillCommit {
  commit: string
  at: string
  subject: string
  files: string[]
}

const FILE = 'SKILL.md'
/** By this line of its message a commit is found again. */
const CHANGE_LINE = 'Skill-Change: '
const UNDONE_LINE = 'Skill-Undone: '

/** Every skill of the folder by name, readable or not. */
export function listSkills({ dir }: SkillsPlace): { name: string; reading: SkillReading }[] {
  return skillNames(dir).map((name) => {
    const text = readSkillText({ dir }, name)
    const reading: SkillReading =
      text === null ? { ok: false, reason: `it has no readable ${FILE}` } : parseSkill(text, name)
    return { name, reading }
  })
}

/** The bytes of a SKILL.md as text; null when there is none that may be read. */
export function readSkillText({ dir }: Pick<SkillsPlace, 'dir'>, name: string): string | null {
  const file = skillFile(dir, name)
  const folder = lstatSync(path.dirname(file), { throwIfNoEntry: false })
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (!folder?.isDirectory() || !stat?.isFile() || stat.size > 4 * MAX_SKILL_BYTES) return null
  return readFileSync(file, 'utf8')
}

/** Writes and commits a skill once: a change that is committed already is only found. */
export async function commitSkill(
  place: SkillsPlace,
  change: { id: string; name: string; text: string; reason: string },
): Promise<string> {
  await openRepository(place)
  const known = await findChange(place, change.id)
  if (known !== null) return known
  // The same text, not yet committed, is what a killed process of ours wrote.
  if (readSkillText(place, change.name) !== change.text) {
    await keepByHand(place, change.name)
    await writeSkill(place, change.name, change.text)
  }
  const isKnown = await isCommitted(place, change.name)
  const subject = `${isKnown ? 'Change' : 'Add'} ${change.name}`
  return commit(place, change.name, `${subject}\n\n${change.reason}\n\n${CHANGE_LINE}${change.id}`)
}

/** Takes a skill out, once; its text stays in the history. null when it is not there. */
export async function removeSkill(
  place: SkillsPlace,
  { id, name, reason }: { id: string; name: string; reason: string },
): Promise<string | null> {
  await openRepository(place)
  const known = await findChange(place, id)
  if (known !== null) return known
  if (readSkillText(place, name) === null && !(await isCommitted(place, name))) return null
  // The file that is gone already was taken by a killed process of ours.
  if (readSkillText(place, name) !== null) await keepByHand(place, name)
  rmSync(skillFile(place.dir, name), { force: true })
  return commit(place, name, `Retire ${name}\n\n${reason}\n\n${CHANGE_LINE}${id}`)
}

/** Newest first. */
export async function logSkills(place: SkillsPlace, limit = 50): Promise<SkillCommit[]> {
  if (!existsSync(path.join(place.dir, '.git'))) return []
  // Of all, not of HEAD: a folder that a person set up may have no commit yet.
  const format = '--format=%x01%H%x00%aI%x00%s%x00'
  const what = ['--all', `-n${limit}`, '--name-only', '-z', '--no-renames']
  const out = await git(place, ['log', ...what, format])
  return out
    .split('\u0001')
    .slice(1)
    .map((entry) => {
      const [commit = '', at = '', subject = '', ...files] = entry.split('\0')
      return { commit, at, subject, files: files.map((file) => file.trim()).filter(Boolean) }
    })
}

/** The text of one skill before and after a commit; null where it was not there. */
export async function readSkillVersion(
  place: SkillsPlace,
  commit: string,
  name: string,
): Promise<{ before: string | null; after: string | null }> {
  const file = `${name}/${FILE}`
  const after = await runGit([...OWN, 'show', `${commit}:${file}`], options(place))
  const before = await textBefore(place, commit, file)
  return {
    before: before?.toString('utf8') ?? null,
    after: after.ok ? after.stdout.toString('utf8') : null,
  }
}

/** The text of a skill that is no longer there, as it was last; null when there never was one. */
export async function readLastText(place: SkillsPlace, name: string): Promise<string | null> {
  const last = (await logSkills(place, 10_000)).find(({ files }) =>
    files.some((file) => file.startsWith(`${name}/`)),
  )
  if (last === undefined) return null
  const { before, after } = await readSkillVersion(place, last.commit, name)
  return after ?? before
}

export interface RolledBack {
  commit: string
  /** The commit that was undone. */
  undone: string
  skills: string[]
}

/** Puts the skills that a commit touched back to what they were before it, byte for byte, once. */
export async function rollbackSkill(
  place: SkillsPlace,
  asked: string,
  { isResumed = false } = {},
): Promise<RolledBack> {
  if (!/^[0-9a-f]{4,40}$/i.test(asked)) throw unknownCommit(asked)
  const history = await logSkills(place, 10_000)
  const at = history.findIndex(({ commit }) => commit.startsWith(asked.toLowerCase()))
  const target = history[at]
  if (target === undefined || target.files.length === 0) throw unknownCommit(asked)
  const later = history
    .slice(0, at)
    .filter((one) => one.files.some((f) => target.files.includes(f)))
  const skills = target.files.map((file) => path.posix.dirname(file))
  const undone = target.commit
  if (later.length > 0) {
    const done = await findLine(place, `${UNDONE_LINE}${undone}`)
    if (isResumed && later[0]!.commit === done) return { commit: done, undone, skills }
    throw new ReflectError('usage', `${asked} was changed again by ${short(later[0]!.commit)}`, {
      remedy: `Roll back the later change first: reflect skills rollback ${short(later[0]!.commit)}`,
    })
  }
  for (const [index, name] of skills.entries()) {
    await keepByHand(place, name)
    await restore(place, name, await textBefore(place, target.commit, target.files[index]!))
  }
  const message = `Roll back ${short(undone)}: ${target.subject}\n\n${UNDONE_LINE}${undone}`
  return { commit: await commit(place, skills, message), undone, skills }
}

async function restore(place: SkillsPlace, name: string, text: Buffer | null): Promise<void> {
  if (text !== null) return writeSkill(place, name, text)
  rmSync(skillFile(place.dir, name), { force: true })
}

async function textBefore(place: SkillsPlace, commit: string, file: string) {
  const shown = await runGit([...OWN, 'show', `${commit}^:${file}`], { ...options(place) })
  return shown.ok ? shown.stdout : null
}

async function writeSkill({ dir }: SkillsPlace, name: string, text: string | Uint8Array) {
  try {
    await writeAtomic(skillFile(dir, name), text, { mode: 0o600 })
  } catch (cause) {
    throw new ReflectError('unsafe-path', `${skillFile(dir, name)} can't be written`, {
      cause,
      remedy: 'Remove the link or folder in its place.',
    })
  }
}

/** Changes that a person made and didn't commit become a commit of their own. */
async function keepByHand(place: SkillsPlace, name: string): Promise<void> {
  const changed = await git(place, ['status', '--porcelain', '--', name])
  if (changed.trim() !== '') await commit(place, name, `Keep changes made by hand to ${name}`)
}

async function isCommitted(place: SkillsPlace, name: string): Promise<boolean> {
  const args = [...OWN, 'cat-file', '-e', `HEAD:${name}/${FILE}`]
  return (await runGit(args, options(place))).ok
}

async function commit(
  place: SkillsPlace,
  names: string | readonly string[],
  message: string,
): Promise<string> {
  const paths = typeof names === 'string' ? [names] : names
  await git(place, ['add', '--all', '--force', '--', ...paths])
  await git(place, [
    'commit',
    '--quiet',
    '--allow-empty',
    '--no-verify',
    '-m',
    message,
    '--',
    ...paths,
  ])
  return (await git(place, ['rev-parse', 'HEAD'])).trim()
}

const findChange = (place: SkillsPlace, id: string): Promise<string | null> =>
  findLine(place, `${CHANGE_LINE}${id}`)

async function findLine(place: SkillsPlace, line: string): Promise<string | null> {
  const pattern = `^${line.replaceAll(/[^A-Za-z0-9]/g, '.')}$`
  return (
    (await git(place, ['log', '--all', '-n1', '--format=%H', `--grep=${pattern}`])).trim() || null
  )
}

async function openRepository(place: SkillsPlace): Promise<void> {
  const { dir } = place
  if (lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new ReflectError('unsafe-path', `${dir} is a symbolic link`, {
      remedy: 'Name the real folder in cycle.skills.dir.',
    })
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (!existsSync(path.join(dir, '.git'))) await beginRepository(place)
}

const BEGIN = '.begin-'

/** Made beside its place and moved there whole: a reader never meets half a repository. */
async function beginRepository({ dir, env }: SkillsPlace): Promise<void> {
  const made = mkdtempSync(path.join(dir, BEGIN))
  try {
    const place = { dir: made, env }
    await git(place, ['init', '--quiet', '--initial-branch=main', '--template='])
    await git(place, ['commit', '--quiet', '--allow-empty', '--no-verify', '-m', 'Begin'])
    renameSync(path.join(made, '.git'), path.join(dir, '.git'))
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(path.join(dir, '.git'))) throw error
  } finally {
    // With what a killed process left; one that is still at it finds the repository there.
    for (const name of readdirSync(dir).filter((one) => one.startsWith(BEGIN)))
      rmSync(path.join(dir, name), { recursive: true, force: true })
  }
}

/** The user's hooks, signatures, line ends and attributes don't apply in this repository. */
const OWN = [
  'user.name=Reflectory',
  'user.email=reflectory@localhost',
  'commit.gpgSign=false',
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.quotePath=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

const options = ({ dir, env }: SkillsPlace) => ({
  cwd: dir,
  // A parent's repository must not answer for one that is missing here.
  env: { ...env, GIT_CEILING_DIRECTORIES: path.dirname(dir) },
  timeoutMs: 30_000,
})

async function git(place: SkillsPlace, args: readonly string[]): Promise<string> {
  const ran = await runGit([...OWN, ...args], options(place))
  if (ran.ok) return ran.stdout.toString('utf8')
  throw new ReflectError(
    'git-failed',
    `git ${args[0]} in ${place.dir}: ${ran.stderr || ran.failure}`,
    {
      remedy: 'Look at it with `git status` there; a leftover .git/index.lock may be removed.',
    },
  )
}

function skillNames(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort()
  } catch {
    return []
  }
}

const skillFile = (dir: string, name: string): string => path.join(dir, name, FILE)
const short = (commit: string): string => commit.slice(0, 10)
const unknownCommit = (commit: string): ReflectError =>
  new ReflectError('not-found', `There is no change ${commit.slice(0, 60)} of a skill`, {
    remedy: '`reflect skills log` lists them.',
  })
