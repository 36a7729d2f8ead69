import { readHostDue } from '../../host/due-rows.js'
import { OWN_SESSION } from '../../host/own-session.js'
import { runBatch } from '../../moments/cycle/batch.js'
import { proposeFactSkills } from '../../moments/cycle/skills-of-facts.js'
import { runCycle } from '../../moments/cycle/run-cycle.js'
import type { CycleReport } from '../../moments/cycle/run-cycle.js'
import { settleLostRuns } from '../../host/lost-runs.js'
import { factsLessonId } from '../../memory/recall/lesson-items.js'
import { findingText } from '../../schema/finding.js'
import type { Finding } from '../../schema/finding.js'
import type { Host } from '../../wiring/open-host.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { count } from '../../util/count.js'
import { compareText } from '../../util/compare-text.js'
import { oneLine } from '../../util/one-line.js'
import type { CliNoun, CliVerb } from '../command.js'
import { table } from '../table.js'
import { withHost } from '../with-host.js'

export const command: CliNoun = {
  about: `
Looks at what keeps going wrong across your sessions (30 days) and the runs of tasks. Rules need no
model, and propose a skill from a failure whose fix is known; with a model configured for the role
reflection, new findings are analysed and it writes the proposals.`,
  examples: `
  reflect cycle                 what keeps going wrong now, and in which sessions
  reflect cycle run --dry-run   what it would find, and what is waiting
  reflect cycle run             one whole cycle, now
  reflect cycle findings        the open findings
  reflect cycle log             what the cycle did`,
  bare: 'now',
  verbs: {
    now: {
      summary: 'what keeps going wrong now, and in which sessions',
      run: withCycle((host) => showNow(host), 'settled'),
    },
    run: {
      summary: 'one whole cycle, now',
      configure: (command) =>
        void command.option('--dry-run', 'show what would happen and change nothing'),
      run: withCycle((host, options) => run(host, options['dryRun'] === true), 'settled'),
    },
    findings: {
      summary: 'the open findings',
      configure: (command) => void command.option('--all', 'include resolved ones'),
      run: withCycle((host, options) => findings(host, options['all'] === true)),
    },
    log: { summary: 'what the cycle did', run: withCycle((host) => log(host)) },
  },
}

/** `settled`: a session that has ended counts, whether or not another one has begun since. */
function withCycle(
  act: (
    host: Host,
    options: Readonly<Record<string, unknown>>,
  ) => Promise<{ value: unknown; text: string }>,
  sessions?: 'settled',
): CliVerb['run'] {
  return async (context, _words, options) => {
    const { value, text } = await withHost(context, async ({ host, workspace }) => {
      if (sessions === 'settled')
        await settleNow(workspace, host.store, { now: host.now(), current: null })
      return act(host, options)
    })
    context.print(context.json ? JSON.stringify(value, null, 2) : text)
    return 0
  }
}

/** The rules over all that is in their look-back, and what is open then. */
async function showNow(host: Host) {
  if (host.config.cycle.enabled) await runBatch(host)
  await proposeFactSkills(host)
  const waiting = await host.store.list('skill_change', { state: 'proposed', limit: 200 })
  const open = await host.store.list('finding', { state: 'open', limit: 200 })
  const lessons = await Promise.all(open.map((finding) => lessonOf(finding, host)))
  const lines = open.flatMap(({ sessions = [], ...finding }, index) => [
    `${finding.rule}: ${findingText(finding)}`,
    ...(sessions.length === 0 ? [] : [`  sessions: ${sessions.join(', ')}`]),
    ...(lessons[index] == null ? [] : [`  what is known: reflect lessons show ${lessons[index]}`]),
  ])
  const text = [
    ...(host.config.cycle.enabled ? [] : ['cycle.enabled is false: no rule runs.']),
    ...(open.length === 0 ? ['Nothing keeps going wrong.'] : lines),
    ...(waiting.length === 0
      ? []
      : ['', `${count(waiting.length, 'skill change')} proposed: reflect skills proposals`]),
    ...(open.some(({ sessions }) => sessions !== undefined)
      ? [
          '',
          'What happened in one of them: reflect why --session <id>, or its page in reflect serve',
        ]
      : []),
  ].join('\n')
  return { value: open, text }
}

/** What agents are told when they meet the check of a finding; null where there is nothing. */
async function lessonOf({ subject_id }: Finding, { store }: Host): Promise<string | null> {
  const id = factsLessonId(subject_id)
  return (await store.get('lesson', id)) === null ? null : id
}

async function run(host: Host, dryRun: boolean) {
  const rows = await readHostDue(host.store)
  if (!dryRun) await settleLostRuns(rows, host)
  const report = await runCycle(host, { whole: true, early: true, dryRun })
  const waiting = rows.filter(({ kind }) => kind.startsWith('cycle-')).map(({ kind }) => kind)
  return {
    value: { dryRun, ...report, waiting },
    text: toText(report, dryRun ? waiting : [], host.config.cycle.enabled),
  }
}

function toText(report: CycleReport, waiting: readonly string[], enabled: boolean): string {
  const { opened, resolved, would, analysis, changes, problems } = report
  const lines = [
    ...(enabled ? [] : ['cycle.enabled is false: nothing is done.']),
    ...would.map((said) => `would find  ${said.rule} ${said.subject_id}: ${said.detail}`),
    ...opened.map((f) => `found     ${f.rule} ${f.subject_id}: ${f.detail} ${f.action_taken}`),
    ...resolved.map((f) => `resolved  ${f.rule} ${f.subject_id}`),
    ...waiting.map((kind) => `waits     ${kind}`),
    ...describeAnalysis(analysis),
    ...changes.map((c) => `skill     ${c.skill}: ${c.state}${c.verdict ? ` (${c.verdict})` : ''}`),
    ...problems.map((problem) => `problem   ${problem}`),
  ]
  return lines.length === 0 ? 'Nothing new.' : lines.map((line) => line.trimEnd()).join('\n')
}

function describeAnalysis(analysis: CycleReport['analysis']): string[] {
  switch (analysis.kind) {
    case 'analysed':
      return [
        `analysis  ${analysis.findings} findings, ${analysis.actions.length} skill changes recommended`,
        ...analysis.problems.map((problem) => `problem   ${problem}`),
      ]
    case 'no_model':
      return ['analysis  no model is configured for the role reflection: rules only']
    case 'failed':
      return [`analysis  failed, tried again later: ${analysis.reason}`]
    default:
      return []
  }
}

async function findings({ store }: Host, all: boolean) {
  const value = await store.list('finding', { limit: 200, ...(all ? {} : { state: 'open' }) })
  const rows = value.map((f) => [f.opened_at, f.state, f.rule, f.subject_id, f.detail])
  return { value, text: value.length === 0 ? 'No findings.' : table(rows) }
}

const MAX_LOGGED = 50

async function log({ store }: Host) {
  // Changes of skills are logged under the session that wrote them.
  const lists = [
    await store.list('interaction', { sessionId: OWN_SESSION, limit: MAX_LOGGED }),
    await store.list('interaction', { subject: 'reflection_change', limit: MAX_LOGGED }),
  ]
  const value = lists
    .flat()
    .sort((a, b) => compareText(b.timestamp, a.timestamp))
    .slice(0, MAX_LOGGED)
  const rows = value.map((row) => [row.timestamp, row.action, oneLine(row.output, 120)])
  return { value, text: value.length === 0 ? 'Nothing has been done yet.' : table(rows) }
}
