import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type {
  AgentInstaller,
  HookTrust,
  InstalledHook,
  InstallPlace,
  InstallScope,
  Untrusted,
} from '../../agent.js'
import { findProject } from '../../config/project.js'
import { clientSigns, loadInstallers } from '../../wiring/client-signs.js'
import { ReflectError } from '../../schema/error.js'
import type { CliContext } from '../command.js'
import { changedFiles } from './copy-hook.js'
import { readTarget, resolveTarget } from './settings-target.js'
import { thisProgram } from './this-program.js'

export const SCOPES: readonly InstallScope[] = ['user', 'project']

/** A client on this machine, and where our hooks are in its settings. */
export interface FoundAgent {
  agent: string
  title: string
  /** Its program or its folder is there. */
  found: boolean
  /** null when it can't be told without starting it. */
  clientVersion: string | null
  installed: { scope: InstallScope; file: string; version: string }[]
  /** Settings that could not be looked into. */
  problems: string[]
}

export const placeFor = (context: CliContext, scope: InstallScope): InstallPlace => ({
  scope,
  home: context.home,
  projectRoot: findProject(context.cwd).root,
  env: context.env,
  platform: context.platform,
})

export async function findAgents(context: CliContext): Promise<FoundAgent[]> {
  const installers = await loadInstallers()
  return installers.map(([agent, installer]) => {
    const place = placeFor(context, 'user')
    const { found, file, packageName } = clientSigns(installer, place, context.cwd)
    return {
      agent,
      title: installer.title,
      found,
      clientVersion: file === null ? null : cheapVersion(file, packageName),
      ...findInstalled(installer, context),
    }
  })
}

export const notInstalled = (name: string): string =>
  `The hook's ${name} is not the one that this program installs`

/** The version that a script of ours belongs to: the name of the folder that it lies in. */
export const versionOf = (script: string): string => path.basename(path.dirname(script))

function findInstalled(
  installer: AgentInstaller,
  context: CliContext,
): Pick<FoundAgent, 'installed' | 'problems'> {
  const looks = SCOPES.map((scope) => lookAt(installer, placeFor(context, scope)))
  const found = looks.flatMap(({ place, file, hooks }) =>
    hooks.slice(0, 1).map(({ script }) => ({ scope: place.scope, file, script })),
  )
  return {
    installed: found.map(({ script, ...where }) => ({ ...where, version: versionOf(script) })),
    problems: [
      ...looks.flatMap(({ problem }) => problem ?? []),
      ...found.flatMap(({ script }) => changedFiles(thisProgram(), script).map(notInstalled)),
    ],
  }
}

/** A client's file, and what it says about us. */
export interface LookedAt {
  place: InstallPlace
  file: string
  text: string
  /** What keeps it from being understood. */
  problem: string | null
  hooks: InstalledHook[]
}

export function lookAt(
  installer: AgentInstaller,
  place: InstallPlace,
  file = installer.file(place),
  root = place.scope === 'user' ? place.home : place.projectRoot,
): LookedAt {
  const { text, problem } = readSafely(file, root)
  const found = installer.inspect(text, file)
  const wrong = problem ?? (found.ok ? null : `${file}:${found.line}: ${found.problem}`)
  return { place, file, text, problem: wrong, hooks: found.ok ? found.hooks : [] }
}

/** Why a client passes over hooks of ours, by what it keeps of its user's trust. */
export function readTrust(
  trust: HookTrust,
  hooks: Pick<LookedAt, 'place' | 'file' | 'text'>,
): Untrusted | null {
  const record = trust.file(hooks.place)
  return trust.findUntrusted(hooks, readSafely(record, path.dirname(record)).text)
}

/** A settings file that may be absent, linked elsewhere or unreadable. */
export function readSafely(file: string, root: string): { text: string; problem: string | null } {
  try {
    return { text: readTarget(resolveTarget(file, root)) ?? '', problem: null }
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    return { text: '', problem: error.message }
  }
}

const LEVELS = 3

/** From where the program really lies: a folder named after the version, or its package. */
function cheapVersion(program: string, packageName: string): string | null {
  let place = realpathSync(program)
  if (/^\d+\.\d+\.\d+/.test(path.basename(place))) return path.basename(place)
  for (let level = 0; level < LEVELS; level += 1) {
    place = path.dirname(place)
    const found = readPackage(path.join(place, 'package.json'))
    if (found?.name === packageName) return found.version ?? null
  }
  return null
}

function readPackage(file: string): { name?: string; version?: string } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
  } catch {
    return null
  }
}
