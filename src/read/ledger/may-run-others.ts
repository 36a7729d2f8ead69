import type { CommandRun } from '../../schema/evidence.js'

/** A build, a hook of a commit, a script or a runner of tasks may run other checks, which no record shows. */
export const mayRunOthers = ({ kind, command }: CommandRun): boolean =>
  (kind !== 'other' && kind !== 'git') ||
  /\b(?:commit|push|rebase|merge|make|just|task|npm|pnpm|yarn|sh|bash|docker)\b|\.\w*sh\b|\.\/\w/.test(
    command,
  )
