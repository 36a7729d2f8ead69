import { existsSync } from 'node:fs'
import path from 'node:path'
import { findFiles } from '../../audit/find-files.js'
import type { Client, SessionPlace } from '../../audit/find-files.js'
import { findInDatabases } from '../../audit/find-in-databases.js'
import type { OpenSource } from '../../audit/read-source.js'
import { idOf } from '../../audit/import-session.js'
import { forgetSessions, keepSessions } from '../../audit/keep-sessions.js'
import { forgetRows, openKeptRows } from '../../audit/kept-rows.js'
import type { AuditRow } from '../../audit/kept-rows.js'
import { runAudit } from '../../audit/run-audit.js'
import type { AuditProgress } from '../../audit/run-audit.js'
import { sessionsSince, sumUp } from '../../audit/sum-up.js'
import type { AuditReport } from '../../audit/sum-up.js'
import { stateHome } from '../../config/paths.js'
import { renderPage, renderSections } from '../../digest/render-digest.js'
import { windowStart } from '../../sums/read-sums.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { count } from '../../util/count.js'
import { shorten } from '../../util/shorten.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { thisProgram } from '../install/this-program.js'
import { loadAgent, readerRank } from '../../wiring/agent-registry.js'
import { openExistingStore, openWorkspace } from '../../wiring/workspace.js'
import { auditSections, auditTitle } from '../audit/audit-sections.js'
import { showProgress } from '../audit/show-progress.js'
import { calledAs } from '../called-as.js'
import type { CliCommand, CliContext } from '../command.js'
import { openBrowser } from '../serve/open-browser.js'
import { toWrapped } from '../audit/to-wrapped.js'

/** Accounts take longer than the first look; the next run goes on. */
const ACCOUNT_MS = 60_000

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--days <number>', 'how far back', '30')
      .option(
        '--from <folder>',
        'read the sessions below this folder instead, as a project of its own',
      )
      .option('--html [file]', 'write it as one HTML file')
      .option('--open', 'show that file in the browser')
      .option(
        '--keep',
        'take these sessions over, marked as imported, so that page, search and cost have them',
      )
      .option('--forget', 'take all of that back, and what was read')
      .addHelpText(
        'after',
        `
Reads the sessions that coding agents left on this machine: Claude Code, Codex, OpenCode, Gemini, Qwen, Copilot,
Grok, Droid, Pi, Cursor. Needs no config and no hook, and writes nothing but what it has read, so that the next run
reads only what is new. Stops are judged by the transcripts alone: what only files could show is left unknown.

Examples:
  reflect audit
  reflect audit --days 90 --open
  reflect audit --from ~/backup/sessions
  reflect audit --keep              then \`reflect serve --open\`
  reflect audit --forget
  reflect audit --json`,
      ),

  async run(context, _positional, options) {
    const folder = auditFolder(context)
    if (options['forget'] === true) return forget(context, folder)
    const days = readDays(String(options['days']))
    const from = options['from'] as string | undefined
    if (from !== undefined && !existsSync(path.resolve(context.cwd, from)))
      throw new ReflectError('usage', `There is no folder ${from}`, {
        remedy: 'Name a folder that holds transcripts, e.g. --from ~/backup/sessions.',
      })
    const { html, open, keep } = options as { html?: string | true; open?: true; keep?: true }
    const report = await audit(context, { days, from, folder, keep: keep === true })
    if (html !== undefined || open === true)
      await writePage(context, report, { html, open, folder })
    else context.print(context.json ? JSON.stringify(report, null, 2) : toText(report, context))
    return 0
  },
}

/** With the user's other state, but of no project. */
const auditFolder = ({ env, home, platform }: CliContext): string =>
  path.join(stateHome(env, home, platform), 'reflectory', 'audit')

interface AuditCall {
  days: number
  from: string | undefined
  folder: string
  keep: boolean
}

async function audit(
  context: CliContext,
  { days, from, folder, keep }: AuditCall,
): Promise<AuditReport> {
  const now = context.now()
  const since = windowStart(now, days)
  const clients = await loadClients()
  const progress = showProgress(context)
  const found = findFiles(placesOf(context, clients, from), clients)
  // A folder that was named has files alone.
  const own = from === undefined ? clients : []
  const databases = await findInDatabases(own, { ...context, folder }, found)
  const kept = openKeptRows(folder, context.home)
  const { loaded } = await openWorkspace({ ...context, now })
  try {
    const result = await runAudit({
      found,
      open: databases.open,
      clients,
      kept,
      since,
      accountMs: ACCOUNT_MS,
      clock: () => performance.now(),
      progress,
    })
    const rows = sessionsSince(result.rows, since)
    if (keep) await takeOver(context, { rows, clients, open: databases.open, folder, progress })
    return sumUp({
      ...result,
      days,
      since,
      until: now.toISOString(),
      from: from === undefined ? null : path.resolve(context.cwd, from),
      isKept: keep,
      prices: loaded.values.models.prices,
    })
  } finally {
    databases.close()
    await kept.close()
  }
}

