import { existsSync } from 'node:fs'
import path from 'node:path'

/** Whether a rebase has begun and not ended: HEAD is then a commit on the way. */
export const isRebasing = (gitDir: string): boolean =>
  ['rebase-merge', 'rebase-apply'].some((name) => existsSync(path.join(gitDir, name)))
