import type { CommandRun } from '../../schema/evidence.js'

/** A build, a hook of a commit, a script or a runner of tasks may run other checks, which no record shows. */
export const mayRunOthers = ({ kind, command }: CommandRun): boolean =>
  RUNS_SCRIPTS.has(kind) ||
  /\b(?:commit|push|rebase|merge|make|just|task|npm|pnpm|yarn|sh|bash|docker)\b|\.\w*sh\b|\.\/\w/.test(
    command,
  )

const RUNS_SCRIPTS: ReadonlySet<string> = new Set(['run', 'build', 'deploy', 'install', 'migrate'])
