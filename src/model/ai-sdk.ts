/**
 * Real providers, through the packages of the AI SDK that speak their wire formats. Each package is
 * loaded at the first call to a backend that needs it; one that is not installed is a failure with
 * a remedy. Keys come from the environment alone and leave it for the request's headers alone.
 */
import type { Config, ModelBackend } from '../schema/config.js'
import { nearest } from '../util/nearest.js'
import type { Ask, Backend, Generation, Usage } from './backend.js'
import { boundedFetch } from '../util/bounded-fetch.js'
import { PROVIDERS } from './providers.js'
import type { Provider, Wire } from './providers.js'
import { clean, readFailure } from './read-failure.js'
import { withSchema } from './with-schema.js'

export interface ProviderInput {
  name: string
  settings: ModelBackend
  env: Readonly<Record<string, string | undefined>>
  now(): Date
  /** Preferred fast models by provider; they replace the built-in lists. */
  fastModels: Config['models']['fastModels']
  /** Which model `fast` stands for now. */
  chooseFastModel(
    account: Account,
    preferred: readonly string[],
    signal: AbortSignal,
  ): Promise<FastChoice>
}

/** Where to call, and with what. */
export interface Account {
  id: string
  provider: Provider
  baseUrl: string
  apiKey: string
  /** The variable that the key came from, for people. */
  keyFrom: string
}

export type FastChoice = { ok: true; model: string } | Extract<Generation, { ok: false }>

/** The model name that means: pick a fast one. */
const FAST = 'fast'

export function openProvider(input: ProviderInput): Backend {
  const { name, settings } = input
  const { timeoutMs } = settings
  const isFast = settings.model === FAST
  const preferred = fastModelsOf(input)
  return {
    name,
    model: settings.model ?? '',
    isFast,
    ...(isFast ? { pricedAs: preferred } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    async generate(ask) {
      const account = findAccount(input)
      if ('ok' in account) return account
      const choice: FastChoice = isFast
        ? await input.chooseFastModel(account, preferred, ask.signal)
        : { ok: true, model: settings.model ?? '' }
      return choice.ok ? call(input, account, choice.model, ask) : choice
    },
  }
}

function fastModelsOf({ settings, fastModels }: ProviderInput): readonly string[] {
  const id = settings.provider ?? ''
  if (Object.hasOwn(fastModels, id)) return fastModels[id]!
  return Object.hasOwn(PROVIDERS, id) ? PROVIDERS[id]!.fastModels : []
}

function findAccount({
  settings,
  env,
}: ProviderInput): Account | Extract<Generation, { ok: false }> {
  const id = settings.provider ?? ''
  const provider = Object.hasOwn(PROVIDERS, id) ? PROVIDERS[id]! : null
  if (provider === null) return misconfigured(unknownProvider(id))
  const baseUrl = settings.baseUrl ?? provider.baseUrl
  if (baseUrl === null) return misconfigured(`provider ${id} needs a baseUrl`)
  const variable = settings.apiKeyEnv ?? provider.keyEnv
  const apiKey = variable === null ? '' : (env[variable]?.trim() ?? '')
  if (variable !== null && apiKey === '') {
    return { ok: false, failure: 'key_missing', reason: `${variable} is not set` }
  }
  return {
    id,
    provider,
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    apiKey,
    keyFrom: variable ?? 'no variable',
  }
}

const misconfigured = (reason: string): Extract<Generation, { ok: false }> => ({
  ok: false,
  failure: 'misconfigured',
  reason,
})

function unknownProvider(id: string): string {
  const known = Object.keys(PROVIDERS)
  const meant = nearest(id, known)
  return `there is no provider ${id}; ${meant === null ? `known providers are ${known.join(', ')}` : `did you mean ${meant}?`}`
}

async function call(
  { now }: ProviderInput,
  account: Account,
  model: string,
  ask: Ask,
): Promise<Generation> {
  const { wire } = account.provider
  let languageModel: LanguageModel
  try {
    languageModel = await openLanguageModel(wire, account, model)
  } catch (error) {
    return missingPackage(wire, error)
  }
  try {
    return read(model, await languageModel.doGenerate(toCallOptions(wire, account, ask)))
  } catch (error) {
    return readFailure(error, {
      who: `${account.id} (${model})`,
      keyFrom: account.keyFrom,
      secrets: [account.apiKey],
      signal: ask.signal,
      now: now(),
    })
  }
}

/** The part of the packages' language model that we use; their types stay out of ours. */
interface LanguageModel {
  doGenerate(options: object): PromiseLike<{
    content: readonly { type: string; text?: string }[]
    finishReason: { unified: string }
    usage: {
      inputTokens: { total: number | undefined }
      outputTokens: { total: number | undefined }
    }
  }>
}

async function openLanguageModel(
  wire: Wire,
  { baseUrl: baseURL, apiKey, id }: Account,
  model: string,
): Promise<LanguageModel> {
  const settings = { baseURL, apiKey, fetch: boundedFetch }
  switch (wire) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(settings)(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(settings).chat(model)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI(settings)(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      // The schema is sent only where the package is told that the server understands it.
      const compatible = { ...settings, name: id, supportsStructuredOutputs: true }
      return createOpenAICompatible(compatible)(model)
    }
  }
}

function missingPackage(wire: Wire, error: unknown): Generation {
  const reason =
    (error as { code?: unknown } | null)?.code === 'ERR_MODULE_NOT_FOUND' ||
    (error as { code?: unknown } | null)?.code === 'MODULE_NOT_FOUND'
      ? `@ai-sdk/${wire} is not installed: \`npm install @ai-sdk/${wire}\` beside reflectory`
      : `@ai-sdk/${wire} can't be loaded: ${clean(String(error), [])}`
  return { ok: false, failure: 'package_missing', reason }
}

function toCallOptions(wire: Wire, { id }: Account, ask: Ask): object {
  const { prompt, schema, temperature, maxTokens, signal } = ask
  // Servers that only claim to be compatible often ignore the schema: it is said in words too.
  const text = wire === 'openai-compatible' ? withSchema(prompt, schema) : prompt
  return {
    prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
    temperature,
    maxOutputTokens: maxTokens,
    abortSignal: signal,
    ...(schema === null ? {} : { responseFormat: { type: 'json', schema, name: 'answer' } }),
    // Strict mode refuses schemas with optional fields; the answer is checked here anyway.
    providerOptions: { [wire === 'openai' ? 'openai' : id]: { strictJsonSchema: false } },
  }
}

function read(
  model: string,
  { content, finishReason, usage }: Awaited<ReturnType<LanguageModel['doGenerate']>>,
): Generation {
  const text = content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')
  const used: Usage = {
    model,
    inputTokens: usage.inputTokens.total ?? null,
    outputTokens: usage.outputTokens.total ?? null,
  }
  const failed = (failure: 'refused' | 'truncated', reason: string): Generation => ({
    ok: false,
    failure,
    reason: `${model}: ${reason}`,
    usage: used,
  })
  if (finishReason.unified === 'length')
    return failed('truncated', 'the answer was cut at maxTokens')
  if (finishReason.unified === 'content-filter') return failed('refused', 'the answer was filtered')
  if (text.trim() === '') return failed('refused', 'the answer is empty')
  return { ok: true, text, usage: used }
}
