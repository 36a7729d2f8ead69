import { PROJECT_FILE } from '../../config/paths.js'
import { reviewTrust } from '../../config/trust.js'
import { notice, ok } from './check.js'
import type { Check, CheckResult } from './check.js'

/** What the config says that has no effect, and whether the project's files are still trusted. */
export const checkConfig: Check = async ({ workspace: { loaded } }) => {
  const { problems, ignored, aliases, trust, values } = loaded
  const results: CheckResult[] = [
    ...problems.map(({ message }) => notice('config', message, 'Mend it, or remove the line.')),
    ...ignored.map(({ file, line, key, value, reason }) =>
      notice(
        'config',
        `${file}:${line}: ${key}: ${value} is ignored: ${reason}`,
        'Read it, then `reflect trust`, if you want it.',
      ),
    ),
    ...aliases.map(({ file, line, alias, key }) =>
      notice('config', `${file}:${line}: ${alias} is an old name`, `Write ${key} instead.`),
    ),
  ]
  if (trust !== 'trusted') {
    const review = await reviewTrust(loaded.project)
    results.push(
      ...review.files
        .filter(({ path }) => path !== PROJECT_FILE)
        .map(({ path, refused }) =>
          notice(
            'trust',
            `${path} is not used: ${refused ?? 'not trusted'}`,
            'Read it, then `reflect trust`, if you want it.',
          ),
        ),
    )
  }
  if (trust === 'revoked-by-change') {
    results.push(
      notice(
        'trust',
        "the project's files changed since you trusted them",
        'Look again with `reflect trust`.',
      ),
    )
  }
  return results.length === 0 ? [ok('config', `valid; the mode is ${values.mode}`)] : results
}
