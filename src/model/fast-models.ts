import type { Account, FastChoice } from './ai-sdk.js'
import { boundedFetch } from '../util/bounded-fetch.js'
import type { CallLedger } from './ledger.js'
import { readFailure } from './read-failure.js'

const AVAILABLE_MS = 5 * 60 * 1000
const MAX_LISTED = 1000

export interface FastModelInput {
  ledger: Pick<CallLedger, 'readCache' | 'writeCache'>
  now(): Date
}

/** The first preferred model that the account offers. What it offers is asked every 5 minutes. */
export async function chooseFastModel(
  account: Account,
  preferred: readonly string[],
  signal: AbortSignal,
  { ledger, now }: FastModelInput,
): Promise<FastChoice> {
  const key = `model:available:${account.id}:${account.baseUrl}`
  const cached = await ledger.readCache(key, now().toISOString()).catch(() => null)
  let available: string[]
  try {
    available =
      cached === null ? await listModels(account, signal) : (JSON.parse(cached) as string[])
  } catch (error) {
    const who = `${account.id} (list of models)`
    const secrets = [account.apiKey]
    return readFailure(error, { who, keyFrom: account.keyFrom, secrets, signal, now: now() })
  }
  if (cached === null) {
    const expiresAt = new Date(now().getTime() + AVAILABLE_MS).toISOString()
    await ledger.writeCache(key, JSON.stringify(available), expiresAt).catch(() => undefined)
  }
  const model = pickFastModel(preferred, available)
  if (model !== null) return { ok: true, model }
  const reason = `${account.id} offers none of its fast models (${preferred.join(', ') || 'none known'})`
  return { ok: false, failure: 'misconfigured', reason }
}

/** A preference is a model's name, or its name without date and revision. */
function pickFastModel(preferred: readonly string[], available: readonly string[]): string | null {
  if (preferred.length === 0) return available[0] ?? null
  for (const wanted of preferred) {
    if (available.includes(wanted)) return wanted
    const revisions = available.filter(
      (id) => /^[-@:]/.test(id.slice(wanted.length)) && id.startsWith(wanted),
    )
    const newest = revisions
      .filter((id) => /^[-@:]\d/.test(id.slice(wanted.length)))
      .sort()
      .at(-1)
    if (newest !== undefined) return newest
  }
  return null
}

interface Listing {
  data?: { id?: unknown }[]
  models?: { name?: unknown }[]
}

async function listModels(account: Account, signal: AbortSignal): Promise<string[]> {
  const { wire } = account.provider
  const query = wire === 'openai' || wire === 'openai-compatible' ? '' : QUERIES[wire]
  const response = await boundedFetch(`${account.baseUrl}/models${query}`, {
    headers: keyHeaders(account),
    signal,
  })
  if (!response.ok) {
    const headers = Object.fromEntries(response.headers)
    throw Object.assign(new Error(await response.text()), {
      statusCode: response.status,
      responseHeaders: headers,
    })
  }
  const { data, models } = (await response.json()) as Listing
  const ids = data?.map(({ id }) => id) ?? models?.map(({ name }) => name) ?? []
  return ids
    .filter((id) => typeof id === 'string')
    .slice(0, MAX_LISTED)
    .map((id) => id.replace(/^models\//, ''))
}

const QUERIES = { anthropic: '?limit=1000', google: '?pageSize=1000' }

function keyHeaders({ provider, apiKey }: Account): Record<string, string> {
  switch (provider.wire) {
    case 'anthropic':
      return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
    case 'google':
      return { 'x-goog-api-key': apiKey }
    default:
      return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
  }
}
