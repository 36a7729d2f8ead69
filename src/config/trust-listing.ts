import { lstatSync, readdirSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { PROJECT_FILE } from './paths.js'
import { readBounded } from '../util/read-bounded.js'
import { sha256 } from '../util/sha256.js'

/** One of a project's files that only count when trusted. */
export interface TrustFile {
  /** Relative to the root, with `/`. */
  path: string
  /** Null when the file can't be trusted at all. */
  sha256: string | null
  refused: string | null
}

const FOLDERS = [
  { folder: '.reflection/prompts', maxDepth: 0 },
  { folder: '.reflection/skills', maxDepth: 8 },
]
const MAX_FILES = 1000
const MAX_FILE_BYTES = 1024 * 1024
/** A hook hashes all of it at each event; one file more may be read. */
const MAX_TOTAL_BYTES = 4 * 1024 * 1024

/** Why a file was not even read; with any such file trust does not hold. */
export const BEYOND_TOTAL = 'is beyond the 4 MB that trust looks at'

interface Listing {
  files: TrustFile[]
  bytes: number
}

/** The files that trust is about, sorted. Links and what lies behind them are listed as refused. */
export function listTrustFiles(root: string): TrustFile[] {
  const listing: Listing = { files: [], bytes: 0 }
  look(root, PROJECT_FILE, listing)
  for (const { folder, maxDepth } of FOLDERS) {
    if (isInTree(root, folder, listing.files)) descend(root, folder, maxDepth, listing)
  }
  return listing.files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function look(root: string, file: string, listing: Listing): void {
  const { files } = listing
  if (listing.bytes >= MAX_TOTAL_BYTES) return void files.push(refuse(file, BEYOND_TOTAL))
  const options = { followLink: false, maxBytes: MAX_FILE_BYTES }
  const read = readBounded(path.join(root, file), options)
  if (read.state === 'bytes') {
    listing.bytes += read.bytes.length
    files.push({ path: file, sha256: sha256(read.bytes), refused: null })
  }
  if (read.state === 'refused') files.push(refuse(file, read.reason))
}

/** Whether each folder on the way is a folder and no link, so that nothing leaves the tree. */
function isInTree(root: string, folder: string, files: TrustFile[]): boolean {
  const parts = folder.split('/')
  return parts.every((_, index) => {
    const part = parts.slice(0, index + 1).join('/')
    const stat = lstatSync(path.join(root, part), { throwIfNoEntry: false })
    const isKnown = files.some((file) => file.path === part)
    if (stat?.isSymbolicLink() && !isKnown) files.push(refuse(part, 'is a symbolic link'))
    return stat?.isDirectory() ?? false
  })
}

function descend(root: string, folder: string, depth: number, listing: Listing): void {
  const { files } = listing
  for (const entry of entries(path.join(root, folder))) {
    const file = `${folder}/${entry.name}`
    if (files.length >= MAX_FILES) return
    if (!entry.isDirectory()) look(root, file, listing)
    else if (depth > 0) descend(root, file, depth - 1, listing)
    else files.push(refuse(file, 'is nested too deeply'))
  }
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function refuse(file: string, reason: string): TrustFile {
  return { path: file, sha256: null, refused: reason }
}
