import { access } from 'node:fs/promises'
import path from 'node:path'

/** Whether a rebase has begun and not ended: HEAD is then a commit on the way. */
export async function isRebasing(gitDir: string): Promise<boolean> {
  const marks = ['rebase-merge', 'rebase-apply'].map((name) => path.join(gitDir, name))
  const found = await Promise.all(
    marks.map((mark) =>
      access(mark).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}
