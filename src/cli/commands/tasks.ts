import type { Command } from 'commander'
import { addTask, pauseTask, removeTask, resumeTask } from '../../host/tasks.js'
import { reportOutcome } from '../../host/outcomes.js'
import { findTask, listReported, REPORTED } from '../../host/reported-tasks.js'
import { hostDueId } from '../../host/due-rows.js'
import { checkOutcome } from '../../moments/cycle/cycle.js'
import { ReflectError } from '../../schema/error.js'
import { Outcome } from '../../schema/outcome.js'
import type { Task } from '../../schema/task.js'
import { runTask } from '../../wiring/run-task.js'
import type { Host } from '../../wiring/open-host.js'
import { oneLine } from '../../util/one-line.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { parseDuration } from '../parse-duration.js'
import { relativeTime } from '../relative-time.js'
import { listTable, table } from '../table.js'
import { withHost } from '../with-host.js'

type Options = Readonly<Record<string, string | undefined>>
interface Said {
  value: unknown
  text: string
  code?: number
}

const withTasks =
  (
    act: (id: string, host: Host, options: Options, context: CliContext) => Promise<Said>,
  ): CliVerb['run'] =>
  async (context, [id = ''], options) => {
    const said = await withHost(context, ({ host }) => act(id, host, options as Options, context))
    context.print(context.json ? JSON.stringify(said.value, null, 2) : said.text)
    return said.code ?? 0
  }

const ofTask = (command: Command): Command => command.argument('<id>', 'the task')

export const command: CliNoun = {
  about: `
Tasks run while \`reflect serve\` runs, or by \`reflect tasks run\`. If you have a scheduler of your own,
just report how each run ended.`,
  examples: `
  reflect tasks add nightly --prompt "Run the checks and sum up" --cron "30 3 * * *" --runner agent
  reflect tasks
  reflect tasks show nightly
  reflect tasks run nightly
  reflect tasks pause nightly --reason "the server moves"
  reflect tasks resume nightly
  reflect tasks remove nightly
  reflect tasks report deploy --status failed --error "exit 1" --session run-17`,
  bare: 'list',
  verbs: {
    list: {
      summary: 'the tasks, and when each runs next',
      run: withTasks((_, host, _options, context) => list(host, context)),
    },
    add: {
      summary: 'add a task',
      configure: (command) =>
        ofTask(command)
          .requiredOption('--prompt <text>', 'what to do')
          .option('--content <text>', 'a title, for people')
          .option('--cron <line>', 'when, e.g. "30 3 * * *"; without it, run it by hand')
          .option('--zone <name>', 'time zone of the schedule (default: this machine’s)')
          .option('--runner <name>', 'builtin, or one of cycle.runners', 'builtin')
          .option('--timeout <duration>', 'time limit for a run', '10m'),
      run: withTasks(add),
    },
    show: { summary: 'one task, its runs and findings', configure: ofTask, run: withTasks(show) },
    run: { summary: 'run a task now', configure: ofTask, run: withTasks(run) },
    pause: {
      summary: 'skip its schedule until it is resumed',
      configure: (command) => ofTask(command).option('--reason <text>', 'why', 'by hand'),
      run: withTasks((id, host, options) =>
        pauseTask(id, options['reason'] ?? 'by hand', host).then(said('paused')),
      ),
    },
    resume: {
      summary: 'follow its schedule again',
      configure: ofTask,
      run: withTasks((id, host) => resumeTask(id, host).then(said('resumed'))),
    },
    remove: {
      summary: 'remove a task; its runs stay recorded',
      configure: ofTask,
      run: withTasks((id, host) =>
        removeTask(id, host).then(() => ({ value: { removed: id }, text: `Removed ${id}.` })),
      ),
    },
    report: {
      summary: 'record how a run of your own scheduler ended',
      configure: (command) =>
        ofTask(command)
          .option('--status <status>', 'completed, failed, timeout or interrupted')
          .option('--result <text>', 'what the run said')
          .option('--error <text>', 'what went wrong')
          .option('--skills <names>', 'skills that it read, separated by commas')
          .option('--session <id>', 'the id of the run; the same id counts once'),
      run: withTasks(report),
    },
  },
}

const said =
  (what: string) =>
  (task: Task): Said => ({ value: task, text: `${task.id}: ${what}.` })

