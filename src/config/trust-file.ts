import path from 'node:path'
import { readSettings } from './read-settings.js'

/** The trust record's name in a project's state directory. */
export const TRUST_FILE = 'trust.json'

/** What a user trusted in one work tree: each file's sha256, or why it was refused. */
export interface Grant {
  root: string
  grantedAt: string
  files: Record<string, string>
}

/** The grants of all work trees of a project. A record that can't be understood grants nothing. */
export function readGrants(stateDir: string): Grant[] {
  const file = readSettings(path.join(stateDir, TRUST_FILE), { followLink: false })
  if (file.state !== 'text') return []
  try {
    const { version, grants } = JSON.parse(file.text) as { version: unknown; grants: unknown }
    return version === 1 && Array.isArray(grants) ? grants.filter(isGrant) : []
  } catch {
    return []
  }
}

function isGrant(value: unknown): value is Grant {
  if (typeof value !== 'object' || value === null) return false
  const { root, grantedAt, files } = value as Record<string, unknown>
  if (typeof root !== 'string' || typeof grantedAt !== 'string') return false
  if (typeof files !== 'object' || files === null) return false
  return Object.values(files).every((hash) => typeof hash === 'string')
}
