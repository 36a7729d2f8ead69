import path from 'node:path'
import { openKeptLessons } from '../memory/kept-lessons.js'
import { HUMAN } from '../memory/said-entries.js'
import { readOverview } from './read-overview.js'
import { waitText } from './read-waits.js'
import { findingText } from '../schema/finding.js'
import type { Overview } from '../schema/api/overview.js'
import type { AgentCost } from '../schema/agent-cost.js'
import type { CallSum } from '../schema/model-call.js'
import type { Store } from '../store.js'
import { readCallSums } from '../sums/read-call-sums.js'
import { spentText } from '../sums/spent-text.js'
import { count } from '../util/count.js'
import { oneLine } from '../util/one-line.js'
import { lessonFile } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'

const MAX_LINES = 8
const MAX_CHARS = 160

export interface Digest {
  project: string
  overview: Overview
  sections: Section[]
}

export interface Section {
  title: string
  lines: string[]
}

/** The last days of one project on one page: the figures are those of the overview. */
export async function readDigest(
  workspace: Workspace,
  store: Store,
  { now, days }: { now: Date; days: number },
): Promise<Digest> {
  const { values: config } = workspace.loaded
  const { home } = workspace
  const file = lessonFile(workspace)
  const lessons = openKeptLessons(config.lessons, { file, store, home })
  try {
    const overview = await readOverview({ store, lessons, config, now, days })
    const { since } = overview
    const sections = [
      { title: 'What was done', lines: doneLines(overview) },
      { title: 'What was caught', lines: caughtLines(overview) },
      {
        title: 'What it cost',
        lines: [
          ...agentLines(overview.agents),
          ...costLines(await readCallSums(store, { by: 'model', since })),
        ],
      },
      {
        title: 'What keeps failing',
        lines: overview.findings.newest.map((finding) => oneLine(findingText(finding), MAX_CHARS)),
      },
      { title: 'What was learnt', lines: await learntLines(store, since) },
      { title: 'What waits for you', lines: await waitingLines(store, overview) },
      { title: 'What changed in the self-model', lines: await selfLines(store, since) },
    ]
    const filled = sections.filter(({ lines }) => lines.length > 0)
    const shown = filled.map(({ title, lines }) => ({ title, lines: lines.slice(0, MAX_LINES) }))
    return { project: path.basename(workspace.root), overview, sections: shown }
  } finally {
    await lessons.close()
  }
}

const doneLines = ({ outcomes, stops, tasks }: Overview): string[] => [
  endedLine(outcomes),
  ...runsLine(tasks.runs),
  stops.judged === 0
    ? 'No stop was judged.'
    : `${count(stops.judged, 'stop')} judged: ${judgedHow(stops)}.`,
]

/** How runs of tasks ended, in one line; none where none ran. */
function runsLine(runs: Overview['tasks']['runs']): string[] {
  const ended = Object.entries(runs).filter(([, many]) => many > 0)
  const all = ended.reduce((sum, [, many]) => sum + many, 0)
  const parts = ended.map(([how, many]) => `${many} ${how === 'timeout' ? 'out of time' : how}`)
  return all === 0 ? [] : [`${count(all, 'run')} of tasks: ${parts.join(', ')}.`]
}

/** How sessions ended, in one line. */
export function endedLine(outcomes: Omit<Overview['outcomes'], 'judged'>): string {
  const { completed, failed, waiting, aborted, unknown } = outcomes
  const ended = completed + failed + waiting + aborted + unknown
  if (ended === 0) return 'No session was settled.'
  const parts = [
    `${completed} completed`,
    `${failed} failed`,
    `${waiting} waiting for a person`,
    `${aborted} aborted`,
    `${unknown} unknown`,
  ]
  return `${count(ended, 'session')} ended: ${parts.join(', ')}.`
}

const judgedHow = ({ complete, incomplete, needsPerson, abstained }: Overview['stops']): string =>
  `${complete} complete, ${incomplete} incomplete, ${needsPerson} for a person, ${abstained} unproven`

