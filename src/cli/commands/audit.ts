import path from 'node:path'
import { findFiles } from '../../audit/find-files.js'
import type { Client, SessionPlace } from '../../audit/find-files.js'
import { openKeptRows } from '../../audit/kept-rows.js'
import { runAudit } from '../../audit/run-audit.js'
import { sumUp } from '../../audit/sum-up.js'
import type { AuditReport } from '../../audit/sum-up.js'
import { stateHome } from '../../config/paths.js'
import { renderPage, renderSections } from '../../digest/render-digest.js'
import { ReflectError } from '../../schema/error.js'
import { shorten } from '../../util/shorten.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { loadAgent, readerRank } from '../../wiring/agent-registry.js'
import { openWorkspace } from '../../wiring/workspace.js'
import { auditSections, auditTitle } from '../audit/audit-sections.js'
import { showProgress } from '../audit/show-progress.js'
import type { CliCommand, CliContext } from '../command.js'
import { openBrowser } from '../serve/open-browser.js'
import { toWrapped } from '../audit/to-wrapped.js'

const DAY_MS = 86_400_000
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
  reflect audit --json`,
      ),

  async run(context, _positional, options) {
    const days = readDays(String(options['days']))
    const from = options['from'] as string | undefined
    const folder = auditFolder(context)
    const report = await audit(context, { days, from, folder })
    const { html, open } = options as { html?: string | true; open?: true }
    if (html !== undefined || open === true)
      await writePage(context, report, { html, open, folder })
    else context.print(context.json ? JSON.stringify(report, null, 2) : toText(report, context))
    return 0
  },
}

/** With the user's other state, but of no project. */
const auditFolder = ({ env, home, platform }: CliContext): string =>
  path.join(stateHome(env, home, platform), 'reflectory', 'audit')

async function audit(
  context: CliContext,
  { days, from, folder }: { days: number; from: string | undefined; folder: string },
): Promise<AuditReport> {
  const now = context.now()
  const since = new Date(now.getTime() - days * DAY_MS).toISOString()
  const clients = await loadClients()
  const found = findFiles(placesOf(context, clients, from), clients)
  const kept = openKeptRows(folder, context.home)
  const { loaded } = await openWorkspace({ ...context, now })
  try {
    const result = await runAudit({
      found,
      clients,
      kept,
      since,
      accountMs: ACCOUNT_MS,
      clock: () => performance.now(),
      progress: showProgress(context),
    })
    const { prices } = loaded.values.models
    return sumUp({ ...result, since, until: now.toISOString(), prices })
  } finally {
    await kept.close()
  }
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

const toText = (report: AuditReport, { home, columns }: CliContext): string =>
  toWrapped(renderSections(auditTitle(report), auditSections(report, home)), columns)

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
  const page = renderPage(auditTitle(report), auditSections(report, home))
  await writeAtomic(file, `${page}\n`, { mode: 0o600 })
  const isShown = open === true && (await openBrowser(file, { platform, env }))
  if (context.json) context.print(JSON.stringify({ file }, null, 2))
  else
    context.print(
      `Wrote ${shorten(file, home)}.${open === true && !isShown ? ' No browser could be opened.' : ''}`,
    )
}
