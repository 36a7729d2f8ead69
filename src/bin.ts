/**
 * The program `reflect`: what must be quick is answered here, the rest is loaded when called. The one
 * file that knows several entries: it hands the commands the servers that they start, and knows what is built
 * beside the program.
 */
import { writeSync } from 'node:fs'
import path from 'node:path'
import { isatty } from 'node:tty'
import type { Beside } from './cli/command.js'
import type { Programs } from './wiring/programs.js'

declare const __VERSION__: string

const programs: Programs = {
  findRunningServer: async (...input) =>
    (await import('./server/access/find-running.js')).findRunning(...input),
  serveProject: async (input) => (await import('./server/serve-project.js')).serveProject(input),
  serveTeam: async (input) => (await import('./server/team/serve-team.js')).serveTeam(input),
  createTeamProject: async (input) =>
    (await import('./server/team/serve-team.js')).createTeamProject(input),
  linkTeamPage: async (input) => (await import('./server/team/serve-team.js')).linkTeamPage(input),
  serveMcp: async (input) => (await import('./mcp/serve-mcp.js')).serveMcp(input),
  describeMcpTools: async () => (await import('./mcp/describe-tools.js')).describeTools(),
}

const beside: Beside = {
  demo: () => import('../stories/demo.js'),
  evals: () => import('../evals/evals.js'),
  turns: () => import('../stories/turns.js'),
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--version' || first === '-V') {
  writeSync(1, `${__VERSION__}\n`)
} else if (first === 'hook' && !rest.includes('--help') && !rest.includes('-h')) {
  if (isatty(0)) writeSync(2, 'A hook reads JSON from its agent; see `reflect hook --help`.\n')
  else {
    process.argv.splice(2, 1)
    require(path.join(__dirname, '..', 'hook', 'hook.cjs'))
  }
} else {
  void import('./cli/main.js').then(({ main }) => main(process.argv.slice(2), { programs, beside }))
}
