import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { InstallPlace, InstallScope } from '../../agent.js'
import { stateHome, userConfigFile } from '../../config/paths.js'
import { expandHome } from '../../safety/home-path.js'
import { ReflectError } from '../../schema/error.js'
import { verb } from '../command.js'
import type { CliContext, Shown } from '../command.js'
import { formatError } from '../format-error.js'
import { chooseAgents } from '../install/choose-agents.js'
import { dataDir } from '../../config/data-dir.js'
import { loadInstallers } from '../../wiring/client-signs.js'
import { SCOPES } from '../install/find-agents.js'
import { herePlaces, knownPlaces } from '../install/known-places.js'
import { planRemoval } from '../install/planned-edit.js'
import type { PlanInput } from '../install/planned-edit.js'
import { readReceipts } from '../install/receipts.js'
import { writeRemoval } from '../install/write-edit.js'
import { parseJsonObject } from '../../util/parse-json.js'
import { readOurText } from '../../util/read-bounded.js'
import { shorten } from '../../util/shorten.js'
import { anyNumber, flag, oneOf } from '../takes.js'

export const command = verb({
  about: `
Removes our entries from the agents' settings and leaves everything else as it is. A file that has
not changed since is restored byte for byte; one that we created is removed.

--purge goes through every project that has the hooks, and then removes the hooks in your data
folder, your state folder (databases, lessons, logs) and your own reflection.yaml. The projects'
.reflection/ folders stay, and are listed.`,
  examples: `
  reflect uninstall                          here and for you
  reflect uninstall --dry-run                only show what would be removed
  reflect uninstall claude-code --scope project
  reflect uninstall --purge --yes            leave no trace`,
  takes: {
    agent: anyNumber('the agents to uninstall for; all of them by default'),
    scope: oneOf('<scope>', 'only user or only project; both by default', SCOPES),
    purge: flag('also remove the copied hooks, all records and your config'),
    dryRun: flag('show what would be removed and change nothing'),
    yes: flag('purge without asking'),
  },
  person: ({ dryRun }) => !dryRun,
  async run({ agent: names, scope, purge, dryRun, yes }, context) {
    if (purge) await agreeToPurge(context, { names, scope, yes: dryRun || yes })
    const chosen = names.length === 0 ? await loadInstallers() : await chooseAgents(names)
    const receipts = readReceipts(dataFolder(context))
    const places = purge ? knownPlaces(context, receipts) : herePlaces(context, scope ?? null)
    const results: RemovedFile[] = []
    for (const place of places) {
      for (const [agent, installer] of chosen) {
        results.push(await removeFrom({ agent, installer, place, receipts }, context, dryRun))
      }
    }
    const isWhole = results.every(({ error }) => error === null)
    const staying = outputFolders(places, purge ? sessionRoots(context) : [])
    const purged = purge && isWhole ? await purgeAll(context, dryRun) : []
    const isHeldBack = purge && !isWhole
    for (const { error } of results) if (error !== null) context.note(formatError(error, context))
    const done = { dryRun, isPurge: purge, purged, staying, isHeldBack }
    return { ...describe(context, results, done), exit: isWhole ? 0 : 1 }
  },
})

interface RemovedFile {
  agent: string
  scope: InstallScope
  file: string
  state: 'removed' | 'restored' | 'deleted' | 'absent' | 'failed'
  error: unknown
}

const dataFolder = ({ env, home, platform }: CliContext): string => dataDir(env, home, platform)

/** One file that can't be fixed doesn't stop the others. */
async function removeFrom(
  input: PlanInput,
  context: CliContext,
  dryRun: boolean,
): Promise<RemovedFile> {
  const { agent, installer, place } = input
  const done = { agent, scope: place.scope, file: installer.file(place) }
  try {
    const edit = planRemoval(input)
    const { before, after, receipt, exact } = edit
    const isKnown = before !== after || receipt !== null
    if (isKnown && !dryRun) await writeRemoval(edit, dataFolder(context))
    const how = after === null ? 'deleted' : exact ? 'restored' : 'removed'
    return { ...done, state: before === after ? 'absent' : how, error: null }
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    return { ...done, state: 'failed', error }
  }
}

