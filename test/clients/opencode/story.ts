import type { OpencodeMessage, OpencodeServer } from './serve.js'

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
