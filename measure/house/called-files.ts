import { build } from 'esbuild'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CLOSING_REPORT, writeTranscript } from '../../bench/ordinary-session.js'
import { plainEnvironment } from '../../bench/timing.js'
import { hook, modelBesideIt } from '../../scripts/bundle-options.mjs'

/** Our files of which the hook calls a function at an ordinary stop. */
export async function filesCalledAtStop(): Promise<string[]> {
  const base = mkdtempSync(path.join(tmpdir(), 'reflect-house-'))
  try {
    const answer = path.join(base, 'hook', 'answer.cjs')
    cpSync('dist/hook', path.dirname(answer), { recursive: true })
    await buildReadable(answer)
    const calls = path.join(base, 'calls.json')
    const watcher = path.join(base, 'watch.cjs')
    writeFileSync(watcher, WATCHER)
    stopOnce(base, { calls, watcher })
    return filesOf(readFileSync(answer, 'utf8'), JSON.parse(readFileSync(calls, 'utf8')))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** As it is built, but with its names and the comments that say where each file begins. */
async function buildReadable(outfile: string): Promise<void> {
  await build({
    ...hook,
    minifyIdentifiers: false,
    minifyWhitespace: false,
    plugins: [modelBesideIt],
    entryPoints: ['src/hook/answer.ts'],
    outfile,
    banner: { js: '/*readable*/(function(exports,require,module,__filename){' },
    footer: { js: '})' },
  })
}

/** Node's own coverage leaves out code that `vm` compiles. */
const WATCHER = `
const { Session } = require('node:inspector')
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
process.on('exit', () => session.post('Profiler.takePreciseCoverage', (_, { result }) => {
  const { functions } = result.find(({ url }) => url.endsWith('answer.cjs'))
  const called = functions.flatMap(({ ranges: [range] }) => range.count > 0 ? [range.startOffset] : [])
  require('node:fs').writeFileSync(process.env.CALLS_FILE, JSON.stringify(called))
}))
`

function stopOnce(base: string, { calls, watcher }: { calls: string; watcher: string }): void {
  const [home, root] = [path.join(base, 'home'), path.join(base, 'repo')]
  const files = ['src/price.ts', 'src/cart.ts']
  const env = plainEnvironment({ HOME: home, REFLECTION_MODE: 'solo', CALLS_FILE: calls })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env })
  mkdirSync(home)
  mkdirSync(path.join(root, 'src'), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  for (const file of files) writeFileSync(path.join(root, file), 'export const price = 1\n')
  git('add', '-A')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.invalid', 'commit', '--quiet', '-m', 'start')
  for (const file of files) writeFileSync(path.join(root, file), 'export const price = 2\n')
  const transcript = path.join(base, 's1.jsonl')
  const session = { sessionId: 's1', root, files, bytes: 100_000 }
  writeFileSync(transcript, writeTranscript(session))
  const payload = {
    hook_event_name: 'Stop',
    session_id: 's1',
    cwd: root,
    transcript_path: transcript,
    stop_hook_active: false,
    last_assistant_message: CLOSING_REPORT,
  }
  const program = path.join(base, 'hook', 'hook.cjs')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', watcher, program, 'claude-code', 'Stop'],
    { cwd: root, env, input: JSON.stringify(payload), encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the hook ended with ${status}: ${stderr}`)
}

/** The bundler writes each file's path above its code. */
function filesOf(text: string, called: readonly number[]): string[] {
  const starts = [...text.matchAll(/^ *\/\/ (\S+)$/gm)].map(({ index, 1: file }) => ({
    index,
    file: file!,
  }))
  const fileAt = (offset: number) => starts.findLast(({ index }) => index <= offset)?.file
  // The function that the file itself is begins before all of them.
  const files = new Set(called.map(fileAt).filter((file) => file?.startsWith('src/')))
  return [...files].map(String).sort()
}