async function agreeToPurge(
  context: CliContext,
  { names, scope, yes }: { names: string[]; scope: InstallScope | undefined; yes: boolean },
): Promise<void> {
  if (names.length > 0 || scope !== undefined) {
    throw new ReflectError('usage', '--purge removes everything: it takes no agent and no scope', {
      remedy: 'Leave them out, or leave --purge out.',
    })
  }
  if (yes) return
  const folders = purgedFolders(context).map((folder) => shorten(folder, context.home))
  const question = `Remove ${folders.join(', ')} with all records and settings?`
  if (context.interactive && !context.json && (await context.confirm(question, false))) return
  throw new ReflectError('usage', 'Nothing was removed: you did not confirm it', {
    remedy: 'Answer yes, or run it with --yes.',
  })
}

const purgedFolders = (context: CliContext): string[] => {
  const { env, home, platform } = context
  return [
    ...new Set([
      dataFolder(context),
      path.join(stateHome(env, home, platform), 'reflectory'),
      path.dirname(userConfigFile(env, home, platform)),
    ]),
  ]
}

async function purgeAll(context: CliContext, dryRun: boolean): Promise<string[]> {
  const folders = purgedFolders(context).filter((folder) => existsSync(folder))
  if (dryRun) return folders
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  return folders
}

/** Outputs beside the work, in the projects that we know of. They are the projects', so they stay. */
function outputFolders(places: readonly InstallPlace[], others: readonly string[]): string[] {
  const known = [...places.map(({ projectRoot }) => projectRoot), ...others]
  return [...new Set(known)].map((root) => path.join(root, '.reflection')).filter(existsSync)
}

/** Where sessions began, as the hooks wrote it down. */
function sessionRoots({ env, home, platform }: CliContext): string[] {
  const folder = path.join(stateHome(env, home, platform), 'reflectory', 'sessions')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const { root } = parseJsonObject(readOurText(path.join(folder, name)) ?? '') ?? {}
    return typeof root === 'string' ? [expandHome(root, home)] : []
  })
}

interface Purge {
  dryRun: boolean
  isPurge: boolean
  purged: readonly string[]
  /** Folders of outputs that stay in the projects. */
  staying: readonly string[]
  isHeldBack: boolean
}

function describe(
  context: CliContext,
  results: readonly RemovedFile[],
  { dryRun, isPurge, purged, staying, isHeldBack }: Purge,
): Shown {
  const left = readReceipts(dataFolder(context)).map(({ file }) => file)
  const files = results.map(({ agent, scope, file, state }) => ({ agent, scope, file, state }))
  const would = dryRun ? 'Would be: ' : ''
  const lines = files.flatMap(({ agent, file, state }) =>
    state === 'absent' || state === 'failed' ? [] : [`${would}${WORDS[state]} ${agent}: ${file}`],
  )
  const isClean = files.every(({ state }) => state === 'absent')
  if (isClean) lines.push('The settings here have no entries of ours.')
  lines.push(...purged.map((folder) => `${would}Removed ${folder}`))
  lines.push(...staying.map((folder) => `Kept in the project: ${folder}; delete it by hand`))
  if (!isPurge)
    lines.push('Your records and your config stay; `reflect uninstall --purge` removes them.')
  if (isHeldBack) lines.push('The hooks and records were kept: a settings file still names them.')
  const elsewhere = left.filter((file) => !files.some((one) => one.file === file))
  lines.push(...elsewhere.map((file) => `Still installed: ${file}`))
  if (dryRun) lines.push('Nothing was changed.')
  return {
    json: { dryRun, files, purged, staying, stillInstalled: left },
    text: shorten(lines.join('\n'), context.home),
  }
}

const WORDS = {
  removed: 'Uninstalled from',
  restored: 'Uninstalled (file restored) from',
  deleted: 'Uninstalled (file removed) from',
}
