import { existsSync, readFileSync, statSync } from 'node:fs'
import { patternsOf } from '../../test/linear/patterns.js'
import { nodesOf, readSources } from '../../test/linear/read-sources.js'
import type { SourceModule } from '../../test/linear/read-sources.js'
import { filesCalledAtStop } from '../house/called-files.js'
import type { MeasureProgram } from '../program.js'

/** How large the code is, and how far its kinds are kept apart; each beside the most that it may be. */
export const program: MeasureProgram = {
  name: 'house',
  summary:
    'how large the code is: lines, patterns, words of other scripts, files that a stop calls',
  needsData: false,
  async run({ print }) {
    const sources = [...readSources('.').values()].map(measureSource)
    const row = (name: string, value: number, most: number) =>
      print(`${String(value).padStart(9)}  ${value > most ? 'over' : 'at most'} ${most}  ${name}`)
    row('lines in src, without tests and fixtures', sum(sources, 'lines'), 85_000)
    row('regular expressions in src', sum(sources, 'patterns'), 1000)
    const judging = sources.filter(({ file }) => file.startsWith('src/judge/'))
    row('regular expressions in src/judge', sum(judging, 'patterns'), 0)
    row('files with letters of other scripts', sum(sources, 'foreign'), 0)
    row('lines over 160 characters', sum(sources, 'long'), 40)
    const answer = 'dist/hook/answer.cjs'
    if (!existsSync(answer)) return print('Not built: npm run build measures the hook too.')
    row(`bytes of ${answer}`, statSync(answer).size, 1_000_000)
    row('files with a function that a stop calls', (await filesCalledAtStop()).length, 260)
    print('lines of each folder:')
    for (const [folder, lines] of linesByFolder(sources))
      print(`${String(lines).padStart(9)}  ${folder}`)
  },
}

type Measured = ReturnType<typeof measureSource>

function measureSource({ file, body }: SourceModule) {
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  return {
    file,
    lines: lines.length - 1,
    patterns: patternsOf({ file, body } as SourceModule).length,
    foreign: [...nodesOf(body)].some(hasForeignLetter) ? 1 : 0,
    long: lines.filter((line) => line.length > 160).length,
  }
}

/** Letters of no Latin script, where the code has them as text: comments may show them. */
const FOREIGN = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

const hasForeignLetter = (node: { type: string; [member: string]: unknown }): boolean =>
  (node.type === 'Literal' || node.type === 'TemplateElement') && FOREIGN.test(textOf(node))

const textOf = ({ raw, value }: { [member: string]: unknown }): string =>
  typeof raw === 'string' ? raw : String((value as { raw?: string }).raw)

const sum = (sources: readonly Measured[], what: 'lines' | 'patterns' | 'foreign' | 'long') =>
  sources.reduce((total, source) => total + source[what], 0)

function linesByFolder(sources: readonly Measured[]): [string, number][] {
  const folders = new Map<string, number>()
  for (const { file, lines } of sources) {
    const folder = file.split('/').slice(0, 2).join('/')
    folders.set(folder, (folders.get(folder) ?? 0) + lines)
  }
  return [...folders].sort((a, b) => b[1] - a[1])
}
