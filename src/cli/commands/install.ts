import path from 'node:path'
import type { AgentInstaller, InstallScope } from '../../agent.js'
import { MODES } from '../../schema/mode.js'
import type { Mode } from '../../schema/mode.js'
import { runGit } from '../../util/git.js'
import { isAgreedToChange } from '../ask.js'
import { verb } from '../command.js'
import type { CliContext, Shown } from '../command.js'
import { chooseAgents } from '../install/choose-agents.js'
import { copyHook, hookFolder, hookScript } from '../install/copy-hook.js'
import { dataDir } from '../../config/data-dir.js'
import { findAgents, placeFor, SCOPES } from '../install/find-agents.js'
import type { FoundAgent } from '../install/find-agents.js'
import { describeDone, describePlan, installJson } from '../install/describe-install.js'
import { noteTrust } from '../install/note-trust.js'
import { planInstall } from '../install/planned-edit.js'
import type { PlannedEdit } from '../install/planned-edit.js'
import { readReceipts } from '../install/receipts.js'
import { thisProgram } from '../install/this-program.js'
import type { ThisProgram } from '../install/this-program.js'
import { writeInstall } from '../install/write-edit.js'
import { planMode, readMode, weakensMode, writeMode } from '../install/write-mode.js'
import type { EffectiveMode, PlannedMode } from '../install/write-mode.js'
import { shorten } from '../../util/shorten.js'
import { table } from '../table.js'
import { anyNumber, flag, oneOf } from '../takes.js'

export const command = verb({
  about: `
Copies the hook to your own data folder, so that it outlives this package, and adds its entries to
the agent's settings. Everything else in that file stays as it is, byte for byte; a copy of it is
kept until \`reflect uninstall\`. Installing again changes nothing, or moves the entries to this
version. A linked settings file is followed only within your home (or, for a project, within it).`,
  examples: `
  reflect install                                  which agents are here, and what is installed
  reflect install claude-code --mode solo          for all your projects, switched on
  reflect install claude-code --scope project      only in this project, in its local settings
  reflect install claude-code --dry-run            only show what would change`,
  takes: {
    agent: anyNumber('the agents to install for; with none, lists what was found'),
    scope: oneOf(
      '<scope>',
      'user (everywhere) or project (only here, only for you)',
      SCOPES,
      'user',
    ),
    mode: oneOf('<mode>', 'off, solo or orchestrated; written to your own config', MODES),
    dryRun: flag('show what would change and change nothing'),
    yes: flag('make the changes without asking'),
  },
  person: ({ dryRun, mode }) => !dryRun && weakensMode(mode),
  run: ({ agent: names, ...asked }, context) =>
    names.length === 0 ? listAgents(context) : install(context, thisProgram(), { names, ...asked }),
})

export interface InstallOptions {
  names: readonly string[]
  scope: InstallScope
  mode?: Mode | undefined
  dryRun: boolean
  yes: boolean
}

/** Plans everything before anything is written, so that a refusal leaves all as it was. */
export async function install(
  context: CliContext,
  program: ThisProgram,
  options: InstallOptions,
): Promise<number> {
  const chosen = await chooseAgents(options.names)
  const edits = planEdits(context, program, chosen, options.scope)
  const current = await readMode(context)
  const mode = options.mode === undefined ? null : planMode(context, options.mode)
  const folder = hookFolder(dataFolder(context), program.version)
  await warnIfMissing(options.names, context)
  if (!context.json) context.print(describePlan(edits, mode, { folder, ...options }, context))
  if (options.dryRun) {
    if (context.json) context.print(installJson(edits, [], current, { folder, dryRun: true }))
    return 0
  }
  if (!(await isAgreedToChange({ ...context, yes: options.yes }))) {
    context.print('Nothing was changed.')
    return 0
  }
  return carryOut(context, program, edits, mode ?? (await askForMode(context, current)))
}

const dataFolder = ({ env, home, platform }: CliContext): string => dataDir(env, home, platform)

function planEdits(
  context: CliContext,
  program: ThisProgram,
  chosen: readonly [string, AgentInstaller][],
  scope: InstallScope,
): PlannedEdit[] {
  const receipts = readReceipts(dataFolder(context))
  const place = placeFor(context, scope)
  const script = hookScript(hookFolder(dataFolder(context), program.version))
  const hook = { node: program.node, script }
  return chosen.map(([agent, installer]) =>
    planInstall({ agent, installer, place, receipts }, hook),
  )
}

/** Only when nothing is on yet, and only at a terminal. */
async function askForMode(
  context: CliContext,
  { mode }: EffectiveMode,
): Promise<PlannedMode | null> {
  if (mode !== 'off' || !context.interactive) return null
  const question = 'The mode is off. Switch it on (solo: look back, and tell the agent)?'
  return (await context.confirm(question, true)) ? planMode(context, 'solo') : null
}

async function carryOut(
  context: CliContext,
  program: ThisProgram,
  edits: readonly PlannedEdit[],
  mode: PlannedMode | null,
): Promise<number> {
  const folder = dataFolder(context)
  const hook = await copyHook(program, folder, context.now())
  const backups: (string | null)[] = []
  for (const edit of edits) {
    const { version } = program
    backups.push(await writeInstall(edit, folder, { version, now: context.now() }))
  }
  if (mode !== null) await writeMode(mode)
  for (const edit of edits) await warnIfShared(edit, context)
  for (const edit of edits) await noteTrust(edit, context)
  const effective = await readMode(context)
  context.print(
    context.json
      ? installJson(edits, backups, effective, { folder: hook.folder, dryRun: false })
      : describeDone(edits, backups, effective, context),
  )
  return 0
}

/** Not refused: the agent may come later. */
async function warnIfMissing(names: readonly string[], context: CliContext): Promise<void> {
  const found = await findAgents(context)
  for (const { agent, title, found: isThere } of found) {
    if (isThere || !names.includes(agent)) continue
    context.note(`${title} was not found on this machine; the hooks take effect once it is.`)
  }
}

/** The entries name programs of this machine: they are nothing to share with a team. */
async function warnIfShared(
  { scope, projectRoot, file }: PlannedEdit,
  { env, note, home }: CliContext,
): Promise<void> {
  if (scope !== 'project') return
  const name = path.relative(projectRoot, file)
  const ignored = ['ls-files', '--others', '--ignored', '--exclude-standard', '--', name]
  const listed = await runGit(ignored, { cwd: projectRoot, env })
  if (!listed.ok || listed.stdout.length > 0) return
  note(`${shorten(file, home)} is not ignored by git; add ${name} to .git/info/exclude.`)
}

async function listAgents(context: CliContext): Promise<Shown> {
  const agents = await findAgents(context)
  const rows = agents.map((agent) => [agent.agent, describeFound(agent), describeWhere(agent)])
  const problems = agents.flatMap(({ problems }) => problems.map((text) => `Problem: ${text}`))
  const next = 'Install with `reflect install <agent>`; nothing was changed.'
  const text = [table(rows), ...problems, '', next].join('\n')
  return { json: { agents }, text: shorten(text, context.home) }
}

function describeFound({ title, found, clientVersion }: FoundAgent): string {
  if (!found) return `${title}: not found`
  return `${title}${clientVersion === null ? '' : ` ${clientVersion}`}: found`
}

const describeWhere = ({ installed }: FoundAgent): string =>
  installed.length === 0
    ? 'not installed'
    : installed.map(({ scope, version }) => `installed (${scope}, ${version})`).join(', ')
