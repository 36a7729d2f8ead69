import type { CliCommand, CliNoun } from './command.js'

export interface RegisteredCommand {
  name: string
  summary: string
  group: 'Every day' | 'Look back' | 'Learn' | 'Team' | 'Set up' | 'For programs'
  /** What to type instead; the old name works for one more version and is not listed. */
  newName?: string
  /** Whether this call approves something, weakens judgement or shows other projects: then a person has to make it. */
  needsPerson?(call: CommandCall): boolean
  load(): Promise<{ command: CliCommand | CliNoun }>
}

/** What was typed behind the command's name. */
interface CommandCall {
  words: readonly string[]
  options: Readonly<Record<string, unknown>>
}

const always = (): boolean => true
const unlessDry = ({ options }: CommandCall): boolean => options['dryRun'] !== true
/** Solo is the only mode that judges at every stop. */
const weakensMode = ({ options: { mode } }: CommandCall): boolean =>
  mode !== undefined && mode !== 'solo'

/** Every command, in the order of the help text. A command's file is loaded when it is called. */
export const registry: readonly RegisteredCommand[] = [
  {
    name: 'status',
    group: 'Every day',
    summary: 'what is on, what was seen last',
    load: () => import('./commands/status.js'),
  },
  {
    name: 'why',
    group: 'Every day',
    summary: 'explain the last decision in this project, with its evidence',
    load: () => import('./commands/why.js'),
  },
  {
    name: 'wrong',
    group: 'Every day',
    summary: 'mark the decision that `why` shows as wrong; --undo takes it back',
    needsPerson: always,
    load: () => import('./commands/wrong.js'),
  },
  {
    name: 'search',
    group: 'Every day',
    summary: 'find words in what was asked, said, run and changed',
    needsPerson: ({ options }) => options['all'] === true || options['in'] !== undefined,
    load: () => import('./commands/search.js'),
  },
  {
    name: 'checks',
    group: 'Every day',
    summary: 'your definition of done: commands that have to be green when an agent stops',
    needsPerson: ({ words: [verb] }) => verb === 'add' || verb === 'remove',
    load: () => import('./commands/checks.js'),
  },
  {
    name: 'review',
    group: 'Every day',
    summary: 'review a change: its risk, weakened checks, what of a request is missing',
    load: () => import('./commands/review.js'),
  },
  {
    name: 'risk',
    group: 'Every day',
    summary: 'rate the current change: does it need a review?',
    load: () => import('./commands/risk.js'),
  },
  {
    name: 'pause',
    group: 'Every day',
    summary: 'switch off here, for a session or for a while',
    needsPerson: always,
    load: () => import('./commands/pause.js'),
  },
  {
    name: 'resume',
    group: 'Every day',
    summary: 'end a pause',
    load: () => import('./commands/resume.js'),
  },
  {
    name: 'serve',
    group: 'Every day',
    summary: 'all of it on a page in your browser; also the API and the background loop',
    load: () => import('./commands/serve.js'),
  },
  {
    name: 'audit',
    group: 'Look back',
    summary: 'the sessions that are on this machine already: cost, red ends, loops, what waits',
    needsPerson: always,
    load: () => import('./commands/audit.js'),
  },
  {
    name: 'outcomes',
    group: 'Look back',
    summary: 'how the sessions of this project ended, and how that is known',
    load: () => import('./commands/outcomes.js'),
  },
  {
    name: 'runs',
    group: 'Look back',
    summary: 'the recorded runs, newest first, or one of them in full',
    load: () => import('./commands/runs.js'),
  },
  {
    name: 'evidence',
    group: 'Look back',
    summary: 'what a recorded session asked for, did, proved and claimed',
    load: () => import('./commands/evidence.js'),
  },
  {
    name: 'digest',
    group: 'Look back',
    summary: 'the last days on one page: done, caught, cost, failing, waiting',
    load: () => import('./commands/digest.js'),
  },
  {
    name: 'cost',
    group: 'Look back',
    summary: 'what model calls cost, by role, model, backend or day',
    load: () => import('./commands/cost.js'),
  },
  {
    name: 'lessons',
    group: 'Learn',
    summary: 'what failed attempts taught, and whether it helped',
    needsPerson: ({ words: [action], options }) =>
      ['pin', 'review', 'retire', 'forget', 'prune'].includes(action ?? '') ||
      (action === 'import' && options['trust'] === true),
    load: () => import('./commands/lessons.js'),
  },
  {
    name: 'recall',
    group: 'Learn',
    summary: 'which lessons and memories an agent would be shown for a text, and why',
    load: () => import('./commands/recall.js'),
  },
  {
    name: 'memory',
    group: 'Learn',
    summary: 'what you said that also applies to later sessions, and what turns left behind',
    needsPerson: ({ words: [action] }) => ['pin', 'unpin', 'forget'].includes(action ?? ''),
    load: () => import('./commands/memory.js'),
  },
  {
    name: 'self',
    group: 'Learn',
    summary: 'measured facts about this agent in this project',
    needsPerson: ({ words: [verb] }) =>
      verb === 'pin' || verb === 'correct' || verb === 'delete' || verb === 'undo',
    load: () => import('./commands/self.js'),
  },
  {
    name: 'cycle',
    group: 'Learn',
    summary: 'what keeps failing across your sessions and runs, and what should change',
    load: () => import('./commands/cycle.js'),
  },
  {
    name: 'skills',
    group: 'Learn',
    summary: 'skills that agents read: review, approve, install, retire, roll back',
    needsPerson: ({ words: [verb] }) =>
      ['approve', 'reject', 'install', 'uninstall', 'retire', 'rollback', 'trial'].includes(
        verb ?? '',
      ),
    load: () => import('./commands/skills.js'),
  },
  {
    name: 'tasks',
    group: 'Learn',
    summary: 'recurring agent work: add, run, pause, resume, report',
    // A runner is a command of the person's: what it is told runs later, without any agent above it.
    needsPerson: ({ words: [verb], options }) => verb === 'add' && options['runner'] !== 'builtin',
    load: () => import('./commands/tasks.js'),
  },
  {
    name: 'experiment',
    group: 'Learn',
    summary: 'does self-reflection tell us anything? P1 to P3 on your data',
    load: () => import('./commands/experiment.js'),
  },
  {
    name: 'train',
    group: 'Learn',
    summary: 'make a reader of your own from what `reflect wrong` kept',
    needsPerson: always,
    load: () => import('./commands/train.js'),
  },
  {
    name: 'login',
    group: 'Team',
    summary: 'let this project take part in a team',
    needsPerson: always,
    load: () => import('./commands/login.js'),
  },
  {
    name: 'logout',
    group: 'Team',
    summary: 'leave the team on this machine',
    needsPerson: always,
    load: () => import('./commands/logout.js'),
  },
  {
    name: 'sync',
    group: 'Team',
    summary: 'send what was learnt here, fetch what others learnt',
    load: () => import('./commands/sync.js'),
  },
  {
    name: 'migrate',
    group: 'Team',
    summary: "copy this project's store to a PostgreSQL database",
    needsPerson: always,
    load: () => import('./commands/migrate.js'),
  },
  {
    name: 'team',
    group: 'Team',
    summary: 'who is in; invite, revoke, propose, accept, and who changed what',
    needsPerson: ({ words: [verb, value] }) =>
      // Without a value they only say what holds.
      (value !== undefined && (verb === 'keep' || verb === 'share')) ||
      [
        'create',
        'invite',
        'token',
        'revoke',
        'propose',
        'accept',
        'decline',
        'withdraw',
        'forget',
        'page',
      ].includes(verb ?? ''),
    load: () => import('./commands/team.js'),
  },
  {
    name: 'demo',
    group: 'Set up',
    summary: 'a story told by the real pipeline; no key, no network',
    load: () => import('./commands/demo.js'),
  },
  {
    name: 'init',
    group: 'Set up',
    summary: 'create a commented config, for you or for this project',
    needsPerson: weakensMode,
    load: () => import('./commands/init.js'),
  },
  {
    name: 'install',
    group: 'Set up',
    summary: "put the hooks into an agent's settings",
    needsPerson: (call) => unlessDry(call) && weakensMode(call),
    load: () => import('./commands/install.js'),
  },
  {
    name: 'upgrade',
    group: 'Set up',
    summary: 'move installed hooks to the version of this program',
    load: () => import('./commands/upgrade.js'),
  },
  {
    name: 'uninstall',
    group: 'Set up',
    summary: 'remove exactly what was installed',
    needsPerson: unlessDry,
    load: () => import('./commands/uninstall.js'),
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'the settings in force here, where each comes from, and set one',
    needsPerson: ({ words: [verb] }) => verb === 'set' || verb === 'unset',
    load: () => import('./commands/config.js'),
  },
  {
    name: 'trust',
    group: 'Set up',
    summary: "review and trust this project's own config and prompts",
    needsPerson: ({ options }) => options['status'] !== true,
    load: () => import('./commands/trust.js'),
  },
  {
    name: 'doctor',
    group: 'Set up',
    summary: 'find what is broken and say how to fix it',
    load: () => import('./commands/doctor.js'),
  },
  {
    name: 'db',
    group: 'Set up',
    summary: 'the database: path, export, import, adopt, rebuild, vacuum',
    needsPerson: ({ words: [action] }) => action === 'import' || action === 'adopt',
    load: () => import('./commands/db.js'),
  },
  {
    name: 'judge',
    group: 'For programs',
    summary: 'is it really done? the verdict on a transcript or a case file',
    load: () => import('./commands/judge.js'),
  },
  {
    name: 'evaluate',
    newName: 'evals evaluate',
    group: 'For programs',
    summary: 'the old name of `reflect evals evaluate`',
    load: () => import('./commands/evaluate.js'),
  },
  {
    name: 'stall',
    newName: 'evals stall',
    group: 'For programs',
    summary: 'the old name of `reflect evals stall`',
    load: () => import('./commands/stall.js'),
  },
  {
    name: 'compaction',
    newName: 'evals compaction',
    group: 'For programs',
    summary: 'the old name of `reflect evals compaction`',
    load: () => import('./commands/compaction.js'),
  },
  {
    name: 'evals',
    group: 'For programs',
    summary: 'how right the rules, a model or both are on the cases that ship',
    load: () => import('./commands/evals.js'),
  },
  {
    name: 'turns',
    group: 'For programs',
    summary: 'play a declared scenario of turns and see what is remembered',
    load: () => import('./commands/turns.js'),
  },
  {
    name: 'report',
    group: 'For programs',
    summary: "submit an agent's view of its own work",
    load: () => import('./commands/report.js'),
  },
  {
    name: 'mcp',
    group: 'For programs',
    summary: 'tools for any agent that speaks MCP, on standard input and output',
    load: () => import('./commands/mcp.js'),
  },
  {
    name: 'hook',
    group: 'For programs',
    summary: "answer one event of an agent (what an agent's hook calls)",
    load: () => import('./commands/hook.js'),
  },
  {
    name: 'gates',
    newName: 'experiment status',
    group: 'Learn',
    summary: 'the old name of `reflect experiment status`',
    load: () => import('./commands/gates.js'),
  },
]
