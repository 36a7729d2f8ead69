import path from 'node:path'
import type { BenchProgram } from '../program.js'
import { medians, ratioOf, timeProcesses } from '../timing.js'

const ROUNDS = 25

export const program: BenchProgram = {
  name: 'start',
  summary: 'how long `reflect --version` and `reflect --help` take beside an empty Node',
  async run({ print }) {
    const bin = path.resolve('dist/cli/bin.cjs')
    const node = process.execPath
    const rounds = timeProcesses(
      {
        'bare node': { command: node, args: ['-e', '0'] },
        '--version': { command: node, args: [bin, '--version'] },
        '--help': { command: node, args: [bin, '--help'] },
      },
      ROUNDS,
    )
    const times = medians(rounds)
    for (const [name, ms] of Object.entries(times))
      print(`${ms.toFixed(1).padStart(7)} ms  ${name}`)
    return {
      figures: times,
      bars: [
        {
          name: 'reflect --version / bare node',
          ratio: ratioOf(rounds, '--version', ['bare node']),
          limit: 1.5,
          kind: 'at most',
        },
      ],
    }
  },
}
