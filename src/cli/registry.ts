import type { CliCommand } from './command.js'

export interface RegisteredCommand {
  name: string
  summary: string
  group: 'Set up' | 'Look' | 'Run'
  /** Whether this call approves something or weakens judgement, so that a person has to make it. */
  needsPerson?(call: CommandCall): boolean
  load(): Promise<{ command: CliCommand }>
}

/** What was typed behind the command's name. */
interface CommandCall {
  words: readonly string[]
  options: Readonly<Record<string, unknown>>
}

const always = (): boolean => true
const unlessDry = ({ options }: CommandCall): boolean => options['dryRun'] !== true

/** Every command, in the order of the help text. A command's file is loaded when it is called. */
export const registry: readonly RegisteredCommand[] = [
  {
    name: 'init',
    group: 'Set up',
    summary: 'create a commented config, for you or for this project',
    load: () => import('./commands/init.js'),
  },
  {
    name: 'install',
    group: 'Set up',
    summary: "put the hooks into an agent's settings",
    needsPerson: (call) =>
      unlessDry(call) && ![undefined, 'solo'].includes(call.options['mode'] as string | undefined),
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
    summary: 'take out exactly what was put in',
    needsPerson: unlessDry,
    load: () => import('./commands/uninstall.js'),
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'show the effective config and where each value comes from',
    load: () => import('./commands/config.js'),
  },
  {
    name: 'trust',
    group: 'Set up',
    summary: "review and trust this project's own config and prompts",
    needsPerson: ({ options }) => options['status'] !== true && options['revoke'] !== true,
    load: () => import('./commands/trust.js'),
  },
  {
    name: 'checks',
    group: 'Set up',
    summary: 'your definition of done: commands that have to be green when an agent stops',
    needsPerson: ({ words: [verb] }) => verb === 'add' || verb === 'remove',
    load: () => import('./commands/checks.js'),
  },
  {
    name: 'pause',
    group: 'Set up',
    summary: 'switch off here, for a session or for a while',
    needsPerson: always,
    load: () => import('./commands/pause.js'),
  },
  {
    name: 'resume',
    group: 'Set up',
    summary: 'take a pause back',
    load: () => import('./commands/resume.js'),
  },
  {
    name: 'status',
    group: 'Look',
    summary: 'what is on, what was seen last',
    load: () => import('./commands/status.js'),
  },
  {
    name: 'outcomes',
    group: 'Look',
    summary: 'how the sessions of this project ended, and how that is known',
    load: () => import('./commands/outcomes.js'),
  },
  {
    name: 'runs',
    group: 'Look',
    summary: 'the recorded runs, newest first, or one of them whole',
    load: () => import('./commands/runs.js'),
  },
  {
    name: 'evidence',
    group: 'Look',
    summary: 'what a recorded session asked for, did, proved and claimed',
    load: () => import('./commands/evidence.js'),
  },
  {
    name: 'why',
    group: 'Look',
    summary: 'explain the last decision in this project, with its evidence',
    load: () => import('./commands/why.js'),
  },
  {
    name: 'wrong',
    group: 'Look',
    summary: 'mark the last objection as mistaken; it counts against its gate',
    needsPerson: always,
    load: () => import('./commands/wrong.js'),
  },
  {
    name: 'train',
    group: 'Look',
    summary: 'make a reader of your own from what `reflect wrong` kept',
    needsPerson: ({ options }) => options['discard'] !== true,
    load: () => import('./commands/train.js'),
  },
  {
    name: 'judge',
    group: 'Look',
    summary: 'is it really done? the verdict on a transcript or on told cases',
    load: () => import('./commands/judge.js'),
  },
  {
    name: 'evaluate',
    group: 'Look',
    summary: 'score whole runs from 0 to 5',
    load: () => import('./commands/evaluate.js'),
  },
  {
    name: 'memory',
    group: 'Look',
    summary: 'what you said that holds in later sessions, and what turns left behind',
    needsPerson: ({ words: [action] }) => action === 'pin',
    load: () => import('./commands/memory.js'),
  },
  {
    name: 'doctor',
    group: 'Look',
    summary: 'find what is broken and say how to mend it',
    load: () => import('./commands/doctor.js'),
  },
  {
    name: 'stall',
    group: 'Look',
    summary: 'is a quiet agent stuck, and where does a run go in circles?',
    load: () => import('./commands/stall.js'),
  },
  {
    name: 'compaction',
    group: 'Look',
    summary: 'what an agent needs to hear after its context was compressed',
    load: () => import('./commands/compaction.js'),
  },
  {
    name: 'experiment',
    group: 'Look',
    summary: 'does self-reflection tell us anything? P1 to P3 on your data',
    load: () => import('./commands/experiment.js'),
  },
  {
    name: 'gates',
    group: 'Look',
    summary: 'what P1 to P3 say of this project, and what they unlock',
    load: () => import('./commands/gates.js'),
  },
  {
    name: 'cost',
    group: 'Look',
    summary: 'what models took, by role, model, backend or day',
    load: () => import('./commands/cost.js'),
  },
  {
    name: 'db',
    group: 'Look',
    summary: 'path, export, import, rebuild or vacuum of the database',
    needsPerson: ({ words: [action] }) => action === 'import',
    load: () => import('./commands/db.js'),
  },
  {
    name: 'lessons',
    group: 'Look',
    summary: 'what failed attempts taught, and whether it helped',
    needsPerson: ({ words: [action], options }) =>
      action === 'pin' || action === 'review' || (action === 'import' && options['trust'] === true),
    load: () => import('./commands/lessons.js'),
  },
  {
    name: 'recall',
    group: 'Look',
    summary: 'what an agent would be told from earlier sessions, and why',
    load: () => import('./commands/recall.js'),
  },
  {
    name: 'demo',
    group: 'Run',
    summary: 'a story told by the real pipeline; no key, no network',
    load: () => import('./commands/demo.js'),
  },
  {
    name: 'report',
    group: 'Run',
    summary: 'hand in what an agent thinks of its own work',
    load: () => import('./commands/report.js'),
  },
  {
    name: 'risk',
    group: 'Run',
    summary: 'rate the present change: does it need a review?',
    load: () => import('./commands/risk.js'),
  },
  {
    name: 'turns',
    group: 'Run',
    summary: 'play a declared scenario of turns and see what is remembered',
    load: () => import('./commands/turns.js'),
  },
  {
    name: 'tasks',
    group: 'Run',
    summary: 'recurring agent work: add, run, pause, resume, report',
    load: () => import('./commands/tasks.js'),
  },
  {
    name: 'cycle',
    group: 'Run',
    summary: 'what keeps going wrong across runs, and what should change?',
    load: () => import('./commands/cycle.js'),
  },
  {
    name: 'skills',
    group: 'Run',
    summary: 'skills and their changes: review, approve, roll back',
    needsPerson: ({ words: [verb] }) => verb === 'approve' || verb === 'rollback',
    load: () => import('./commands/skills.js'),
  },
  {
    name: 'serve',
    group: 'Run',
    summary: 'dashboard, API and background loop',
    load: () => import('./commands/serve.js'),
  },
  {
    name: 'mcp',
    group: 'Run',
    summary: 'tools for any agent that speaks MCP, on standard input and output',
    load: () => import('./commands/mcp.js'),
  },
  {
    name: 'hook',
    group: 'Run',
    summary: "answer one event of an agent (what an agent's hook calls)",
    load: () => import('./commands/hook.js'),
  },
]
