import { hostDueId } from '../../host/due-rows.js'
import { reportOutcome } from '../../host/outcomes.js'
import { findTask, listReported, REPORTED } from '../../host/reported-tasks.js'
import { addTask, existing, pauseTask, removeTask, resumeTask } from '../../host/tasks.js'
import { checkOutcome } from '../../moments/cycle/cycle.js'
import { ReflectError } from '../../schema/error.js'
import { Outcome } from '../../schema/outcome.js'
import type { Task } from '../../schema/task.js'
import type { Store } from '../../store.js'
import { oneLine } from '../../util/one-line.js'
import { runTask } from '../../wiring/run-task.js'
import { theHost } from '../opens.js'
import { relativeTime } from '../relative-time.js'
import { listed, table } from '../table.js'
import type { Columns } from '../table.js'
import { argument, duration, needed, oneOf, readAs, text } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun, Shown } from '../command.js'

const id = argument('the task')

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
    list: verb({
      summary: 'the tasks, and when each runs next',
      opens: theHost,
      async run(_, { store, now, columns: width }) {
        const own = (await store.list('task', { limit: 1000 })).sort((a, b) =>
          a.id < b.id ? -1 : 1,
        )
        const rows = await Promise.all(
          [...own, ...(await listReported(store))].map(async (task) => ({
            ...task,
            next_run_at: await nextRun(task.id, store),
          })),
        )
        const columns: Columns<(typeof rows)[number]> = {
          task: ({ id }) => id,
          status: statusOf,
          runs: ({ run_count }) => String(run_count),
          'next run': ({ next_run_at: next }) => (next === null ? '–' : relativeTime(next, now())),
          'last result, or why it is paused': (task) =>
            oneLine(whyPaused(task) ?? task.last_result_summary ?? '–', 80),
        }
        return { json: rows, text: listed(rows, columns, { none: 'No tasks.', width }) }
      },
    }),
    add: verb({
      summary: 'add a task',
      takes: {
        id,
        prompt: needed('<text>', 'what to do'),
        content: text('<text>', 'a title, for people'),
        cron: text('<line>', 'when, e.g. "30 3 * * *"; without it, run it by hand'),
        zone: text('<name>', 'time zone of the schedule (default: this machine’s)'),
        runner: text('<name>', 'builtin, or one of cycle.runners', 'builtin'),
        timeout: duration('time limit for a run', '10m'),
      },
      // A runner is a command of the person's: what it is told runs later, without any agent above it.
      person: ({ runner }) => runner !== 'builtin',
      opens: theHost,
      async run({ id, prompt, content, cron, zone, runner, timeout }, { host, store, note }) {
        host.runner(runner)
        const time_zone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
        const task = await addTask(
          {
            id,
            ai_prompt: prompt,
            ...(content === undefined ? {} : { content }),
            schedule: cron === undefined ? null : { cron, time_zone },
            runner,
            timeout_ms: timeout,
          },
          host,
        )
        if (cron === undefined)
          return { json: task, text: `Added ${id}; run it: reflect tasks run ${id}` }
        note('It runs while `reflect serve` (or `reflect serve --headless`) is running.')
        const next_run_at = await nextRun(id, store)
        return { json: { ...task, next_run_at }, text: `Added ${id}; next run ${next_run_at}.` }
      },
    }),
    show: verb({
      summary: 'one task, its runs and findings',
      takes: { id },
      opens: theHost,
      async run({ id }, { store }) {
        const task = existing(await findTask(id, store), id)
        const outcomes = await store.list('outcome', { subject: id, limit: 10 })
        const findings = await store.list('finding', { subject: id, limit: 10 })
        const fields = Object.entries({ ...task, status: statusOf(task) }).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : oneLine(String(value), 200),
        ])
        const lines = [
          table(fields),
          '',
          ...outcomes.map(
            (o) => `${o.timestamp}  ${o.status}  ${oneLine(o.error ?? o.result, 100)}`,
          ),
          ...findings.map((f) => `${f.opened_at}  ${f.state}  ${f.rule}: ${f.detail}`),
        ]
        return { json: { task, outcomes, findings }, text: lines.join('\n') }
      },
    }),
    run: verb({
      summary: 'run a task now',
      takes: { id },
      opens: theHost,
      async run({ id }, { host, store }) {
        const task = existing(await store.get('task', id), id)
        const end = await runTask(task, null, host)
        if (end.kind === 'ended') {
          const { status, error, result } = end.outcome
          const text = `${id}: ${status}\n${error ?? result}${stillPaused(task)}`
          return { json: end.outcome, text, exit: status === 'completed' ? 0 : 1 }
        }
        const isStopped = end.kind === 'stopped'
        const why = isStopped
          ? 'stopped, nothing recorded against it'
          : 'its last run is still going'
        return { json: end, text: `${id}: ${why}`, exit: 1 }
      },
    }),
    pause: verb({
      summary: 'skip its schedule until it is resumed',
      takes: { id, reason: text('<text>', 'why', 'by hand') },
      opens: theHost,
      run: async ({ id, reason }, { host }) => changed(await pauseTask(id, reason, host), 'paused'),
    }),
    resume: verb({
      summary: 'follow its schedule again',
      takes: { id },
      opens: theHost,
      run: async ({ id }, { host }) => changed(await resumeTask(id, host), 'resumed'),
    }),
    remove: verb({
      summary: 'remove a task; its runs stay recorded',
      takes: { id },
      opens: theHost,
      async run({ id }, { host }) {
        await removeTask(id, host)
        return { json: { removed: id }, text: `Removed ${id}.` }
      },
    }),
    report: verb({
      summary: 'record how a run of your own scheduler ended',
      takes: {
        id,
        status: readAs(
          oneOf(
            '<status>',
            'completed, failed, timeout or interrupted',
            Outcome.shape.status.options,
          ),
          (status) => status ?? missingStatus(),
        ),
        result: text('<text>', 'what the run said', ''),
        error: text('<text>', 'what went wrong'),
        skills: text('<names>', 'skills that it read, separated by commas', ''),
        session: text('<id>', 'the id of the run; the same id counts once'),
      },
      opens: theHost,
      async run({ id, status, result, error = null, skills, session }, { host, store, now }) {
        const task = await store.get('task', id)
        const outcome: Outcome = {
          session_id: session ?? `reported-${host.nextId()}`,
          task_id: id,
          objective: task?.ai_prompt ?? '',
          status,
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
          timestamp: now().toISOString(),
        }
        const isNew = await reportOutcome(outcome, host)
        const { opened, resolved } = await checkOutcome(outcome.session_id, host)
        const lines = [
          isNew ? `Recorded: ${id} ${status}.` : 'Already recorded.',
          ...opened.map((finding) => `found     ${finding.rule}: ${finding.detail}`),
          ...resolved.map((finding) => `resolved  ${finding.rule}`),
        ]
        return { json: { recorded: isNew, outcome, opened, resolved }, text: lines.join('\n') }
      },
    }),
  },
}

const changed = (task: Task, what: string): Shown => ({ json: task, text: `${task.id}: ${what}.` })

const nextRun = async (id: string, store: Store): Promise<string | null> =>
  (await store.get('due', hostDueId('task-run', id)))?.dueAt ?? null

/** A task that another scheduler runs is neither active nor paused here. */
const statusOf = ({ runner, status }: Task): string => (runner === REPORTED ? REPORTED : status)

/** Without the code that says who paused it and by which rule. */
const whyPaused = ({ pause_reason: reason }: Task): string | null =>
  reason?.replace(/^system:reflection: \w+: /, '') ?? null

/** A run by hand is no way to say that the schedule is fine again. */
const stillPaused = ({ id, status, pause_reason: reason }: Task): string =>
  status === 'paused'
    ? `\nIt is still paused (${reason ?? 'unknown reason'}): \`reflect tasks resume ${id}\`.`
    : ''

function missingStatus(): never {
  throw new ReflectError('usage', '--status is missing', {
    remedy: `It is one of ${Outcome.shape.status.options.join(', ')}.`,
  })
}
