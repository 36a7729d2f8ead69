import path from 'node:path'
import { ReflectError } from '../schema/error.js'
import type { IgnoredSetting } from './loaded-config.js'
import type { ConfigProblem } from './problem.js'
import { PROJECT_FILE } from './paths.js'
import type { Project } from './project.js'
import { readSettings } from './read-settings.js'
import { keepSafe } from './safe-keys.js'
import { readGrants, TRUST_FILE, type Grant } from './trust-file.js'
import { sha256 } from '../util/sha256.js'
import { BEYOND_TOTAL, listTrustFiles, type TrustFile } from './trust-listing.js'
import { writeState } from './write-state.js'

/** What a project's files would do if they were trusted. */
export interface TrustReview {
  root: string
  files: TrustFile[]
  /** Settings of `reflection.yaml` that have no effect until then. */
  settings: IgnoredSetting[]
  /** Why `reflection.yaml` would still not be read. */
  problems: ConfigProblem[]
}

/** A file that is not what was trusted. */
interface TrustChange {
  path: string
  change: 'edited' | 'added' | 'removed'
}

/** Whether the project's files are the ones that their user trusted. */
export type TrustStatus =
  | { state: 'none' }
  | { state: 'trusted'; grantedAt: string; files: Readonly<Record<string, string>> }
  | { state: 'revoked-by-change'; grantedAt: string; files: TrustChange[] }

/** Shows what trusting this work tree would mean. Changes nothing. */
export async function reviewTrust(project: Project): Promise<TrustReview> {
  const { root } = project
  const files = listTrustFiles(root)
  const file = path.join(root, PROJECT_FILE)
  const read = readSettings(file, { followLink: false })
  if (read.state !== 'text') return { root, files, settings: [], problems: [] }
  // What is shown must be what is hashed, even if the file changed between the two readings.
  const reviewed = files.map((entry) =>
    entry.path === PROJECT_FILE ? { ...entry, sha256: sha256(read.bytes), refused: null } : entry,
  )
  const { parseSettings } = await import('./parse-settings.js')
  const { settings, problems } = parseSettings(read.text, file, 'project')
  return { root, files: reviewed, settings: keepSafe(settings).ignored, problems }
}

/** Trusts exactly what was reviewed: files that changed since then are not trusted. */
export async function grantTrust(stateDir: string, review: TrustReview, now: Date): Promise<void> {
  if (review.files.every((file) => file.sha256 === null)) {
    const remedy = `Trust is about ${PROJECT_FILE}, .reflection/prompts and .reflection/skills.`
    throw new ReflectError('not-found', `${review.root} has nothing to trust`, { remedy })
  }
  const files = fingerprints(review.files)
  const grant: Grant = { root: review.root, grantedAt: now.toISOString(), files }
  await writeGrants(stateDir, [...otherGrants(stateDir, review.root), grant])
}

/** Takes trust back from this work tree; says whether there was any. */
export async function revokeTrust(stateDir: string, project: Project): Promise<boolean> {
  const grants = readGrants(stateDir)
  const others = otherGrants(stateDir, project.root)
  if (others.length === grants.length) return false
  await writeGrants(stateDir, others)
  return true
}

/** Compares the work tree with what was trusted in it: an edit, a new or a missing file revokes. */
export function trustStatus(stateDir: string, project: Project): TrustStatus {
  const grant = readGrants(stateDir).find(({ root }) => root === project.root)
  if (grant === undefined) return { state: 'none' }
  const { grantedAt, files } = grant
  const changes = compare(new Map(Object.entries(files)), listTrustFiles(project.root))
  if (changes.length > 0) return { state: 'revoked-by-change', grantedAt, files: changes }
  return { state: 'trusted', grantedAt, files }
}

/** Whether these bytes are what was trusted under this path. */
export function isTrustedFile(status: TrustStatus, file: string, bytes: Uint8Array): boolean {
  return status.state === 'trusted' && status.files[file] === sha256(bytes)
}

function compare(granted: ReadonlyMap<string, string>, present: TrustFile[]): TrustChange[] {
  const now = new Map(Object.entries(fingerprints(present)))
  const gone = [...granted.keys()]
    .filter((file) => !now.has(file))
    .map((path): TrustChange => ({ path, change: 'removed' }))
  const differing = [...now]
    .filter(([path, hash]) => granted.get(path) !== hash || hash === UNREAD)
    .map(([path]): TrustChange => ({ path, change: granted.has(path) ? 'edited' : 'added' }))
  return [...gone, ...differing].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** What was never read can't be compared: it may be anything by now. */
const UNREAD = `refused: ${BEYOND_TOTAL}`

/** Refused files are recorded too: a link that appears later is a change like any other. */
function fingerprints(files: readonly TrustFile[]): Record<string, string> {
  return Object.fromEntries(
    files.map((file) => [file.path, file.sha256 ?? `refused: ${file.refused}`]),
  )
}

function otherGrants(stateDir: string, root: string): Grant[] {
  return readGrants(stateDir).filter((grant) => grant.root !== root)
}

async function writeGrants(stateDir: string, grants: Grant[]): Promise<void> {
  await writeState(path.join(stateDir, TRUST_FILE), { version: 1, grants })
}
