import path from 'node:path'
import type { LoadedConfig, Origin } from '../../config/loaded-config.js'
import { PROJECT_FILE } from '../../config/paths.js'
import { reviewTrust } from '../../config/trust.js'
import { count } from '../../util/count.js'
import { IGNORED_PROJECT_FILE } from '../ignored-project-file.js'
import { about } from './check.js'
import type { Check, CheckResult } from './check.js'

const { ok, notice } = about('config')
const trust = about('trust')

/** What the config says that has no effect, and whether the project's files are still trusted. */
export const checkConfig: Check = async ({ workspace: { loaded }, isPaused }) => {
  const results: CheckResult[] = [
    ...loaded.problems
      .filter(({ revokesTrust }) => !revokesTrust)
      .map(({ message }) => notice(message, 'Fix it, or remove the line.')),
    ...(loaded.isProjectFileIgnored ? [notice(IGNORED_PROJECT_FILE, null)] : []),
    ...loaded.aliases.map(({ file, line, alias, key }) =>
      notice(`${file}:${line}: ${alias} is an old spelling`, `Write ${key} instead.`),
    ),
    ...(await checkTrust(loaded)),
  ]
  const { mode } = loaded.values
  const off = mode === 'off' && !isPaused ? `off, because ${whyOff(loaded.origins['mode'])}` : null
  if (results.length > 0) return off === null ? results : [...results, ok(off)]
  return [ok(`valid; ${isPaused ? 'paused' : (off ?? `the mode is ${mode}`)}`)]
}

function whyOff({ source, file, line, variable }: Origin = { source: 'default' }): string {
  if (variable === 'CI') return 'CI is true and REFLECTION_MODE is not set'
  const place = variable ?? (file === undefined ? null : `${file}:${line ?? 1}`)
  return place === null || source === 'default' ? 'nothing sets a mode' : `${place} says so`
}

async function checkTrust(loaded: LoadedConfig): Promise<CheckResult[]> {
  if (loaded.trust === 'trusted') return []
  if (loaded.trust === 'revoked-by-change') return [revoked(loaded)]
  const { files } = await reviewTrust(loaded.project)
  const remedy = 'Read it; if you want it, run `reflect trust`.'
  return [
    ...loaded.ignored.map(({ file, line, key, value, reason }) =>
      notice(`${file}:${line}: ${key}: ${value} is ignored: ${reason}`, remedy),
    ),
    ...files
      .filter(({ path }) => path !== PROJECT_FILE)
      .map(({ path, refused }) =>
        trust.notice(`${path} is not used: ${refused ?? 'not trusted'}`, remedy),
      ),
  ]
}

function revoked({ problems, ignored, project }: LoadedConfig): CheckResult {
  const changed = problems
    .filter(({ revokesTrust }) => revokesTrust)
    .map(({ file }) => path.relative(project.root, file ?? ''))
  const without =
    ignored.length === 0
      ? ''
      : `; ${count(ignored.length, 'setting has', 'settings have')} no effect`
  return trust.notice(
    `revoked, because ${changed.join(', ')} changed since you trusted it${without}`,
    'Look at the change; if you want it, run `reflect trust` again.',
  )
}
