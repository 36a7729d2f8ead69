import { outside } from './command.js'
import type { CliContext, CliNoun, CliVerb } from './command.js'

type Load = (context: CliContext) => Promise<{ command: CliVerb | CliNoun }>
/** By name: what the list of commands says of it, and what loads it when it is called. */
type Group = Readonly<Record<string, readonly [summary: string, load: Load]>>

/** Every command, under the heading of the help and in the order in which it stands there. */
export const registry: Readonly<Record<string, Group>> = {
  'Every day': {
    status: ['what is on, what was seen last', () => import('./commands/status.js')],
    why: [
      'explain the last decision in this project, with its evidence',
      () => import('./commands/why.js'),
    ],
    wrong: [
      'mark the decision that `why` shows as wrong; --undo takes it back',
      () => import('./commands/wrong.js'),
    ],
    search: [
      'find words in what was asked, said, run and changed',
      () => import('./commands/search.js'),
    ],
    checks: [
      'your definition of done: commands that have to be green when an agent stops',
      () => import('./commands/checks.js'),
    ],
    review: [
      'review a change: its risk, weakened checks, what of a request is missing',
      () => import('./commands/review.js'),
    ],
    risk: ['rate the current change: does it need a review?', () => import('./commands/risk.js')],
    pause: ['switch off here, for a session or for a while', () => import('./commands/pause.js')],
    resume: ['end a pause', () => import('./commands/resume.js')],
    serve: [
      'all of it on a page in your browser; also the API and the background loop',
      () => import('./commands/serve.js'),
    ],
  },
  'Look back': {
    audit: [
      'the sessions that are on this machine already: cost, red ends, loops, what waits',
      () => import('./commands/audit.js'),
    ],
    outcomes: [
      'how the sessions of this project ended, and how that is known',
      () => import('./commands/outcomes.js'),
    ],
    runs: [
      'the recorded runs, newest first, or one of them in full',
      () => import('./commands/runs.js'),
    ],
    evidence: [
      'what a recorded session asked for, did, proved and claimed',
      () => import('./commands/evidence.js'),
    ],
    digest: [
      'the last days on one page: done, caught, cost, failing, waiting',
      () => import('./commands/digest.js'),
    ],
    cost: [
      'what model calls cost, by role, model, backend or day',
      () => import('./commands/cost.js'),
    ],
  },
  Learn: {
    lessons: [
      'what failed attempts taught, and whether it helped',
      () => import('./commands/lessons.js'),
    ],
    recall: [
      'which lessons and memories an agent would be shown for a text, and why',
      () => import('./commands/recall.js'),
    ],
    memory: [
      'what you said that also applies to later sessions, and what turns left behind',
      () => import('./commands/memory.js'),
    ],
    self: ['measured facts about this agent in this project', () => import('./commands/self.js')],
    cycle: [
      'what keeps failing across your sessions and runs, and what should change',
      () => import('./commands/cycle.js'),
    ],
    skills: [
      'skills that agents read: review, approve, install, retire, roll back',
      () => import('./commands/skills.js'),
    ],
    tasks: [
      'recurring agent work: add, run, pause, resume, report',
      () => import('./commands/tasks.js'),
    ],
    experiment: [
      'does self-reflection tell us anything? P1 to P3 on your data',
      () => import('./commands/experiment.js'),
    ],
    train: [
      'make a reader of your own from what `reflect wrong` kept',
      () => import('./commands/train.js'),
    ],
  },
  Team: {
    login: ['let this project take part in a team', () => import('./commands/login.js')],
    logout: ['leave the team on this machine', () => import('./commands/logout.js')],
    sync: [
      'send what was learnt here, fetch what others learnt',
      () => import('./commands/sync.js'),
    ],
    migrate: [
      "copy this project's store to a PostgreSQL database",
      () => import('./commands/migrate.js'),
    ],
    team: [
      'who is in; invite, revoke, propose, accept, and who changed what',
      () => import('./commands/team.js'),
    ],
  },
  'Set up': {
    demo: [
      'a story told by the real pipeline; no key, no network',
      (context) => outside(context).demo(),
    ],
    init: [
      'create a commented config, for you or for this project',
      () => import('./commands/init.js'),
    ],
    install: ["put the hooks into an agent's settings", () => import('./commands/install.js')],
    upgrade: [
      'move installed hooks to the version of this program',
      () => import('./commands/upgrade.js'),
    ],
    uninstall: ['remove exactly what was installed', () => import('./commands/uninstall.js')],
    config: [
      'the settings in force here, where each comes from, and set one',
      () => import('./commands/config.js'),
    ],
    trust: [
      "review and trust this project's own config and prompts",
      () => import('./commands/trust.js'),
    ],
    doctor: ['find what is broken and say how to fix it', () => import('./commands/doctor.js')],
    db: [
      'the database: path, export, import, adopt, rebuild, vacuum',
      () => import('./commands/db.js'),
    ],
  },
  'For programs': {
    judge: [
      'is it really done? the verdict on a transcript or a case file',
      () => import('./commands/judge.js'),
    ],
    evals: [
      'how right the rules, a model or both are on the cases that ship',
      (context) => outside(context).evals(),
    ],
    turns: [
      'play a declared scenario of turns and see what is remembered',
      (context) => outside(context).turns(),
    ],
    report: ["submit an agent's view of its own work", () => import('./commands/report.js')],
    mcp: [
      'tools for any agent that speaks MCP, on standard input and output',
      () => import('./commands/mcp.js'),
    ],
    hook: [
      "answer one event of an agent (what an agent's hook calls)",
      () => import('./commands/hook.js'),
    ],
  },
}
