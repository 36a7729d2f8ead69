import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { bundleProgram } from '../../src/util/__fixtures__/bundle-program.js'
import type { Told, Work } from './__fixtures__/measure-child.js'

/** What was found of one reader. */
export interface Finding {
  name: string
  shape: string
  growth: number
}

/** What is silent for so long is taken to be endless. */
const ENDLESS_MS = 300_000

/** Measures in a process of its own; one that doesn't end costs no other its turn. */
export async function runMeasure(work: Omit<Work, 'dist'>): Promise<Finding[]> {
  const program = await bundleProgram('test/linear/__fixtures__/measure-child.ts')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-linear-'))
  const file = path.join(folder, 'work.json')
  const findings: Finding[] = []
  try {
    let left = work
    for (;;) {
      writeFileSync(file, JSON.stringify({ ...left, dist: path.resolve('dist') } satisfies Work))
      const endless = await runOnce(program, file, findings)
      if (endless === null) return findings
      findings.push({ ...endless, growth: Infinity })
      const at = left.readers.findIndex(({ name }) => name === endless.name)
      left = { ...left, readers: left.readers.slice(at + 1) }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(program, { force: true })
  }
}

type Begun = Pick<Finding, 'name' | 'shape'>

/** What did not end, or null. */
function runOnce(program: string, file: string, findings: Finding[]): Promise<Begun | null> {
  const args = [permissionFlag(), '--allow-fs-read=*', '--no-warnings', program, file]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let begun: Begun | null = null
  let isEndless = false
  const stop = (): void => {
    isEndless = true
    child.kill('SIGKILL')
  }
  let patience = setTimeout(stop, ENDLESS_MS)
  createInterface({ input: child.stdout }).on('line', (line) => {
    clearTimeout(patience)
    patience = setTimeout(stop, ENDLESS_MS)
    const told = JSON.parse(line) as Told
    if ('begins' in told) begun = { name: told.begins, shape: told.shape }
    else findings.push({ ...told, growth: told.growth ?? Infinity })
  })
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearTimeout(patience)
      if (code === 0) resolve(null)
      else if (isEndless && begun !== null) resolve(begun)
      else reject(new Error(`measuring ${begun?.name} ended with code ${code}`))
    })
  })
}

const permissionFlag = (): string =>
  process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