async function takeOver(
  context: CliContext,
  {
    rows,
    clients,
    open,
    folder,
    progress,
  }: {
    rows: AuditRow[]
    clients: Client[]
    open: OpenSource
    folder: string
    progress(step: AuditProgress): void
  },
): Promise<void> {
  const { home, author = null } = context
  const known = hookSessions(context)
  try {
    const {
      taken,
      before,
      known: seen,
    } = await keepSessions({
      rows,
      clients,
      open,
      stateRoot: path.dirname(folder),
      home,
      author,
      now: context.now().toISOString(),
      progress,
      isKnown: ({ from, scan, file }) =>
        from === null && scan.cwd !== null ? known.has(scan.cwd, idOf({ scan, file })) : NOT_KNOWN,
    })
    const others = [
      ...(before === 0 ? [] : [`${before} were taken before`]),
      ...(seen === 0 ? [] : [`${seen} are known from hooks`]),
    ]
    context.note(
      `Took ${count(taken, 'session')} over${others.length === 0 ? '' : `; ${others.join(', ')}`}. \`reflect audit --forget\` takes them back.`,
    )
  } finally {
    await known.close()
  }
}

const NOT_KNOWN = Promise.resolve(false)

/** Sessions that hooks have recorded, by the folder that they worked in. */
function hookSessions(context: CliContext): {
  has(cwd: string, sessionId: string): Promise<boolean>
  close(): Promise<void>
} {
  const stores = new Map<string, Promise<Store | null>>()
  const open = async (cwd: string): Promise<Store | null> =>
    existsSync(cwd)
      ? openExistingStore(await openWorkspace({ ...context, cwd, now: context.now() }))
      : null
  return {
    async has(cwd, sessionId) {
      const store = await (stores.get(cwd) ?? stores.set(cwd, open(cwd)).get(cwd)!)
      return store !== null && (await store.readSession(sessionId)) !== null
    },
    async close() {
      for (const store of stores.values()) await (await store.catch(() => null))?.close()
    },
  }
}

function forget(context: CliContext, folder: string): number {
  const projects = forgetSessions(path.dirname(folder))
  const hadRows = forgetRows(folder)
  const done = projects > 0 || hadRows
  if (context.json) context.print(JSON.stringify({ projects, rows: hadRows }))
  else
    context.print(
      done
        ? `Forgot ${count(projects, 'project')} of imported sessions, and what was read.`
        : 'There is nothing to forget.',
    )
  return 0
}

async function loadClients(): Promise<Client[]> {
  const clients: Client[] = []
  for (const id of readerRank) {
    const agent = await loadAgent(id)
    const reader = await agent.loadTranscriptReader?.()
    if (reader !== undefined) clients.push({ agent, reader })
  }
  return clients
}

function placesOf(
  { home, env, cwd }: CliContext,
  clients: readonly Client[],
  from: string | undefined,
): SessionPlace[] {
  if (from !== undefined) return [{ folder: path.resolve(cwd, from), agent: null }]
  return clients.flatMap(({ agent }) =>
    (agent.sessionFolders ?? agent.transcriptRoots)(home, env).map((folder) => ({
      folder,
      agent: agent.id,
    })),
  )
}

function readDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days > 0 && days <= 36_500) return days
  throw new ReflectError('usage', `"${text}" is no number of days`, {
    remedy: 'Use a whole number, e.g. --days 90.',
  })
}

const toText = (report: AuditReport, context: CliContext): string =>
  toWrapped(renderSections(auditTitle(report), sectionsOf(report, context)), context.columns)

const sectionsOf = (report: AuditReport, context: CliContext) =>
  auditSections(report, {
    home: context.home,
    reflect: calledAs(context, thisProgram().root),
  })

async function writePage(
  context: CliContext,
  report: AuditReport,
  {
    html,
    open,
    folder,
  }: { html: string | true | undefined; open: true | undefined; folder: string },
): Promise<void> {
  const { cwd, home, platform, env } = context
  const file = typeof html === 'string' ? path.resolve(cwd, html) : path.join(folder, 'audit.html')
  const page = renderPage(auditTitle(report), sectionsOf(report, context))
  await writeAtomic(file, `${page}\n`, { mode: 0o600 })
  const isShown = open === true && (await openBrowser(file, { platform, env }))
  if (context.json) context.print(JSON.stringify({ file }, null, 2))
  else
    context.print(
      `Wrote ${shorten(file, home)}.${open === true && !isShown ? ' No browser could be opened.' : ''}`,
    )
}
