/** The text in a content that is a string or a list of parts. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => {
      const { text } = part as { text?: unknown }
      return typeof text === 'string' ? text : ''
    })
    .join('\n')
}

/** Events as they stand on the wire. */
export const serverSentEvents = (events: readonly { event?: string; data: object }[]): string =>
  events
    .map(
      ({ event, data }) =>
        `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`,
    )
    .join('')
