/** The line by which an agent hands in its self-report; null where its message has none. */
export function findSelfReportLine(message: string): string | null {
  if (!MENTION.test(message)) return null
  const line = message.split('\n').findLast((one) => LINE.test(one))
  return line?.replace(LINE, '').trim() ?? null
}

/** The message without it: doubts that were asked for are no report of work that is left. */
export function withoutSelfReportLine(message: string): string {
  if (!MENTION.test(message)) return message
  return message
    .split('\n')
    .filter((line) => !LINE.test(line))
    .join('\n')
    .trimEnd()
}

const MENTION = /self-report/i
const LINE = /^[\s>*_`#-]{0,12}self-report[*_`]{0,3}\s{0,4}:[*_`]{0,3}/i
