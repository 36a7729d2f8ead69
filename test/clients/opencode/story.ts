import type { OpencodeMessage, OpencodeServer } from './serve.js'

const PATIENCE_MS = 60_000

/** Asks until the answer fits; fails, with the last answer, when it takes too long. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    if (Date.now() > deadline) throw new Error(`never: ${what}; last: ${JSON.stringify(value)}`)
    await new Promise((resolve) => void setTimeout(resolve, 200))
  }
}

export const isSettled = (ends: readonly string[]): boolean =>
  ends.length > 0 && !ends.includes('open')

/** The texts in a session that are marked as ours. */
export const ourTexts = (messages: readonly OpencodeMessage[]): string[] =>
  messages
    .flatMap(({ parts }) => parts)
    .filter(({ metadata }) => (metadata as { reflection?: unknown } | undefined)?.reflection)
    .map(({ text }) => String(text))

/** All that the agent said, in order. */
export const saidIn = (messages: readonly OpencodeMessage[]): string =>
  messages
    .filter(({ info }) => info['role'] === 'assistant')
    .flatMap(({ parts }) => parts)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => String(text))
    .join('\n')

/** Toasts that the client was told to show. */
export const toasts = ({ events }: Pick<OpencodeServer, 'events'>): string[] =>
  events
    .filter(({ type }) => type === 'tui.toast.show')
    .map(({ properties }) => `${String(properties['variant'])}: ${String(properties['message'])}`)
