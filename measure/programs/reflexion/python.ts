import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findExecutable } from '../../../src/util/find-executable.js'

export interface Python {
  /** The program and its first arguments: limits first, then the interpreter. */
  command: string
  args: readonly string[]
  /** How the network is kept away, for the report. */
  isolation: string
}

const MEMORY_KB = 1_000_000
const CPU_SECONDS = 20
const FILE_BLOCKS = 2048

/** The interpreter behind its limits, or null where there is none. */
export function findPython(env: NodeJS.ProcessEnv): Python | null {
  const python = findInterpreter(findExecutable('python3', env, path.resolve('node_modules')))
  const shell = findExecutable('sh', env, path.resolve('node_modules'))
  if (python === null || shell === null) return null
  const limits = `ulimit -v ${MEMORY_KB} -t ${CPU_SECONDS} -f ${FILE_BLOCKS}; exec "$@"`
  const limited = [shell, '-c', limits, 'sh', python, '-I', '-S', '-c']
  const unshare = findExecutable('unshare', env, path.resolve('node_modules'))
  const ways =
    unshare === null
      ? []
      : [
          [unshare, '-n'],
          [unshare, '-r', '-n'],
        ]
  for (const way of ways) {
    const [command = '', ...args] = [...way, ...limited]
    if (spawnSync(command, [...args, 'print(1)'], { encoding: 'utf8' }).stdout?.trim() === '1') {
      return { command, args, isolation: `no network (${path.basename(way.join(' '))})` }
    }
  }
  const [command = '', ...args] = [...limited.slice(0, -1), '-c']
  return { command, args, isolation: 'sockets refused inside the interpreter' }
}

/** Past version managers' wrappers, which cost more than the run itself. */
function findInterpreter(found: string | null): string | null {
  if (found === null) return null
  const asked = spawnSync(found, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  return asked.status === 0 && asked.stdout.trim() !== '' ? asked.stdout.trim() : null
}

export interface PythonResult {
  ok: boolean
  timedOut: boolean
  output: string
}

// An interpreter without network namespace still meets no socket: creating one raises.
const PREAMBLE = `import sys
def _refuse(event, args):
    if event.startswith('socket.') or event in ('os.system', 'subprocess.Popen', 'os.exec', 'os.fork', 'os.posix_spawn'):
        raise RuntimeError('not allowed here: ' + event)
sys.addaudithook(_refuse)
sys.setrecursionlimit(3000)
`
const MAX_OUTPUT = 20_000

/** Runs recorded code in a child with limits on time, memory and file size, in an empty folder. */
export function runPython(
  python: Python,
  source: string,
  timeoutMs: number,
): Promise<PythonResult> {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'reflectory-python-'))
  return new Promise((resolve) => {
    const child = spawn(python.command, [...python.args, PREAMBLE + source], {
      cwd,
      env: { PATH: '/usr/bin:/bin', PYTHONHASHSEED: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    let timedOut = false
    const collect = (data: Buffer) => void (output = (output + data).slice(-MAX_OUTPUT))
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const timer = setTimeout(() => {
      timedOut = true
      killGroup(child.pid)
    }, timeoutMs)
    const finish = (ok: boolean) => {
      clearTimeout(timer)
      killGroup(child.pid)
      rmSync(cwd, { recursive: true, force: true })
      resolve({ ok: ok && !timedOut, timedOut, output })
    }
    child.on('error', () => finish(false))
    child.on('close', (code) => finish(code === 0))
  })
}

/** The child leads a group of its own, so whatever it started goes with it. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}
