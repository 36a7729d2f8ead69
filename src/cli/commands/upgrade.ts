import { dataDir } from '../../config/data-dir.js'
import { ReflectError } from '../../schema/error.js'
import { lineDiff } from '../../util/line-diff.js'
import { shorten } from '../../util/shorten.js'
import { isAgreedToChange } from '../ask.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { formatError } from '../format-error.js'
import { copyHook, hookFolder, hookScript } from '../install/copy-hook.js'
import { describePlan } from '../install/describe-install.js'
import { noteTrust } from '../install/note-trust.js'
import { planUpgrade } from '../install/plan-upgrade.js'
import type { PlannedUpgrade, UpgradePlan } from '../install/plan-upgrade.js'
import { pruneVersions } from '../install/prune-versions.js'
import { hasReadableReceipts, readReceipts } from '../install/receipts.js'
import { thisProgram } from '../install/this-program.js'
import type { ThisProgram } from '../install/this-program.js'
import { writeInstall } from '../install/write-edit.js'
import { flag } from '../takes.js'

export const command = verb({
  about: `
Moves every installed hook to the version of this program: for your user, here, and in every project
that has them. The new hook is copied first, beside the old one, and then each settings file is
replaced whole; nothing else in it changes. Running sessions keep the hook that they
started with; it is removed two weeks after the last settings file stops naming it.`,
  examples: `
  reflect upgrade --dry-run      only show what would change
  reflect upgrade --yes          without asking, e.g. after \`npm install -g reflectory\``,
  takes: {
    dryRun: flag('show what would change and change nothing'),
    yes: flag('make the changes without asking'),
  },
  run: (asked, context) => upgrade(context, thisProgram(), asked),
})

interface UpgradeOptions {
  dryRun: boolean
  yes: boolean
}

/** Plans everything before anything is written. */
export async function upgrade(
  context: CliContext,
  program: ThisProgram,
  options: UpgradeOptions,
): Promise<number> {
  const data = dataFolder(context)
  const folder = hookFolder(data, program.version)
  const hook = { node: program.node, script: hookScript(folder) }
  const plan = await planUpgrade(context, hook, readReceipts(data))
  refuseOlder(plan, program)
  for (const { error } of plan.failed) context.note(formatError(error, context))
  const outdated = plan.found.filter(({ edit }) => edit.before !== edit.after)
  if (outdated.length > 0 && !context.json) {
    const edits = outdated.map(({ edit }) => edit)
    context.print(describePlan(edits, null, { folder, ...options }, context))
  }
  if (
    !options.dryRun &&
    outdated.length > 0 &&
    !(await isAgreedToChange({ ...context, yes: options.yes }))
  ) {
    context.print('Nothing was changed.')
    return 0
  }
  const removed = options.dryRun ? [] : await carryOut(context, program, plan)
  report(context, plan, program, { removed, ...options })
  return plan.failed.length === 0 ? 0 : 1
}

const dataFolder = ({ env, home, platform }: CliContext): string => dataDir(env, home, platform)

/** An old program must not undo what a newer one did. */
function refuseOlder({ found }: UpgradePlan, { version }: ThisProgram): void {
  const newer = found.flatMap(({ from }) => from).find((other) => isNewer(other, version))
  if (newer === undefined) return
  const problem = `The installed hooks are version ${newer}, this program is ${version}`
  throw new ReflectError('usage', problem, {
    remedy: 'Update the package first: `npm install -g reflectory@latest`.',
  })
}

const isNewer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0

/** The hook, then the entries that name it, then unused versions. One failing file stops no other. */
async function carryOut(
  context: CliContext,
  program: ThisProgram,
  plan: UpgradePlan,
): Promise<string[]> {
  if (plan.found.length === 0) return []
  const data = dataFolder(context)
  const { version } = program
  await copyHook(program, data, context.now())
  const inUse = new Set([version])
  for (const { edit, from } of plan.found) {
    try {
      await writeInstall(edit, data, { version, now: context.now() })
      await noteTrust(edit, context)
    } catch (error) {
      if (!(error instanceof ReflectError)) throw error
      context.note(formatError(error, context))
      plan.failed.push({ file: edit.file, error })
      for (const old of from) inUse.add(old)
    }
  }
  // A file that could not be looked into, or a project that is not known any more, may name any.
  if (plan.failed.length > 0 || !hasReadableReceipts(data)) return []
  return pruneVersions(data, { inUse, now: context.now() })
}

function report(
  context: CliContext,
  { found, failed }: UpgradePlan,
  { version }: ThisProgram,
  { dryRun, removed }: { dryRun: boolean; removed: readonly string[] },
): void {
  const done = found.filter(({ edit }) => !failed.some(({ file }) => file === edit.file))
  if (context.json) {
    const files = done.map(({ edit, from }) => ({
      agent: edit.agent,
      scope: edit.scope,
      file: edit.file,
      from,
      state: stateOf(edit),
      ...(dryRun ? { diff: lineDiff(edit.before ?? '', edit.after ?? '') } : {}),
    }))
    const notUpgraded = failed.map(({ file }) => file)
    context.print(JSON.stringify({ dryRun, version, files, notUpgraded, removed }, null, 2))
    return
  }
  if (found.length === 0 && failed.length === 0) {
    context.print('Nothing is installed; `reflect install` shows the agents that are here.')
    return
  }
  if (dryRun) return
  const lines = done.map(
    ({ edit, from }) =>
      `${WORDS[stateOf(edit)]} ${version} for ${edit.agent}${was(from, version)}: ${edit.file}`,
  )
  lines.push(
    ...removed.map((old) => `Removed the hooks of ${old}, which no settings name any more.`),
  )
  if (done.some(({ edit }) => stateOf(edit) === 'upgraded')) {
    lines.push('Running sessions keep the hook that they started with.')
  }
  context.print(shorten(lines.join('\n'), context.home))
}

const WORDS = { upgraded: 'Upgraded to', unchanged: 'Already' }

const stateOf = ({ before, after }: PlannedUpgrade['edit']): keyof typeof WORDS =>
  before === after ? 'unchanged' : 'upgraded'

function was(from: readonly string[], version: string): string {
  const others = from.filter((other) => other !== version)
  return others.length === 0 ? '' : ` (was ${others.join(', ')})`
}
