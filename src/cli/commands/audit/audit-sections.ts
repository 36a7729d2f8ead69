import { toPerson } from '../../../util/to-person.js'
import path from 'node:path'
import type { AuditReport, Found } from '../../../audit/sum-up.js'
import type { Section } from '../../../digest/read-digest.js'
import type { AgentSpent } from '../../../schema/agent-cost.js'
import type { AuditEnd } from '../../../schema/audit.js'
import { count } from '../../../util/count.js'
import { oneLine } from '../../../util/one-line.js'
import { projectName } from '../../../util/project-name.js'
import { shorten } from '../../../util/shorten.js'

export const auditTitle = ({ days, from }: AuditReport): string =>
  `${from === null ? 'Sessions on this machine' : `Sessions in ${path.basename(from)}`}, last ${count(days, 'day')}`

const MAX_LISTED = 5

/** One screen, what to act on first: stops, tests, questions, checks, loops; then figures. Empty sections are left out. */
export function auditSections(
  report: AuditReport,
  { home, reflect }: { home: string; reflect: string },
): Section[] {
  const hide = (text: string): string => shorten(text, home)
  const screen = { hide, nameSession: sessionNames(report.sessions.map(({ id }) => id)) }
  return [
    { title: worthTitle(report), lines: worth(report, screen) },
    { title: 'Tests switched off, and the report did not say so', lines: weakened(report, screen) },
    { title: 'Waits for your answer', lines: waits(report, screen) },
    { title: 'Checks that fail again and again', lines: failing(report, screen) },
    { title: 'Loops', lines: loops(report, screen) },
    { title: 'How they ended, by the transcripts alone', lines: endings(report) },
    { title: 'What they used', lines: figures(report, hide) },
    { title: 'Not read, or not whole', lines: troubles(report, hide) },
    { title: 'These sessions as a page', lines: asPage(report, reflect) },
    { title: 'With the hooks on', lines: hooksOn(report, reflect) },
  ].filter(({ lines }) => lines.length > 0)
}

/** How a line names paths and sessions. */
interface Screen {
  hide(text: string): string
  nameSession(id: string): string
}

function figures(report: AuditReport, hide: (text: string) => string): string[] {
  const { sessions, projects, turns, calls, failedCalls, clients, models, spent } = report
  if (sessions.length === 0) return [nothingHere(report)]
  const whose = clients.map(({ agent, sessions: many }) => `${agent} ${many}`).join(', ')
  const unpriced = models.filter((one) => one.spent.unpriced > 0).map(({ model }) => model)
  return [
    `${count(sessions.length, 'session')} (${whose}) in ${count(projects.length, 'project')}, ` +
      `${count(turns, 'turn')}, ${count(calls, 'call')} of which ${failedCalls.toLocaleString('en')} failed`,
    `${tokens(spent.tokens)} tokens: ${tokens(spent.cacheRead)} read from the cache, ${tokens(spent.cacheWrite)} put there, ` +
      `${tokens(spent.input)} read uncached, ${tokens(spent.output)} written`,
    `${money(spent)} by the prices of ${report.pricesAsOf}` +
      (unpriced.length === 0
        ? ''
        : `; no price is known for ${unpriced.slice(0, 3).join(', ')} (${tokens(spent.unpriced)} tokens)`),
    ...projects
      .slice(0, 3)
      .map(
        (one) =>
          `${one.name === report.from ? path.basename(one.name) : hide(one.name)}: ` +
          `${count(one.sessions, 'session')}, ${count(one.turns, 'turn')}, ` +
          `${tokens(one.spent.tokens)} tokens, ${money(one.spent)}`,
      ),
    ...(projects.length > 3 ? [`and ${count(projects.length - 3, 'more project')}`] : []),
  ]
}

const nothingHere = ({ files }: AuditReport): string =>
  files === 0
    ? 'No session of a client that we can read. `--from DIR` reads another folder.'
    : `None in this time; ${count(files, 'older file')}. \`--days 365\` looks further back.`

const ENDS: readonly (readonly [AuditEnd, string])[] = [
  ['open', 'with an open point'],
  ['waiting', 'wait for you'],
  ['proven', 'proven'],
  ['unproven', 'unproven'],
  ['aborted', 'stopped by you'],
  ['cut', 'broke off while something ran'],
  ['errored', 'ended in an error of the client'],
  ['undated', 'without a time, so not judged'],
  ['silent', 'without a last word'],
]

function endings({ ends, left, redEnds }: AuditReport): string[] {
  const told = ENDS.filter(([end]) => ends[end] !== undefined)
  if (told.length === 0 && left === 0) return []
  return [
    ...(told.length === 0 ? [] : [told.map(([end, words]) => `${ends[end]} ${words}`).join(', ')]),
    ...(ends.unproven === undefined
      ? []
      : ['Unproven is neither good nor bad: only the files of that day could show it.']),
    ...(redEnds.tokens === 0
      ? []
      : [`Sessions with an open point used ${tokens(redEnds.tokens)} tokens, ${money(redEnds)}.`]),
    ...(left === 0
      ? []
      : [`${count(left, 'older session')} not judged yet. Run it again to go on.`]),
  ]
}

const worthTitle = ({ openStops, stops }: AuditReport): string =>
  `Stops most worth a look (${openStops} of ${stops.toLocaleString('en')} that were judged)`

const worth = ({ worth, sessions }: AuditReport, screen: Screen): string[] =>
  worth.map((stop) => {
    const fact = screen.hide(toPerson(stop.fact).replaceAll(`${stop.project}/`, ''))
    const session = sessions.find(({ file }) => file === stop.transcript)
    return `${placeOf(stop, stop.at, screen)}${laterOf(stop, session)}: said "${stop.said}" But: ${fact}.${quoted(stop.quote)}`
  })

