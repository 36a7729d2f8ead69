import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AgentInstaller, InstalledHook, InstallPlace, InstallScope } from '../../agent.js'
import type { CliContext } from '../command.js'
import { changedFiles, HOOK_FILES } from '../install/copy-hook.js'
import { READER_FILES } from '../install/reader-files.js'
import { loadInstallers } from '../../wiring/client-signs.js'
import { notInstalled, placeFor, readSafely, SCOPES, versionOf } from '../install/find-agents.js'
import { thisProgram } from '../install/this-program.js'
import { broken, notice, ok } from './check.js'
import type { BareCheck, CheckResult } from './check.js'

/** Our entries in the agents' settings: do they start something, and does the client let them? */
export const checkAgents: BareCheck = async ({ context, mode, isPaused }) => {
  const installers = await loadInstallers()
  const results = installers.flatMap(([agent, installer]) => {
    const found = SCOPES.flatMap((scope) => checkScope(agent, installer, scope, context))
    const isInstalled = found.some(({ state }) => state !== null)
    const results = found.flatMap(({ results }) => results)
    if (!isInstalled) return results.length > 0 ? results : [ok(agent, NOT_INSTALLED)]
    const switches = checkSwitches(agent, installer, context)
    return [...results, ...switches, ...(mode === 'off' ? [switchedOff(agent, isPaused)] : [])]
  })
  const isNowhere = results.every(({ detail }) => detail === NOT_INSTALLED)
  const isOn = mode === 'solo' || mode === 'orchestrated'
  return isNowhere && isOn ? [...results, nowhere(mode)] : results
}

const NOT_INSTALLED = 'not installed'

const nowhere = (mode: string): CheckResult =>
  notice(
    'agents',
    `the mode is ${mode}, and no agent has our hooks: nothing is seen`,
    'reflect install',
  )

const switchedOff = (agent: string, isPaused: boolean): CheckResult =>
  isPaused
    ? notice(agent, 'installed, paused: the hooks do nothing here', 'reflect resume')
    : notice(agent, 'installed, off: the mode is off', MODE_REMEDY)

const MODE_REMEDY = '`reflect init --mode solo`, or see `reflect config --origin`.'

/** `state` is null where nothing of ours was found. */
function checkScope(
  agent: string,
  installer: AgentInstaller,
  scope: InstallScope,
  context: CliContext,
): { state: 'installed' | null; results: CheckResult[] }[] {
  const place = placeFor(context, scope)
  return installer.files(place).map((file) => {
    const root = scope === 'user' ? place.home : place.projectRoot
    const { text, problem } = readSafely(file, root)
    if (problem !== null) return { state: null, results: [broken(agent, problem, FIX)] }
    const found = installer.inspect(text, file)
    if (!found.ok) {
      const detail = `${file}:${found.line}: ${found.problem}`
      return { state: null, results: [broken(agent, detail, FIX)] }
    }
    if (found.hooks.length === 0) return { state: null, results: [] }
    const remedy = `reflect install ${agent} --scope ${scope}`
    const results = [
      ...checkHooks(agent, installer, file, found.hooks, remedy),
      ...checkTrust(agent, installer, { file, text }, place),
    ]
    return { state: 'installed', results }
  })
}

/** Says that hook or entries are not those of the program that looks. */
const UPGRADE = 'reflect upgrade'

const FIX = 'Fix the file; until then its client may ignore it.'

function checkHooks(
  agent: string,
  installer: AgentInstaller,
  file: string,
  hooks: readonly InstalledHook[],
  remedy: string,
): CheckResult[] {
  const gone = hooks.flatMap(({ node, script, line }) =>
    neededBy({ node, script })
      .filter((needed) => !existsSync(needed))
      .map((needed) => ({ needed, line })),
  )
  const dead = new Map(gone.map(({ needed, line }) => [needed, line]))
  const results = [...dead].map(([needed, line]) =>
    broken(agent, `${file}:${line}: the hook points nowhere: ${needed} is gone`, remedy),
  )
  const program = thisProgram()
  const { version } = program
  const scripts = [...new Set(hooks.map(({ script }) => script))]
  for (const name of new Set(scripts.flatMap((script) => changedFiles(program, script)))) {
    results.push(broken(agent, notInstalled(name), `reflect install ${agent} puts it back.`))
  }
  const others = new Set(hooks.map(({ script }) => versionOf(script)).filter((v) => v !== version))
  for (const other of others) {
    results.push(notice(agent, `${file}: the hook is version ${other}, not ${version}`, UPGRADE))
  }
  const present = new Set(hooks.map(({ entry }) => entry))
  const missing = installer.entries.filter((entry) => !present.has(entry))
  if (missing.length > 0) {
    results.push(notice(agent, `${file}: no hook for ${missing.join(', ')}`, UPGRADE))
  }
  return results.length > 0 ? results : [ok(agent, `installed: ${file}`)]
}

/** Hooks that the client passes over, because its user was not asked or said yes to another one. */
function checkTrust(
  agent: string,
  { trust, title }: AgentInstaller,
  hooks: { file: string; text: string },
  place: InstallPlace,
): CheckResult[] {
  if (trust === undefined) return []
  const file = trust.file(place)
  const untrusted = trust.untrusted(hooks, readSafely(file, path.dirname(file)).text)
  const [first] = untrusted
  if (first === undefined) return []
  const events = untrusted.map(({ event }) => event).join(', ')
  const why = untrusted.every(({ changed }) => changed)
    ? 'they changed since they were trusted'
    : 'they are not trusted'
  const detail = `${hooks.file}:${first.line}: ${title} runs none of our hooks for ${events}: ${why}`
  return [broken(agent, detail, trust.remedy)]
}

const neededBy = ({ node, script }: { node: string; script: string }): string[] => [
  node,
  script,
  ...[...HOOK_FILES.slice(1), ...READER_FILES].map((name) => path.join(path.dirname(script), name)),
]

/** Settings, of whatever scope, by which the client runs no hooks. */
function checkSwitches(
  agent: string,
  installer: AgentInstaller,
  context: CliContext,
): CheckResult[] {
  const place = placeFor(context, 'project')
  return [...new Set(installer.switches(place))].flatMap((file) => {
    // What can't be read has been told above, or is the client's own affair.
    const found = installer.inspect(readSafely(file, path.dirname(file)).text, file)
    if (!found.ok || found.switchedOff === null) return []
    const { setting, line } = found.switchedOff
    const detail = `${file}:${line}: ${setting} keeps the client from running our hooks`
    return [broken(agent, detail, `Remove ${setting} if you want the hooks.`)]
  })
}
