/** A log with the names of each commit's files; no program that the repository names is asked. */
export const NAME_LOG_ARGS = [
  'log',
  '-z',
  '--name-only',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
] as const
