import { spawn } from 'node:child_process'

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  ms: number
}

const TIMEOUT_MS = 120_000

/** A program from start to end; one that doesn't end is killed, and then has no exit code. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Ran> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr, ms: performance.now() - start }))
  })
}
