/** The user's checks of one project with what runs them: what a stop, a watcher and the CLI are lent. */
import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { Agent } from '../agent.js'
import type { CheckRunner, OwnChecks } from '../checks.js'
import { createProcessRunner } from '../checks/process-runner.js'
import { readChecks } from '../config/checks-file.js'
import type { Env } from '../config/paths.js'
import { readCheckOutput } from '../read/output/read-check-output.js'
import type { CheckOutput } from '../read/output/read-check-output.js'
import { ranNoTest } from '../read/shell/ran-no-test.js'
import { checkLine } from '../util/command-line.js'
import { runGit } from '../util/git.js'
import { readBounded } from '../util/read-bounded.js'
import { sha256 } from '../util/sha256.js'
import { uniqueId } from '../util/unique-id.js'
import type { Workspace } from './workspace.js'

export interface OpenChecksInput {
  workspace: Workspace
  env: Env
  home: string
  platform: NodeJS.Platform
  now(): Date
  /** The client at whose stop they run; absent for a person who runs them. */
  agent?: Agent
}

/** null where there are none. */
export async function openChecks(input: OpenChecksInput): Promise<OwnChecks | null> {
  const { workspace, env } = input
  const list = await readChecks({ ...input, stateDir: workspace.stateDir })
  if (list.length === 0) return null
  return {
    list,
    runner: openCheckRunner(input),
    changedSince,
    hiddenFiles,
    isPermitted: async (check, permissionMode) => {
      const permits = await input.agent?.loadPermits?.()
      if (permits === undefined) return false
      const place = { env, home: input.home, projectRoot: workspace.root, permissionMode, readText }
      return permits(checkLine(check), place)
    },
  }
}

export function openCheckRunner({
  workspace: { stateDir },
  env,
  now,
}: Pick<OpenChecksInput, 'workspace' | 'env' | 'now'>): CheckRunner {
  return createProcessRunner({
    env,
    lockFile: (worktree) => path.join(stateDir, `check-${sha256(worktree).slice(0, 16)}.lock`),
    read,
    now,
    nextId: () => uniqueId(now()),
  })
}

/** A check that ran no test shows nothing, however it ended. */
function read(output: string, exitCode: number | null, command: string): CheckOutput {
  const none = exitCode === 0 ? ranNoTest(command, output) : null
  return none === null
    ? readCheckOutput(output, exitCode)
    : { failure: { tests: [], error: `it ran no test: ${none}` }, started: false }
}

/** Commands and clients keep times to the second at best. */
const SLACK_MS = 1000

function changedSince(worktree: string, files: readonly string[], since: string): string[] {
  const from = Date.parse(since) - SLACK_MS
  return files.filter((file) => {
    const stat = lstatSync(path.join(worktree, file), { throwIfNoEntry: false })
    return stat === undefined || Math.max(stat.mtimeMs, stat.ctimeMs) >= from
  })
}

/** `git ls-files -v`: a small letter says assume-unchanged, an S skip-worktree. */
async function hiddenFiles(worktree: string): Promise<string[] | null> {
  const listed = await runGit(['ls-files', '-v', '-z'], { cwd: worktree, timeoutMs: GIT_MS })
  if (!listed.ok) return null
  const lines = listed.stdout.toString('utf8').split('\0')
  return lines.filter((line) => /^[a-zS] /.test(line)).map((line) => line.slice(2))
}

const GIT_MS = 1000

const MAX_SETTINGS_BYTES = 1024 * 1024

function readText(file: string): string | null {
  const read = readBounded(file, { followLink: true, maxBytes: MAX_SETTINGS_BYTES })
  if (read.state === 'absent') return null
  return read.state === 'bytes' ? read.bytes.toString('utf8') : 'unreadable'
}
