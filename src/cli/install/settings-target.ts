import { lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { readBounded } from '../../util/read-bounded.js'
import { ReflectError } from '../../schema/error.js'
import { isInside } from '../../util/is-inside.js'

const MAX_BYTES = 4 * 1024 * 1024

/**
 * The real path of a settings file. A link is followed only when it stays under `root` (the home
 * for the user's own files, the project for a project's): dotfiles are often linked, and a
 * repository must not lead us elsewhere.
 */
export function resolveTarget(file: string, root: string): string {
  const base = isInside(file, root) ? root : path.dirname(file)
  const target = realTarget(file)
  const realBase = realTarget(base)
  if (target === null || realBase === null) throw unsafe(file, 'is a link that leads nowhere')
  if (isInside(target, realBase)) return target
  throw unsafe(file, `is a link out of ${base}, to ${target}`)
}

/** The text as it stands, byte order mark included; null when there is no file. */
export function readTarget(target: string): string | null {
  const read = readBounded(target, { followLink: false, maxBytes: MAX_BYTES })
  if (read.state === 'absent') return null
  if (read.state === 'refused') throw unsafe(target, read.reason)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes)
  } catch (cause) {
    throw new ReflectError('config-invalid', `${target} is not UTF-8 text`, {
      cause,
      remedy: 'Save it as UTF-8; nothing was changed.',
    })
  }
}

/** The real path, also of what is not there yet; null behind a link that leads nowhere. */
function realTarget(file: string): string | null {
  let existing = file
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) {
    const parent = path.dirname(existing)
    if (parent === existing) break
    existing = parent
  }
  try {
    return path.join(realpathSync(existing), path.relative(existing, file))
  } catch {
    return null
  }
}

const unsafe = (file: string, reason: string): ReflectError =>
  new ReflectError('unsafe-path', `${file} ${reason}`, {
    remedy: 'Replace it with a regular file, or with a link that stays where it belongs.',
  })
