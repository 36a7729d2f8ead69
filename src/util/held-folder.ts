import { closeSync, constants, existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { UNSAFE_TARGET } from './our-folder.js'

/** A folder that stays the one that it was when it was looked at, whatever is put in its place. */
export interface HeldFolder {
  path: string
  close(): void
}

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants

/**
 * Opens the folders from `root` down to `folder` one within the other; throws with `code: 'EUNSAFE'` where one
 * on the way is a link. Node can't open beside a descriptor but through Linux's `/proc`: null elsewhere.
 */
export function holdFolder(root: string, folder: string): HeldFolder | null {
  if (process.platform !== 'linux' || !existsSync('/proc/self/fd')) return null
  let held = openSync(root, O_RDONLY | O_DIRECTORY)
  for (const name of path.relative(root, folder).split(path.sep)) {
    const above = held
    try {
      held = openSync(`/proc/self/fd/${above}/${name}`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch (cause) {
      const message = `${folder} is not a folder of its own`
      throw Object.assign(new Error(message, { cause }), { code: UNSAFE_TARGET })
    } finally {
      closeSync(above)
    }
  }
  return { path: `/proc/self/fd/${held}`, close: () => closeSync(held) }
}
