/** Which wire format an address speaks; each has a package of its own. */
export type Wire = 'anthropic' | 'openai' | 'google' | 'openai-compatible'

export interface Provider {
  wire: Wire
  /** null: the config has to name the address. */
  baseUrl: string | null
  /** The variable that holds the key unless the config names another; null: none is needed. */
  keyEnv: string | null
  /** Fast models, best first; the start of a name is enough. Empty: whatever the address offers. */
  fastModels: readonly string[]
}

/** The providers that can be named in a config. The lists are data: `models.fastModels` replaces them. */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyEnv: 'ANTHROPIC_API_KEY',
    fastModels: ['claude-haiku-4-5', 'claude-3-5-haiku-20241022', 'claude-haiku-4'],
  },
  openai: {
    wire: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyEnv: 'OPENAI_API_KEY',
    fastModels: ['gpt-4o-mini', 'gpt-3.5-turbo'],
  },
  google: {
    wire: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY',
    fastModels: ['gemini-2.0-flash', 'gemini-1.5-flash'],
  },
  'github-copilot': {
    wire: 'openai-compatible',
    baseUrl: null,
    keyEnv: 'GITHUB_COPILOT_TOKEN',
    fastModels: ['claude-haiku-4.5', 'gpt-4o-mini'],
  },
  azure: {
    wire: 'openai-compatible',
    baseUrl: null,
    keyEnv: 'AZURE_API_KEY',
    fastModels: ['gpt-4o-mini', 'gpt-35-turbo'],
  },
  bedrock: {
    wire: 'openai-compatible',
    baseUrl: null,
    keyEnv: 'AWS_BEARER_TOKEN_BEDROCK',
    fastModels: ['anthropic.claude-haiku-4-5', 'anthropic.claude-3-5-haiku', 'amazon.nova-lite'],
  },
  groq: {
    wire: 'openai-compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyEnv: 'GROQ_API_KEY',
    fastModels: ['llama-3.1-8b-instant', 'llama-3.3-70b-versatile'],
  },
  'openai-compatible': {
    wire: 'openai-compatible',
    baseUrl: null,
    keyEnv: null,
    fastModels: [],
  },
}
