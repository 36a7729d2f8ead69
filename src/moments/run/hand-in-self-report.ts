import path from 'node:path'
import { readEnvironment } from '../../config/environment.js'
import { outputFile } from '../../config/output-file.js'
import type { Env } from '../../config/paths.js'
import { findProject } from '../../config/project.js'
import { isTracked } from '../../read/repository/is-tracked.js'
import { hideHome } from '../../safety/home-path.js'
import { redactValue } from '../../safety/redact.js'
import { safeId } from '../../safety/safe-id.js'
import { ReflectError } from '../../schema/error.js'
import { SelfReport } from '../../schema/self-report.js'
import { openOwnFolder } from '../../util/own-folder.js'
import { uniqueId } from '../../util/unique-id.js'
import { writeAtomic } from '../../util/write-atomic.js'

export interface HandInPlace {
  cwd: string
  env: Env
  /** The home directory, for which the file says `~`. */
  home: string
  /** The only session whose stop may use it; null: the project's next stop. */
  sessionId: string | null
}

/**
 * Puts an agent's word on its own work where the next capture looks for it, free of secrets.
 * Returns the file. Refuses a place that would not be believed, or that leads elsewhere.
 */
export async function handInSelfReport(
  report: SelfReport,
  { cwd, env, home, sessionId }: HandInPlace,
): Promise<string> {
  const { root } = findProject(cwd)
  const { environment } = readEnvironment(env)
  const folder = path.join(root, '.reflection')
  const file =
    environment.input === null
      ? path.join(folder, 'reflection-input.json')
      : outputFile(environment.input, { cwd: root, env, home, platform: process.platform })
  if (await isTracked({ root, file })) {
    throw new ReflectError('untrusted', `${file} is tracked by git, so it would be ignored`, {
      remedy: `git rm --cached ${path.relative(root, file)}`,
    })
  }
  const inTheWay = environment.input === null ? await openOwnFolder(folder) : null
  if (inTheWay !== null) throw notWritten(file, `${inTheWay} is not a real folder`)
  const clean = {
    ...withoutSecrets(report),
    submission_id: uniqueId(new Date()),
    ...(sessionId === null ? {} : { session_id: safeId(sessionId) }),
  }
  try {
    const text = hideHome(home)(JSON.stringify(clean, null, 2))
    await writeAtomic(file, `${text}\n`, {
      mode: 0o600,
      ...(environment.input === null ? { root } : {}),
    })
  } catch (cause) {
    throw notWritten(file, (cause as Error).message, cause)
  }
  return file
}

function withoutSecrets(report: SelfReport): SelfReport {
  const clean = SelfReport.safeParse(redactValue(report))
  if (clean.success) return clean.data
  throw new ReflectError('payload-invalid', 'With its secrets taken out the report is too long', {
    cause: clean.error,
    remedy: 'Leave the secrets out.',
  })
}

const notWritten = (file: string, reason: string, cause?: unknown): ReflectError =>
  new ReflectError('unsafe-path', `${file} can't be written: ${reason}`, {
    cause,
    remedy: 'Look at who put it there, then remove it.',
  })
