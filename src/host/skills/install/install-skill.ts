/**
 * Puts a skill where the clients of this machine look for it, and takes it away again. What is to be
 * written is recorded first; a copy that a person changed, and a skill of the same name that is not
 * ours, are told as conflicts and left alone. The caller holds the right to change skills.
 */
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../../schema/error.js'
import type { InstalledCopy, SkillState } from '../../../schema/skill-state.js'
import { realPath } from '../../../util/real-path.js'
import { sha256 } from '../../../util/sha256.js'
import type { HostDeps } from '../../host-deps.js'
import { isInUse, readLife, readLives, stepOf } from '../skill-life.js'
import { parseSkill } from '../skill-file.js'
import { readSkillText } from '../skills-folder.js'
import type { SkillsPlace } from '../skills-folder.js'
import { writeGitExclude } from './git-exclude.js'
import { inspectCopy, missingParents, removeCopy, writeCopy } from './skill-copy.js'
import type { SkillScope, SkillTarget, SkillTargets } from './skill-target.js'

export interface InstallDeps extends HostDeps {
  skills: SkillsPlace
  targets: SkillTargets
}

export interface SkillConflict {
  folder: string
  reason: string
  /** What is there; null when it can't be shown. */
  theirs: string | null
}

export interface Installed {
  /** The copies that are there now. */
  copies: string[]
  conflicts: SkillConflict[]
}

/** Installs the skill's present text; twice does no harm. */
export async function installSkill(
  skill: string,
  { scope, by }: { scope: SkillScope; by: SkillState['by'] },
  deps: InstallDeps,
): Promise<Installed> {
  const { skills, targets, store } = deps
  const text = readableText(skill, skills)
  let life = await readLife(store, skill)
  if (!isInUse(life?.state)) throw notInUse(skill, life!.state)
  if (life !== null && life.scope !== scope && life.installed.length > 0) {
    await removeSkillCopies(skill, `it moves to the ${scope}`, deps)
    life = await readLife(store, skill)
  }
  const known = copiesOf(life, targets.home)
  const found = await targets.list(scope)
  if (found.length === 0) throw noClient()
  const { free, conflicts } = sortTargets(skill, found, known, scope, targets)
  const copies = planCopies(free, known, await allCopies(deps), sha256(text))
  if (free.length === 0) return { copies: known.map(({ folder }) => folder), conflicts }
  const step = {
    skill,
    state: life?.state ?? 'active',
    by,
    reason: `installed for the ${scope}`,
    textHash: sha256(text),
    scope,
    installed: copies,
  }
  await record(life, step, deps)
  await writeExcludes(deps)
  for (const copy of free) await writeCopy(copy, skill, text)
  return { copies: copies.map(({ folder }) => folder), conflicts }
}

/** Takes our copies away, wherever they are; a text that a person changed stays. */
export async function removeSkillCopies(
  skill: string,
  reason: string,
  deps: InstallDeps,
): Promise<{ removed: string[]; kept: SkillConflict[] }> {
  const life = await readLife(deps.store, skill)
  const removed: string[] = []
  const kept: SkillConflict[] = []
  for (const { folder, hash, made } of copiesOf(life, deps.targets.home)) {
    const { is, text } = inspectCopy(folder, hash)
    removeCopy(folder, is, made)
    if (is === 'changed' || is === 'foreign')
      kept.push({ folder, reason: REASONS[is], theirs: text })
    else removed.push(folder)
  }
  if (life !== null && life.installed.length > 0) {
    const { state, by } = life
    await record(life, { skill, state, by, reason: `uninstalled: ${reason}`, installed: [] }, deps)
  }
  await writeExcludes(deps)
  return { removed, kept }
}

/** How the copies of a skill are: where they are, and which are no longer what we put there. */
export async function inspectInstalled(
  skill: string,
  { store, targets }: Pick<InstallDeps, 'store' | 'targets'>,
): Promise<Installed> {
  const life = await readLife(store, skill)
  const copies = copiesOf(life, targets.home)
  const gone = copies.filter(({ folder, hash }) => inspectCopy(folder, hash).is === 'absent')
  const scope = life?.scope ?? 'project'
  const found = isInUse(life?.state) ? await targets.list(scope) : []
  const { conflicts } = sortTargets(skill, found, copies, scope, targets)
  return {
    copies: copies.map(({ folder }) => folder),
    conflicts: [
      ...conflicts,
      ...gone.map(({ folder }) => ({ folder, reason: 'it is gone', theirs: null })),
    ],
  }
}

const REASONS = {
  changed: 'it was changed there by hand',
  foreign: 'a skill of that name is there that is not ours',
}

function readableText(skill: string, skills: SkillsPlace): string {
  const text = readSkillText(skills, skill)
  if (text === null) {
    throw new ReflectError('not-found', `There is no skill "${skill}"`, {
      remedy: '`reflect skills` shows what there is.',
    })
  }
  const reading = parseSkill(text, skill)
  if (reading.ok) return text
  throw new ReflectError('usage', `${skill} can't be installed: ${reading.reason}`, {
    remedy: `Correct it in ${path.join(skills.dir, skill)}.`,
  })
}