function caughtLines({ stops, pushed, review, gates }: Overview): string[] {
  const endings = pushed.endings.map(
    ({ ending, turns }) => `${turns} ${ending.replaceAll('_', ' ')}`,
  )
  const demoted = gates.filter((gate) => gate.demoted).map(({ gate }) => gate)
  return [
    ...(stops.pushedBack === 0
      ? []
      : [
          `${count(stops.pushedBack, 'stop')} sent back, in ${count(pushed.turns, 'turn')}: ${endings.join(', ')}.`,
        ]),
    ...(review.mismatches === 0
      ? []
      : [`${count(review.mismatches, 'run')} called less or more risky than the change is.`]),
    ...(demoted.length === 0 ? [] : [`Wrong too often to send back: ${demoted.join(', ')}.`]),
  ]
}

/** What the agents themselves used. */
function agentLines({ all, red, loops }: AgentCost): string[] {
  if (all.tokens === 0) return []
  const parts = [
    ...(red.tokens === 0 ? [] : [`${spentText(red)} of it in sessions that ended red`]),
    ...(loops.tokens === 0 ? [] : [`${spentText(loops)} in sessions that went in circles`]),
  ]
  return [`Agents: ${spentText(all)}${parts.length === 0 ? '' : `; ${parts.join(', ')}`}.`]
}

function costLines(sums: readonly CallSum[]): string[] {
  return sums.map(({ group, calls, inputTokens, outputTokens, usd, unpriced }) => {
    const price = unpriced === calls ? 'price not known' : `$${usd.toFixed(4)}`
    return `${group}: ${count(calls, 'call')}, ${count(inputTokens + outputTokens, 'token')}, ${price}`
  })
}

/** Far more than the recalls of a week: a cut list would be a wrong figure. */
const MAX_RECALLS = 50_000
const MAX_KEPT = 4

/** What you said that is kept, and what agents were told of earlier sessions. */
async function learntLines(store: Store, since: string): Promise<string[]> {
  const kept = await store.list('memory', { subject: HUMAN, since, limit: MAX_RECALLS })
  const recalls = await store.list('recall', { since, limit: MAX_RECALLS })
  const shown = recalls.filter(({ arm }) => arm === 'shown')
  const told = (kind: string): number => shown.filter(({ item }) => item.kind === kind).length
  const parts = [
    ...(told('lesson') === 0 ? [] : [count(told('lesson'), 'lesson')]),
    ...(told('memory') === 0
      ? []
      : [count(told('memory'), 'thing that you said', 'things that you said')]),
  ]
  const sessions = new Set(shown.map(({ sessionId }) => sessionId)).size
  const heldOut = recalls.length - shown.length
  return [
    ...(parts.length === 0
      ? []
      : [`Agents were told ${parts.join(' and ')}, in ${count(sessions, 'session')}.`]),
    ...(heldOut === 0 ? [] : [`${count(heldOut, 'recall')} held out, to measure the effect.`]),
    ...kept.slice(0, MAX_KEPT).map(({ text }) => oneLine(`You said: ${text}`, MAX_CHARS)),
    ...(kept.length <= MAX_KEPT
      ? []
      : [`You said ${kept.length - MAX_KEPT} more things that are kept (\`reflect memory\`).`]),
  ]
}

async function waitingLines(
  store: Store,
  { waits, review, findings, tasks }: Overview,
): Promise<string[]> {
  const changes = await store.count('skill_change', { state: 'proposed' })
  const waiting: [number, string, string][] = [
    [review.count, 'run to review', 'runs to review'],
    [findings.open, 'open finding', 'open findings'],
    [changes, 'proposed skill change', 'proposed skill changes'],
    [tasks.paused, 'paused task', 'paused tasks'],
  ]
  return [
    ...waits.slice(0, MAX_WAITS).map((one) => oneLine(waitText(one), MAX_CHARS)),
    ...waiting
      .filter(([number]) => number > 0)
      .map(([number, one, many]) => count(number, one, many)),
  ]
}

const MAX_WAITS = 4

async function selfLines(store: Store, since: string): Promise<string[]> {
  const lines = await store.list('self_line', { state: 'current', since, limit: MAX_LINES })
  return lines.map(({ statement }) => oneLine(statement, MAX_CHARS))
}
