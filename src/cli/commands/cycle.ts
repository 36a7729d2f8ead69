import { readHostDue } from '../../host/due-rows.js'
import { settleLostRuns } from '../../host/lost-runs.js'
import { OWN_SESSION } from '../../host/own-session.js'
import { factsLessonId } from '../../memory/recall/lesson-items.js'
import { runBatch } from '../../moments/cycle/batch.js'
import { runCycle } from '../../moments/cycle/run-cycle.js'
import type { CycleReport } from '../../moments/cycle/run-cycle.js'
import { proposeFactSkills } from '../../moments/cycle/skills-of-facts.js'
import { findingText } from '../../schema/finding.js'
import { compareText } from '../../util/compare-text.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { theHost } from '../opens.js'
import type { OnHost } from '../opens.js'
import { table } from '../table.js'
import { flag } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun, Opener } from '../command.js'

/** A session that has ended counts, whether or not another one has begun since. */
const settledHost: Opener<OnHost> = (context, use) =>
  theHost(context, async (opened) => {
    const { workspace, store, host } = opened
    await settleNow(workspace, store, { now: host.now(), current: null })
    return use(opened)
  })

const MAX_LOGGED = 50

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
    now: verb({
      summary: 'what keeps going wrong now, and in which sessions',
      opens: settledHost,
      run: (_, opened) => showNow(opened),
    }),
    run: verb({
      summary: 'one whole cycle, now',
      takes: { dryRun: flag('show what would happen and change nothing') },
      opens: settledHost,
      async run({ dryRun }, { host }) {
        const rows = await readHostDue(host.store)
        if (!dryRun) await settleLostRuns(rows, host)
        const report = await runCycle(host, { whole: true, early: true, dryRun })
        const waiting = rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('cycle-'))
        return {
          json: { dryRun, ...report, waiting },
          text: describe(report, dryRun ? waiting : [], host.config.cycle.enabled),
        }
      },
    }),
    findings: verb({
      summary: 'the open findings',
      takes: { all: flag('include resolved ones') },
      opens: theHost,
      async run({ all }, { store }) {
        const found = await store.list('finding', { limit: 200, ...(all ? {} : { state: 'open' }) })
        const rows = found.map((f) => [f.opened_at, f.state, f.rule, f.subject_id, f.detail])
        return { json: found, text: rows.length === 0 ? 'No findings.' : table(rows) }
      },
    }),
    log: verb({
      summary: 'what the cycle did',
      opens: theHost,
      async run(_, { store }) {
        // Changes of skills are logged under the session that wrote them.
        const lists = [
          await store.list('interaction', { sessionId: OWN_SESSION, limit: MAX_LOGGED }),
          await store.list('interaction', { subject: 'reflection_change', limit: MAX_LOGGED }),
        ]
        const newest = lists
          .flat()
          .sort((a, b) => compareText(b.timestamp, a.timestamp))
          .slice(0, MAX_LOGGED)
        const rows = newest.map((row) => [row.timestamp, row.action, oneLine(row.output, 120)])
        return {
          json: newest,
          text: rows.length === 0 ? 'Nothing has been done yet.' : table(rows),
        }
      },
    }),
  },
}

/** The rules over all that is in their look-back, and what is open then. */
async function showNow({ host, store }: OnHost) {
  const { enabled } = host.config.cycle
  if (enabled) await runBatch(host)
  await proposeFactSkills(host)
  const waiting = await store.list('skill_change', { state: 'proposed', limit: 200 })
  const open = await store.list('finding', { state: 'open', limit: 200 })
  const lines: string[] = []
  for (const { sessions = [], ...finding } of open) {
    lines.push(`${finding.rule}: ${findingText(finding)}`)
    if (sessions.length > 0) lines.push(`  sessions: ${sessions.join(', ')}`)
    // What agents are told when they meet the check of a finding.
    const lesson = factsLessonId(finding.subject_id)
    if ((await store.get('lesson', lesson)) !== null)
      lines.push(`  what is known: reflect lessons show ${lesson}`)
  }
  const text = [
    ...(enabled ? [] : ['cycle.enabled is false: no rule runs.']),
    ...(open.length === 0 ? ['Nothing keeps going wrong.'] : lines),
    ...(waiting.length === 0
      ? []
      : ['', `${count(waiting.length, 'skill change')} proposed: reflect skills proposals`]),
    ...(open.every(({ sessions }) => sessions === undefined)
      ? []
      : [
          '',
          'What happened in one of them: reflect why --session <id>, or its page in reflect serve',
        ]),
  ].join('\n')
  return { json: open, text }
}

function describe(report: CycleReport, waiting: readonly string[], enabled: boolean): string {
  const { opened, resolved, would, analysis, changes, problems } = report
  const lines = [
    ...(enabled ? [] : ['cycle.enabled is false: nothing is done.']),
    ...would.map((one) => `would find  ${one.rule} ${one.subject_id}: ${one.detail}`),
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
