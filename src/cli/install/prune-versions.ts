import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { makeOurFolder, whatIsInstead } from '../../util/our-folder.js'
import { writeAtomic } from '../../util/write-atomic.js'

/** A session calls the hooks that it began with; few run for longer than this. */
const KEPT_MS = 14 * 24 * 3_600_000

const VERSION = /^\d+\.\d+\.\d+(?:[-+][\w.+-]{1,60})?$/
/** What a copied hook's folder is called after its version. */
export const COPY = /^[0-9a-f]{12}(?:\.(?:old|link))?$/

/**
 * Removes hooks of versions that no settings name any more, two weeks after that was first seen: a
 * session that still runs may call them until then. Returns the versions that went.
 */
export async function pruneVersions(
  dataDir: string,
  { inUse, now }: { inUse: ReadonlySet<string>; now: Date },
): Promise<string[]> {
  const pruned: string[] = []
  if (whatIsInstead(path.join(dataDir, 'retired')) !== null) return pruned
  for (const version of list(dataDir).filter((name) => VERSION.test(name))) {
    const mark = path.join(dataDir, 'retired', version)
    const since = readMark(mark)
    if (inUse.has(version)) await rm(mark, { force: true })
    else if (since === null) await writeMark(mark, now)
    else if (since < now.getTime() - KEPT_MS && (await removeVersion(dataDir, version))) {
      await rm(mark, { force: true })
      pruned.push(version)
    }
  }
  return pruned
}

/** Since when nothing names a version, in milliseconds since 1970; null when that is not known. */
function readMark(file: string): number | null {
  try {
    const since = Date.parse(readFileSync(file, 'utf8').trim())
    return Number.isNaN(since) ? null : since
  } catch {
    return null
  }
}

async function writeMark(file: string, now: Date): Promise<void> {
  makeOurFolder(path.dirname(file))
  await writeAtomic(file, `${now.toISOString()}\n`, { mode: 0o600 })
}

/** The link that settings named, and the folders that it led to. A process may hold one open. */
async function removeVersion(dataDir: string, version: string): Promise<boolean> {
  const folders = list(dataDir).filter(
    (name) => name.startsWith(`.${version}.`) && COPY.test(name.slice(version.length + 2)),
  )
  try {
    for (const name of [version, ...folders]) {
      await rm(path.join(dataDir, name), { recursive: true, force: true })
    }
    return true
  } catch {
    return false
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
