import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PROVIDERS } from '../../model/providers.js'
import { own } from '../../util/own.js'
import { hookFolder, hookScript } from '../install/copy-hook.js'
import { dataDir } from '../../config/data-dir.js'
import { thisProgram } from '../install/this-program.js'
import { about } from './check.js'
import type { Check } from './check.js'

/**
 * The packages that an installed hook needs for the providers of the config. They go beside the
 * hook's folder, not into it: npm would clear out what it finds there, and so would an upgrade.
 */
export const checkProviderPackages: Check = async ({ context, workspace }) => {
  const program = thisProgram()
  const data = dataDir(context.env, context.home, context.platform)
  const script = hookScript(hookFolder(data, program.version))
  if (!existsSync(script)) return []
  const versions = packageVersions(program.root)
  const { resolve } = createRequire(script)
  return providerPackages(workspace.loaded.values.models.backends)
    .filter((name) => !canResolve(resolve, name))
    .map((name) => {
      const wanted = `${name}@${own(versions, name) ?? 'latest'}`
      const detail = `the installed hook can't find ${name}, so it can't ask models of that kind`
      return about('models').notice(
        detail,
        `npm install --prefix ${JSON.stringify(data)} ${wanted}`,
      )
    })
}

function providerPackages(
  backends: Readonly<Record<string, { adapter: string; provider?: string | undefined }>>,
): string[] {
  const wires = Object.values(backends).flatMap(({ adapter, provider = '' }) => {
    const wire = adapter === 'provider' ? own(PROVIDERS, provider)?.wire : undefined
    return wire === undefined ? [] : [`@ai-sdk/${wire}`]
  })
  return [...new Set(wires)].sort()
}

function packageVersions(root: string): Record<string, string> {
  const text = readFileSync(path.join(root, 'package.json'), 'utf8')
  return (JSON.parse(text) as { optionalDependencies: Record<string, string> }).optionalDependencies
}

function canResolve(resolve: NodeJS.RequireResolve, name: string): boolean {
  try {
    resolve(name)
    return true
  } catch {
    return false
  }
}
