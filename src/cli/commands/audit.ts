import { existsSync } from 'node:fs'
import path from 'node:path'
import { findFiles } from '../../audit/find-files.js'
import type { Client, SessionPlace } from '../../audit/find-files.js'
import { findInDatabases } from '../../audit/find-in-databases.js'
import { idOf } from '../../audit/import-session.js'
import { forgetSessions, keepSessions } from '../../audit/keep-sessions.js'
import type { Kept, KeepInput } from '../../audit/keep-sessions.js'
import { forgetRows, openKeptRows } from '../../audit/kept-rows.js'
import type { AuditRow } from '../../audit/kept-rows.js'
import { runAudit } from '../../audit/run-audit.js'
import { sessionsSince, sumUp } from '../../audit/sum-up.js'
import type { AuditReport } from '../../audit/sum-up.js'
import { stateHome } from '../../config/paths.js'
import { renderPage, renderSections } from '../../digest/render-digest.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { windowStart } from '../../sums/read-sums.js'
import { count } from '../../util/count.js'
import { shorten } from '../../util/shorten.js'
import { outputFile } from '../../config/output-file.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { loadAgent, readerRank } from '../../wiring/agent-registry.js'
import { openExistingStore } from '../../wiring/workspace.js'
import { auditSections, auditTitle } from './audit/audit-sections.js'
import { showProgress } from './audit/show-progress.js'
import { calledAs } from '../called-as.js'
import { verb } from '../command.js'
import type { CliContext, Shown } from '../command.js'
import { thisProgram } from '../install/this-program.js'
import { workspaceOf } from '../opens.js'
import { openBrowser } from './serve/open-browser.js'
import { flag, optionalText, text, whole } from '../takes.js'
import { indentWrapped } from '../wrap-text.js'

/** Accounts take longer than the first look; the next run goes on. */
const ACCOUNT_MS = 60_000

export const command = verb({
  about: `
Reads the sessions that coding agents left on this machine: Claude Code, Codex, OpenCode, Gemini, Qwen, Copilot,
Grok, Droid, Pi, Cursor. Needs no config and no hook, and writes nothing but what it has read, so that the next run
reads only what is new. Stops are judged by the transcripts alone: what only files could show is left unknown.`,
  examples: `
  reflect audit
  reflect audit --days 90 --open
  reflect audit --from ~/backup/sessions
  reflect audit --keep              then \`reflect serve --open\`
  reflect audit --forget
  reflect audit --json`,
  takes: {
    days: whole('<number>', 'how far back', { to: 36_500 }, 30),
    from: text('<folder>', 'read the sessions below this folder instead, as a project of its own'),
    html: optionalText('[file]', 'write it as one HTML file'),
    open: flag('show that file in the browser'),
    keep: flag(
      'take these sessions over, marked as imported, so that page, search and cost have them',
    ),
    forget: flag('take all of that back, and what was read'),
  },
  person: true,
  async run({ days, from, html, open, keep, forget }, context) {
    const { cwd, env, home, platform } = context
    // With the user's other state, but of no project.
    const folder = path.join(stateHome(env, home, platform), 'reflectory', 'audit')
    if (forget) return forgetAll(folder)
    if (from !== undefined && !existsSync(path.resolve(cwd, from)))
      throw new ReflectError('usage', `There is no folder ${from}`, {
        remedy: 'Name a folder that holds transcripts, e.g. --from ~/backup/sessions.',
      })
    const report = await audit(context, { days, from, folder, isKept: keep })
    const title = auditTitle(report)
    const reflect = calledAs(context, thisProgram().root)
    const sections = auditSections(report, { home, reflect })
    if (html === undefined && !open)
      return { json: report, text: indentWrapped(renderSections(title, sections), context.columns) }
    const file =
      typeof html === 'string' ? outputFile(html, context) : path.join(folder, 'audit.html')
    await writeAtomic(file, `${renderPage(title, sections)}\n`, { mode: 0o600 })
    const isHidden = open && !(await openBrowser(file, { platform, env }))
    const hint = isHidden ? ' No browser could be opened.' : ''
    return { json: { file }, text: `Wrote ${shorten(file, home)}.${hint}` }
  },
})

function forgetAll(folder: string): Shown {
  const projects = forgetSessions(path.dirname(folder))
  const rows = forgetRows(folder)
  const done = `Forgot ${count(projects, 'project')} of imported sessions, and what was read.`
  const isDone = projects > 0 || rows
  return { json: { projects, rows }, text: isDone ? done : 'There is nothing to forget.' }
}

interface AuditCall {
  days: number
  from: string | undefined
  folder: string
  isKept: boolean
}

async function audit(
  context: CliContext,
  { days, from, folder, isKept }: AuditCall,
): Promise<AuditReport> {
  const now = context.now()
  const since = windowStart(now, days)
  const clients = await loadClients()
  const progress = showProgress(context)
  const found = findFiles(placesOf(context, clients, from), clients)
  // A folder that was named has files alone.
  const own = from === undefined ? clients : []
  const { open, close } = await findInDatabases(own, { ...context, folder }, found)
  const kept = openKeptRows(folder, context.home)
  const { loaded } = await workspaceOf(context)
  try {
    const result = await runAudit({
      found,
      open,
      clients,
      kept,
      since,
      accountMs: ACCOUNT_MS,
      clock: () => performance.now(),
      progress,
    })
    const rows = sessionsSince(result.rows, since)
    if (isKept) await takeOver(context, rows, { clients, open, folder, progress })
    return sumUp({
      ...result,
      days,
      since,
      until: now.toISOString(),
      from: from === undefined ? null : path.resolve(context.cwd, from),
      isKept,
      prices: loaded.values.models.prices,
    })
  } finally {
    close()
    await kept.close()
  }
}

async function takeOver(
  context: CliContext,
  rows: AuditRow[],
  { folder, ...input }: Pick<KeepInput, 'clients' | 'open' | 'progress'> & { folder: string },
): Promise<void> {
  const { home, author = null } = context
  // The stores of hooks, by the folder that a session worked in.
  const stores = new Map<string, Promise<Store | null>>()
  const open = async (cwd: string): Promise<Store | null> =>
    existsSync(cwd) ? openExistingStore(await workspaceOf({ ...context, cwd })) : null
  const isKnown = async ({ from, scan, file }: AuditRow): Promise<boolean> => {
    if (from !== null || scan.cwd === null) return false
    const store = stores.get(scan.cwd) ?? open(scan.cwd)
    stores.set(scan.cwd, store)
    return (await (await store)?.readSession(idOf({ scan, file }))) != null
  }
  const at = { stateRoot: path.dirname(folder), home, author, now: context.now().toISOString() }
  try {
    context.note(describeKept(await keepSessions({ ...input, ...at, rows, isKnown })))
  } finally {
    for (const store of stores.values()) await (await store.catch(() => null))?.close()
  }
}

function describeKept({ taken, before, known }: Kept): string {
  const others = [
    ...(before === 0 ? [] : [`${before} were taken before`]),
    ...(known === 0 ? [] : [`${known} are known from hooks`]),
  ]
  const rest = others.length === 0 ? '' : `; ${others.join(', ')}`
  return `Took ${count(taken, 'session')} over${rest}. \`reflect audit --forget\` takes them back.`
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
