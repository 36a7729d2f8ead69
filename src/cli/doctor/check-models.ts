import { readBreaker } from '../../model/breaker.js'
import { hasAnyBackend } from '../../model/roles.js'
import { PROVIDERS } from '../../model/providers.js'
import { findPrice } from '../../data/prices.js'
import type { Config, ModelBackend } from '../../schema/config.js'
import { atStop } from '../what-leaves.js'
import type { Workspace } from '../../wiring/workspace.js'
import { askOpenStore } from './ask-store.js'
import { about } from './check.js'
import type { Check, CheckResult } from './check.js'

const { ok, notice } = about('models')

/** Whether the backends of the config can be asked, as far as that shows without asking them. */
export const checkModels: Check = async ({ context, workspace }) => {
  const { values } = workspace.loaded
  if (!hasAnyBackend(values)) return [ok('none is configured; rules decide')]
  const results = Object.entries(values.models.backends).flatMap(([name, backend]) => [
    ...checkBackend(name, backend, context.env),
    ...checkPrice(name, backend, values.models.prices),
  ])
  const can = results.length === 0 ? [ok('every backend is ready')] : results
  return [...can, ...tellJudge(values), ...(await tellPaused(values, workspace, context.now()))]
}

/** Backends that failed or hung too often, and are passed over for a while. */
async function tellPaused({ models }: Config, workspace: Workspace, now: Date) {
  const names = Object.keys(models.backends)
  const paused = await askOpenStore(workspace, (store) =>
    Promise.all(names.map((name) => readBreaker(store, name, now))),
  )
  return names.flatMap((name, index) => {
    const until = paused?.[index]
    return until == null
      ? []
      : [notice(`${name} is not asked ${until}`, 'It is retried automatically.')]
  })
}

/** What goes to whom at a stop. */
function tellJudge({ stop, models }: Config): CheckResult[] {
  const names = models.roles.judge ?? models.roles.default ?? []
  if (stop.judge === 'never' || stop.model === 'none' || names.length === 0) return []
  const what = `${atStop({ stop })}; secrets redacted`
  return [about('judge').ok(`${names.join(', ')} may be sent at a stop: ${what}`)]
}

function checkBackend(
  name: string,
  { adapter, provider: id = '', baseUrl, apiKeyEnv }: ModelBackend,
  env: Readonly<Record<string, string | undefined>>,
): CheckResult[] {
  if (adapter !== 'provider') return []
  const provider = Object.hasOwn(PROVIDERS, id) ? PROVIDERS[id]! : null
  if (provider === null) {
    const known = Object.keys(PROVIDERS).join(', ')
    return [notice(`${name}: there is no provider ${id}`, `Use one of ${known}.`)]
  }
  if ((baseUrl ?? provider.baseUrl) === null) {
    const remedy = `Set models.backends.${name}.baseUrl.`
    return [notice(`${name}: provider ${id} needs a base URL`, remedy)]
  }
  const variable = apiKeyEnv ?? provider.keyEnv
  if (variable === null || (env[variable]?.trim() ?? '') !== '') return []
  return [notice(`${name}: ${variable} is not set here`, `Export ${variable}.`)]
}

function checkPrice(
  name: string,
  { adapter, model }: ModelBackend,
  prices: Parameters<typeof findPrice>[1],
): CheckResult[] {
  if (adapter !== 'provider' || model === undefined || model === 'fast') return []
  if (findPrice(model, prices) !== null) return []
  const detail = `${name}: the price of ${model} is not known; budgets in dollars don't apply to it`
  return [notice(detail, `Set models.prices.${model}; tokens and time are counted anyway.`)]
}
