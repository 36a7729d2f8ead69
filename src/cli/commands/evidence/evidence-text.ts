import type { Claim } from '../../../schema/claim.js'
import type { CommandRun, Evidence, RequestFlags } from '../../../schema/evidence.js'
import { oneLine } from '../../../util/one-line.js'
import { count } from '../../../util/count.js'
import { paint } from '../../paint.js'
import { table } from '../../table.js'

/** The ledger for people: what was asked, done, proved and claimed. */
export function evidenceText(evidence: Evidence, agent: string, colour: boolean): string {
  const { bold } = paint(colour)
  const section = (title: string, lines: string[]): string[] =>
    lines.length === 0 ? [] : ['', bold(title), ...lines]
  return [
    sessionLine(evidence, agent),
    ...section('Request', requestLines(evidence)),
    ...section('Commands', commandLines(evidence.commands, colour)),
    ...section('Edits', editLines(evidence)),
    ...section(
      'Todos',
      evidence.todos.map(({ state, text }) => `  ${state.padEnd(11)}  ${oneLine(text, 100)}`),
    ),
    ...section(
      'Still running',
      evidence.pending.map(
        ({ tool, action, step }) => `  ${step}  ${tool}  ${oneLine(action, 100)}`,
      ),
    ),
    ...section('Claims', claimLines(evidence.claims, colour)),
    ...section(
      'Last words',
      evidence.lastMessage === null ? [] : [`  ${oneLine(evidence.lastMessage, 300)}`],
    ),
    ...section(
      'Less than whole',
      evidence.degraded.map((reason) => `  ${reason}`),
    ),
  ].join('\n')
}

function sessionLine({ session, totals, steps, fingerprint }: Evidence, agent: string): string {
  const rows = [
    ['agent', [agent, session.model].filter(Boolean).join(', ')],
    ['session', session.sessionId ?? 'unnamed'],
    ['folder', [session.cwd, session.branch].filter(Boolean).join(' on ') || 'unknown'],
    ['steps', `${steps} from ${count(totals.lines, 'line')}`],
    ['messages', `${totals.human} human, ${totals.agentMessages} of the agent`],
    [
      'tools',
      `${count(totals.toolCalls, 'call')}, ${totals.toolFailures} failed${totals.interrupts > 0 ? ' or stopped' : ''}`,
    ],
    [
      'marks',
      `${count(totals.compactions, 'compaction')}, ${count(totals.interrupts, 'interrupt')}, ` +
        `${count(totals.sidechainEntries, 'side-chain entry', 'side-chain entries')}`,
    ],
    ['fingerprint', fingerprint],
  ]
  return table(rows)
}

function requestLines({ request }: Evidence): string[] {
  const flags = (Object.entries(request.flags) as [keyof RequestFlags, RequestFlags['change']][])
    .filter(([, flag]) => flag !== null)
    .map(([name, flag]) => `  [${name}] message ${flag!.message}: ${oneLine(flag!.quote, 100)}`)
  const messages = request.messages.map(({ number, text }) => `  ${number}. ${oneLine(text, 120)}`)
  return [...messages, ...flags]
}

function commandLines(commands: readonly CommandRun[], colour: boolean): string[] {
  const { green, red, yellow } = paint(colour)
  const marks = { passed: green('passed'), failed: red('failed'), unknown: yellow('unknown') }
  const told = commands.filter(({ kind }) => kind !== 'other').slice(-25)
  const rows = told.map(({ step, kind, result, command, counts, gist }) => [
    String(step),
    kind,
    marks[result],
    oneLine(command, 60),
    counts === null
      ? oneLine(gist, 60)
      : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
  ])
  return rows.length === 0 ? [] : [table(rows, '  ')]
}

function editLines({ edits, totals }: Evidence): string[] {
  const files = new Map(edits.map((edit) => [edit.file, edit]))
  const rows = [...files.values()]
    .slice(-15)
    .map(({ file, step, inert, creates }) => [
      String(step),
      file,
      [creates ? 'new' : '', inert ? 'inert' : ''].filter(Boolean).join(', '),
    ])
  return rows.length === 0
    ? []
    : [`  ${count(totals.edits, 'edit')}, last of each file:`, table(rows, '  ')]
}

function claimLines(claims: readonly Claim[], colour: boolean): string[] {
  const { green, red, yellow, dim } = paint(colour)
  const marks = {
    supported: green('supported'),
    contradicted: red('contradicted'),
    stale: yellow('stale'),
    unsupported: dim('unsupported'),
  }
  return claims.flatMap(({ kind, status, quote, evidence }) => [
    `  ${marks[status]}  ${kind}: ${oneLine(quote, 110)}`,
    ...evidence.map((line) => `      ${oneLine(line, 120)}`),
  ])
}