/** A session that went on after this stop has an end of its own. */
const laterOf = (
  { turn }: { turn: number },
  session: AuditReport['sessions'][number] | undefined,
): string => {
  if (session === undefined || session.end === null || turn >= session.turns) return ''
  return ` (turn ${turn} of ${session.turns}; it ended ${ENDED[session.end]})`
}

const ENDED: Record<AuditEnd, string> = {
  open: 'with an open point',
  waiting: 'with a question',
  proven: 'proven',
  unproven: 'unproven',
  aborted: 'stopped by you',
  cut: 'while something ran',
  errored: 'in an error of the client',
  undated: 'without a time',
  silent: 'without a last word',
}

const quoted = (quote: string | null): string => (quote === null ? '' : ` [${quote}]`)

const failing = ({ failing }: AuditReport, { hide }: Screen): string[] =>
  cutOff(
    failing.map(({ check, project, error, times, sessions, green, isRedStill }) => {
      const where = project === null ? '' : `${projectName(project)}: `
      const what = error === null ? '' : ` (${error})`
      const again = isRedStill && green.length > 0 ? ', red again since' : ''
      const how =
        green.length > 0
          ? `green after edits of ${hide(green.join('; '))}${again}`
          : isRedStill
            ? 'not seen green since'
            : 'gone since'
      return `${where}${hide(check)}${what}: red ${times} times in ${count(sessions, 'session')}, ${how}`
    }),
  )

const loops = ({ loops }: AuditReport, screen: Screen): string[] =>
  cutOff(
    loops.map(
      (loop) =>
        `${placeOf(loop, loop.at, screen)}: ${loop.times} times ${screen.hide(loop.what)}: ${tokens(loop.spent.tokens)} tokens, ${money(loop.spent)}`,
    ),
  )

const weakened = ({ weakened }: AuditReport, screen: Screen): string[] =>
  cutOff(
    weakened.map(
      (one) =>
        `${placeOf(one, one.at, screen)}: ${screen.hide(one.file)}: ${one.what} [${one.detail}]`,
    ),
  )

const waits = ({ waits }: AuditReport, screen: Screen): string[] =>
  cutOff(
    waits.map(({ endedAt, project, id, why, asked }) => {
      const about = asked === null ? '' : ` (you began with "${oneLine(asked, MAX_ASKED)}")`
      return `${placeOf({ project, session: id }, endedAt, screen)}: "${why}"${about}`
    }),
  )

const MAX_ASKED = 80

/** The first ones, and how many there are besides. */
const cutOff = (lines: readonly string[]): string[] =>
  lines.length <= MAX_LISTED
    ? [...lines]
    : [...lines.slice(0, MAX_LISTED), `and ${lines.length - MAX_LISTED} more`]

function troubles({ troubles }: AuditReport, hide: (text: string) => string): string[] {
  const more = troubles.length - MAX_LISTED
  return [
    ...troubles.slice(0, MAX_LISTED).map(({ path: file, why }) => `${hide(file)}: ${why}`),
    ...(more > 0 ? [`and ${count(more, 'more file')}; \`--json\` names them all`] : []),
  ]
}

const asPage = ({ sessions, isKept }: AuditReport, reflect: string): string[] =>
  sessions.length === 0
    ? []
    : [...(isKept ? [] : [`${reflect} audit --keep`]), `${reflect} serve --open`]

function hooksOn(
  { openStops, loops, waits, clients, sessions }: AuditReport,
  reflect: string,
): string[] {
  const [first] = clients.toSorted((a, b) => b.sessions - a.sessions)
  return [
    openStops === 0
      ? 'Stops are judged with the files at hand: what is unproven here would be known.'
      : `${openStops === 1 ? 'That stop' : `Those ${openStops} stops`} would have been sent back with the fact, in the session, before you read "done".`,
    ...(loops.length === 0 ? [] : ['An agent that goes in circles is told so at the fourth time.']),
    ...(waits.length === 0 || sessions.length === 0
      ? []
      : ['What waits for you is on one page, as it happens.']),
    `${reflect} init --mode solo`,
    `${reflect} install ${first?.agent ?? 'claude-code'}`,
  ]
}

const placeOf = (
  { project, session }: Pick<Found<object>, 'project' | 'session'>,
  at: string | null,
  { nameSession }: Screen,
): string => `${at?.slice(0, 10) ?? 'no date'} ${projectName(project)} ${nameSession(session)}`

/** 976.2 M: enough to compare. */
function tokens(many: number): string {
  if (many < 1_000) return String(many)
  if (many < 1_000_000) return `${(many / 1_000).toFixed(1)} k`
  return `${(many / 1_000_000).toFixed(1)} M`
}

const money = ({ usd, unpriced, tokens: all }: AgentSpent): string =>
  all > 0 && unpriced === all ? 'no price known' : `$${usd.toFixed(2)}`

const FIRST = 8
const ENDINGS = [4, 8, 12]

/** A session's id as a person reads it: its beginning, or its end where others begin in the same way. */
function sessionNames(ids: readonly string[]): (id: string) => string {
  const alike = new Map<string, Set<string>>()
  for (const id of ids) {
    const first = id.slice(0, FIRST)
    alike.set(first, (alike.get(first) ?? new Set()).add(id))
  }
  return (id) => {
    if (id.length <= 20) return id
    const others = alike.get(id.slice(0, FIRST)) ?? new Set<string>()
    if (others.size <= 1) return id.slice(0, FIRST)
    const isOwn = (end: string): boolean =>
      ![...others].some((other) => other !== id && other.endsWith(end))
    const end = ENDINGS.map((length) => id.slice(-length)).find(isOwn)
    return end === undefined ? id : `…${end}`
  }
}
