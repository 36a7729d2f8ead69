import { runGit } from '../../util/git.js'

const TIMEOUT_MS = 1500
const MAX_BYTES = 64 * 1024

/** Whether git shows no change to any of the files; false where it can't be asked. */
export async function isUnchanged(root: string, files: readonly string[]): Promise<boolean> {
  const args = ['status', '--porcelain', '--untracked-files=all', '--', ...files]
  const status = await runGit(args, { cwd: root, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
  return status.ok && status.stdout.length === 0
}
