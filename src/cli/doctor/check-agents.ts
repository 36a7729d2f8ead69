import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AgentInstaller } from '../../agent.js'
import { loadInstallers } from '../../wiring/client-signs.js'
import { changedFiles, HOOK_FILES } from '../install/copy-hook.js'
import {
  lookAt,
  notInstalled,
  placeFor,
  readSafely,
  readTrust,
  SCOPES,
  versionOf,
} from '../install/find-agents.js'
import type { LookedAt } from '../install/find-agents.js'
import { READER_FILES } from '../install/reader-files.js'
import { thisProgram } from '../install/this-program.js'
import { about } from './check.js'
import type { BareCheck, CheckResult } from './check.js'

/** Our entries in the agents' settings: do they start something, and does the client let them? */
export const checkAgents: BareCheck = async ({ context, mode, isPaused }) => {
  const results = (await loadInstallers()).flatMap(([agent, installer]) => {
    const { ok, notice, broken } = about(agent)
    const looks = SCOPES.map((scope) => lookAt(installer, placeFor(context, scope)))
    const problems = looks.flatMap(({ problem }) => (problem === null ? [] : broken(problem, FIX)))
    const installed = looks.filter(({ hooks }) => hooks.length > 0)
    if (installed.length === 0) return problems.length > 0 ? problems : [ok(NOT_INSTALLED)]
    const off = isPaused
      ? notice('installed, paused: the hooks do nothing here', 'reflect resume')
      : notice('installed, off: the mode is off', MODE_REMEDY)
    const project = placeFor(context, 'project')
    return [
      ...problems,
      ...installed.flatMap((look) => [
        ...checkHooks(agent, installer, look),
        ...checkTrust(agent, installer, look),
      ]),
      // What can't be read has been told above, or is the client's own affair.
      ...[...new Set(installer.switches(project))].flatMap((file) => {
        const found = installer.inspect(readSafely(file, path.dirname(file)).text, file)
        if (!found.ok || found.switchedOff === null) return []
        const { setting, line } = found.switchedOff
        const detail = `${file}:${line}: ${setting} keeps the client from running our hooks`
        return [broken(detail, `Remove ${setting} if you want the hooks.`)]
      }),
      ...(mode === 'off' ? [off] : []),
    ]
  })
  const isNowhere = results.every(({ detail }) => detail === NOT_INSTALLED)
  const isOn = mode === 'solo' || mode === 'orchestrated'
  if (!isNowhere || !isOn) return results
  const detail = `the mode is ${mode}, and no agent has our hooks: nothing is seen`
  return [...results, about('agents').notice(detail, 'reflect install')]
}

const NOT_INSTALLED = 'not installed'
const MODE_REMEDY = '`reflect init --mode solo`, or see `reflect config --origin`.'
const FIX = 'Fix the file; until then its client may ignore it.'
/** Says that hook or entries are not those of the program that looks. */
const UPGRADE = 'reflect upgrade'

function checkHooks(
  agent: string,
  installer: AgentInstaller,
  { place, file, hooks }: LookedAt,
): CheckResult[] {
  const { ok, notice, broken } = about(agent)
  const gone = hooks.flatMap((hook) =>
    neededBy(hook)
      .filter((needed) => !existsSync(needed))
      .map((needed) => [needed, hook.line] as const),
  )
  const program = thisProgram()
  const scripts = [...new Set(hooks.map(({ script }) => script))]
  const changed = new Set(scripts.flatMap((script) => changedFiles(program, script)))
  const others = new Set(scripts.map(versionOf).filter((version) => version !== program.version))
  const present = new Set(hooks.map(({ entry }) => entry))
  const missing = installer.entries.filter((entry) => !present.has(entry))
  const results = [
    ...[...new Map(gone)].map(([needed, line]) =>
      broken(
        `${file}:${line}: the hook points nowhere: ${needed} is gone`,
        `reflect install ${agent} --scope ${place.scope}`,
      ),
    ),
    ...[...changed].map((name) =>
      broken(notInstalled(name), `reflect install ${agent} puts it back.`),
    ),
    ...[...others].map((other) =>
      notice(`${file}: the hook is version ${other}, not ${program.version}`, UPGRADE),
    ),
    ...(missing.length > 0 ? [notice(`${file}: no hook for ${missing.join(', ')}`, UPGRADE)] : []),
  ]
  return results.length > 0 ? results : [ok(`installed: ${file}`)]
}

const neededBy = ({ node, script }: { node: string; script: string }): string[] => [
  node,
  script,
  ...[...HOOK_FILES.slice(1), ...READER_FILES.keys()].map((name) =>
    path.join(path.dirname(script), name),
  ),
]

/** Hooks that the client passes over, because its user was not asked or said yes to others. */
function checkTrust(
  agent: string,
  { trust, title }: AgentInstaller,
  look: LookedAt,
): CheckResult[] {
  const untrusted = trust === undefined ? null : readTrust(trust, look)
  if (untrusted === null) return []
  const { line, what, why, remedy } = untrusted
  const detail = `${look.file}:${line}: ${title} runs none of our hooks ${what}: ${why}`
  return [about(agent).broken(detail, remedy)]
}
