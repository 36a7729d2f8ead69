import type { SelfLine } from '../schema/self-line.js'
import { lineId } from './self-lines.js'

const HEAD = `# Measured facts about this agent in this project. Made by Reflectory from the store: what you write here
# is overwritten. To change a line: reflect self pin | correct | delete | undo <id>.
`

/** The lines as a file for people; every scalar is JSON, which is YAML too. */
export function toYaml(lines: readonly SelfLine[]): string {
  if (lines.length === 0) return `${HEAD}lines: []\n`
  return `${HEAD}lines:\n${lines.map(toItem).join('')}`
}

function toItem(line: SelfLine): string {
  const { measure, agent, interactive, model, correction } = line
  const fields: [string, unknown][] = [
    ['id', lineId(line)],
    ['about', line.about],
    ...(agent === null ? [] : [['agent', agent] as [string, unknown]]),
    ...(interactive === null ? [] : [['interactive', interactive] as [string, unknown]]),
    ...(model === null ? [] : [['model', model] as [string, unknown]]),
    ['statement', line.statement],
    ...(correction === null ? [] : [['correction', correction] as [string, unknown]]),
    ['n', line.n],
    ...(measure === null ? [] : [['interval', measure] as [string, unknown]]),
    ['since', line.since.slice(0, 10)],
    ['state', line.state],
    ['pinned', line.pinned],
    ['evidence', line.evidence],
  ]
  return fields
    .map(
      ([name, value], index) =>
        `${index === 0 ? '  - ' : '    '}${name}: ${JSON.stringify(value)}\n`,
    )
    .join('')
}