async function add(id: string, host: Host, options: Options, context: CliContext): Promise<Said> {
  const { prompt = '', content, cron, runner = 'builtin', timeout = '10m' } = options
  const zone = options['zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  host.runner(runner)
  const task = await addTask(
    {
      id,
      ai_prompt: prompt,
      ...(content === undefined ? {} : { content }),
      schedule: cron === undefined ? null : { cron, time_zone: zone },
      runner,
      timeout_ms: parseDuration(timeout),
    },
    host,
  )
  if (cron === undefined)
    return { value: task, text: `Added ${id}; run it: reflect tasks run ${id}` }
  const job = await host.store.get('due', hostDueId('task-run', id))
  context.note('It runs while `reflect serve` (or `reflect serve --headless`) is running.')
  return {
    value: { ...task, next_run_at: job?.dueAt ?? null },
    text: `Added ${id}; next run ${job?.dueAt}.`,
  }
}

async function list({ store }: Host, { now, columns }: CliContext): Promise<Said> {
  const own = (await store.list('task', { limit: 1000 })).sort((a, b) => (a.id < b.id ? -1 : 1))
  const tasks = [...own, ...(await listReported(store))]
  const rows = await Promise.all(
    tasks.map(async (task) => ({
      ...task,
      next_run_at: (await store.get('due', hostDueId('task-run', task.id)))?.dueAt ?? null,
    })),
  )
  const lines = [
    ['task', 'status', 'runs', 'next run', 'last result, or why it is paused'],
    ...rows.map((task) => [
      task.id,
      statusOf(task),
      String(task.run_count),
      task.next_run_at === null ? '–' : relativeTime(task.next_run_at, now()),
      oneLine(whyPaused(task) ?? task.last_result_summary ?? '–', 80),
    ]),
  ]
  return { value: rows, text: rows.length === 0 ? 'No tasks.' : listTable(lines, columns) }
}

/** A task that another scheduler runs is neither active nor paused here. */
const statusOf = ({ runner, status }: Task): string => (runner === REPORTED ? REPORTED : status)

/** Without the code that says who paused it and by which rule. */
const whyPaused = ({ pause_reason: reason }: Task): string | null =>
  reason?.replace(/^system:reflection: \w+: /, '') ?? null

async function show(id: string, { store }: Host): Promise<Said> {
  const task = known(await findTask(id, store), id)
  const outcomes = await store.list('outcome', { subject: id, limit: 10 })
  const findings = await store.list('finding', { subject: id, limit: 10 })
  const fields = Object.entries({ ...task, status: statusOf(task) }).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : oneLine(String(value), 200),
  ])
  const text = [
    table(fields),
    '',
    ...outcomes.map((o) => `${o.timestamp}  ${o.status}  ${oneLine(o.error ?? o.result, 100)}`),
    ...findings.map((f) => `${f.opened_at}  ${f.state}  ${f.rule}: ${f.detail}`),
  ].join('\n')
  return { value: { task, outcomes, findings }, text }
}

async function run(id: string, host: Host): Promise<Said> {
  const task = known(await host.store.get('task', id), id)
  const end = await runTask(task, null, host)
  if (end.kind === 'ended') {
    const { status, error, result } = end.outcome
    const text = `${id}: ${status}\n${error ?? result}${stillPaused(task)}`
    return { value: end.outcome, text, code: status === 'completed' ? 0 : 1 }
  }
  const why =
    end.kind === 'stopped' ? 'stopped, nothing recorded against it' : 'its last run is still going'
  return { value: end, text: `${id}: ${why}`, code: 1 }
}

/** A run by hand is no way to say that the schedule is fine again. */
const stillPaused = ({ id, status, pause_reason: reason }: Task): string =>
  status === 'paused'
    ? `\nIt is still paused (${reason ?? 'unknown reason'}): \`reflect tasks resume ${id}\`.`
    : ''

async function report(id: string, host: Host, options: Options): Promise<Said> {
  const { status, result = '', error = null, skills = '', session } = options
  const read = Outcome.shape.status.safeParse(status)
  if (!read.success) {
    throw new ReflectError('usage', `--status ${status ?? 'is missing'}`, {
      remedy: 'It is completed, failed, timeout or interrupted.',
    })
  }
  const task = await host.store.get('task', id)
  const outcome: Outcome = {
    session_id: session ?? `reported-${host.nextId()}`,
    task_id: id,
    objective: task?.ai_prompt ?? '',
    status: read.data,
    result,
    result_length: result.length,
    error,
    duration_ms: 0,
    rounds: null,
    tokens: null,
    tools_used: [],
    skills_read: skills
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    timestamp: host.now().toISOString(),
  }
  const isNew = await reportOutcome(outcome, host)
  const { opened, resolved } = await checkOutcome(outcome.session_id, host)
  const lines = [
    isNew ? `Recorded: ${id} ${status}.` : 'Already recorded.',
    ...opened.map((finding) => `found     ${finding.rule}: ${finding.detail}`),
    ...resolved.map((finding) => `resolved  ${finding.rule}`),
  ]
  return { value: { recorded: isNew, outcome, opened, resolved }, text: lines.join('\n') }
}

function known(task: Task | null, id: string): Task {
  if (task !== null) return task
  throw new ReflectError('not-found', `There is no task "${id}"`, {
    remedy: '`reflect tasks list` shows them all.',
  })
}
