import { existsSync } from 'node:fs'
import path from 'node:path'
import type { MeasureProgram } from '../program.js'
import { measureAlfworld } from './reflexion/alfworld.js'
import { measureHotpot } from './reflexion/hotpot.js'
import { measureMbpp } from './reflexion/mbpp.js'
import { findPython } from './reflexion/python.js'

/** The paper's own recorded runs, driven through our retry loop. */
export const program: MeasureProgram = {
  name: 'reflexion',
  summary: 'The retry loop on the recorded runs of the Reflexion paper, beside its own figures.',
  async run({ dataDir, print }) {
    const folder = path.join(dataDir, 'reflexion')
    if (!existsSync(folder)) {
      print(`Skipped: no reflexion/ in ${dataDir}.`)
      return
    }
    await measureAlfworld(folder, print)
    print('')
    await measureHotpot(folder, print)
    print('')
    const python = findPython(process.env)
    if (python === null) print('MBPP skipped: there is no python3 on PATH to run its tests with.')
    else await measureMbpp(folder, python, print)
  },
}
