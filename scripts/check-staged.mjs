// The pre-commit hook: lint and format of the files that a commit changes, as they lie in the working
// tree. Seconds; `npm run check` does the rest.
import { execFileSync, spawnSync } from 'node:child_process'

const LINT = ['node_modules/oxlint/bin/oxlint', '--deny-warnings']
const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '--check']

const listed = execFileSync(
  'git',
  ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'],
  { encoding: 'utf8' },
)
const files = listed.split('\0').filter((file) => file !== '')
if (files.length > 0) {
  const codes = [LINT, FORMAT].map(
    ([program, ...args]) =>
      spawnSync(
        process.execPath,
        [program, ...args, '--no-error-on-unmatched-pattern', '--', ...files],
        { stdio: 'inherit' },
      ).status,
  )
  if (codes.some((code) => code !== 0)) {
    console.error('Not committed. `npm run format` formats; stage the files again.')
    process.exitCode = 1
  }
}