/** The copies that are free for us, and what is in the way of the others. */
function sortTargets(
  skill: string,
  found: readonly SkillTarget[],
  known: readonly InstalledCopy[],
  scope: SkillScope,
  { root }: SkillTargets,
): { free: string[]; conflicts: SkillConflict[] } {
  const copies = found.map(({ folder }) => path.join(folder, skill))
  const free: string[] = []
  const conflicts: SkillConflict[] = []
  for (const { folder, readers } of found) {
    const copy = path.join(folder, skill)
    const hash = known.find((one) => one.folder === copy)?.hash ?? null
    const { is, text } = inspectCopy(copy, hash)
    const link = scope === 'project' ? linkBelow(root, folder) : null
    const elsewhere = readers
      .flatMap(({ client, reads }) =>
        reads.map((other) => ({ client, other: path.join(other, skill) })),
      )
      .find(({ other }) => !copies.includes(other) && isThere(other))
    const refuse = (reason: string) => void conflicts.push({ folder: copy, reason, theirs: text })
    // A link to another folder of ours shows the same copy once more.
    if (
      link !== null &&
      copies.some((one) => one !== copy && realPath(folder) === path.dirname(one))
    )
      continue
    if (link !== null) refuse(`${link} is a symbolic link`)
    else if (is === 'changed' || is === 'foreign') refuse(REASONS[is])
    else if (elsewhere !== undefined && !isOurs(elsewhere.other, known))
      refuse(`${elsewhere.client} would see the name twice: it has ${elsewhere.other}`)
    else free.push(copy)
  }
  return { free, conflicts }
}

const isOurs = (folder: string, known: readonly InstalledCopy[]): boolean =>
  known.some((one) => one.folder === folder)

const isThere = (folder: string): boolean =>
  lstatSync(folder, { throwIfNoEntry: false }) !== undefined

/** The first name on the way from the project to a folder that is a link; null when none is. */
function linkBelow(root: string, folder: string): string | null {
  let current = root
  for (const name of path.relative(root, folder).split(path.sep)) {
    current = path.join(current, name)
    if (lstatSync(current, { throwIfNoEntry: false })?.isSymbolicLink()) return current
  }
  return null
}

/** What was recorded of other folders stays; parents that we made go with the last of our copies. */
function planCopies(
  free: readonly string[],
  known: readonly InstalledCopy[],
  all: readonly InstalledCopy[],
  hash: string,
): InstalledCopy[] {
  const fresh = free.map((folder) => {
    const beside = all.filter((one) => path.dirname(one.folder) === path.dirname(folder))
    const made = new Set([...beside.flatMap((one) => one.made), ...missingParents(folder)])
    return { folder, hash, made: [...made].sort() }
  })
  return [...known.filter(({ folder }) => !free.includes(folder)), ...fresh]
}

async function allCopies({ store, targets }: InstallDeps): Promise<InstalledCopy[]> {
  const lives = [...(await readLives(store)).values()]
  return lives.flatMap((life) => copiesOf(life, targets.home))
}

/** The store writes `~` for the home directory. */
function copiesOf(life: SkillState | null, home: string): InstalledCopy[] {
  const full = (folder: string) =>
    folder.startsWith('~/') ? path.join(home, folder.slice(2)) : folder
  return (life?.installed ?? []).map(({ folder, hash, made }) => ({
    folder: full(folder),
    hash,
    made: made.map(full),
  }))
}

/** One line for each copy in a project, relative to whichever work tree it is in. */
async function writeExcludes(deps: InstallDeps): Promise<void> {
  const { store, targets } = deps
  const lives = [...(await readLives(store)).values()].filter(({ scope }) => scope === 'project')
  const lines = lives
    .flatMap((life) => copiesOf(life, targets.home))
    .map(({ folder }) => `/${folder.split(path.sep).slice(-3).join('/')}/`)
  await writeGitExclude(targets.root, [...new Set(lines)].sort(), targets.env)
}

async function record(
  life: SkillState | null,
  step: Parameters<typeof stepOf>[1],
  { store, now }: HostDeps,
): Promise<void> {
  const at = now().toISOString()
  const { record, writes, events } = stepOf(life, step, at)
  await store.once(`skill-state:${record.id}`, () => ({
    writes,
    removes: [],
    events: events.map((event) => ({ ...event, key: `skill-state:${record.id}` })),
    result: null,
  }))
}

const notInUse = (skill: string, state: string): ReflectError =>
  new ReflectError(
    'usage',
    `${skill} is ${state.replace('_', ' ')}; only an active skill is installed`,
    {
      remedy: '`reflect skills proposals` shows what waits for you.',
    },
  )

const noClient = (): ReflectError =>
  new ReflectError('not-found', 'No client that reads skills is on this machine', {
    remedy:
      'Install one, such as Claude Code or Codex; `reflect doctor` lists those that are found.',
  })
