/** Runners of several tasks put the name of the task before each line: `web:test: `, `packages/a lint: `, `[api] `. */
export function withoutTasks(output: string): string {
  if (!PREFIXED.test(output)) return output
  const lines = output.split('\n')
  const counts = new Map<string, number>()
  for (const line of lines) {
    const [start] = PREFIX.exec(line) ?? []
    if (start !== undefined) counts.set(start, (counts.get(start) ?? 0) + 1)
  }
  return lines
    .map((line) => {
      const [start = ''] = PREFIX.exec(line) ?? []
      return (counts.get(start) ?? 0) > 1 ? line.slice(start.length) : line
    })
    .join('\n')
}

/** No file with its line, and no level of a log. */
const TASK = String.raw`(?:\[(?!info\]|warn|error\]|ERROR|INFO|WARN)[\w:@./-]{1,40}\]|(?:@?[\w/-]{1,60}[:#]|(?:[\w@.-]{1,60}/[\w@./-]{1,60}|\.) )(?!error|warning)[a-z][\w:-]{0,30}:) `
const PREFIX = new RegExp(`^${TASK}`)
const PREFIXED = new RegExp(`^${TASK}`, 'm')
