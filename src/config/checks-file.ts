/**
 * The user's own checks of one project. They lie in the user's config folder, where neither a
 * repository nor a server writes; nothing else is ever run.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Check } from '../schema/check.js'
import { ReflectError } from '../schema/error.js'
import { readBounded } from '../util/read-bounded.js'
import { writeAtomic } from '../util/write-atomic.js'
import { configHome } from './paths.js'
import type { Env } from './paths.js'

export interface ChecksPlace {
  env: Env
  home: string
  platform: NodeJS.Platform
  /** The project's folder in the state directory, whose name stands for the project. */
  stateDir: string
}

const checksFile = ({ env, home, platform, stateDir }: ChecksPlace): string =>
  path.join(
    configHome(env, home, platform),
    'reflectory',
    'checks',
    `${path.basename(stateDir)}.json`,
  )

/** Whether anything was ever added here: one question to the file system. */
export const hasChecks = (place: ChecksPlace): boolean => existsSync(checksFile(place))

const MAX_BYTES = 1024 * 1024

/** The checks; none where there is no file. Throws `config-invalid` for one that can't be used. */
export async function readChecks(place: ChecksPlace): Promise<Check[]> {
  const file = checksFile(place)
  const read = readBounded(file, { followLink: true, maxBytes: MAX_BYTES })
  if (read.state === 'absent') return []
  const { ChecksFile } = await import('../schema/checks-file.js')
  const parsed =
    read.state === 'bytes' ? ChecksFile.safeParse(parse(read.bytes.toString('utf8'))) : null
  if (parsed?.success) return parsed.data.checks
  throw new ReflectError('config-invalid', `${file} is not a list of checks`, {
    remedy: 'Fix it, or delete it and add the checks again with `reflect checks add`.',
  })
}

export async function writeChecks(
  place: ChecksPlace,
  project: string,
  checks: readonly Check[],
): Promise<void> {
  const text = `${JSON.stringify({ version: 1, project, checks }, null, 2)}\n`
  await writeAtomic(checksFile(place), text, { mode: 0o600 })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
