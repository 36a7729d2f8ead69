/**
 * An agent that tries to get around the person check, as processes: a program with the name and the
 * variables of one runs a command in each way that cuts it off from its parent. A person at a terminal
 * types the same while the agent runs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BIN, HOOK, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const has = (program: string): boolean => spawnSync('which', [program]).status === 0

/** How the command is run, as a line of the agent's shell, which has removed the agent's variables. */
const WAYS: Readonly<Record<string, { line: string; needs?: string }>> = {
  'its own shell': { line: '$RUN' },
  setsid: { line: 'setsid -f $RUN', needs: 'setsid' },
  'nohup and an orphaned shell': { line: '(nohup sh -c "sleep 0.3; $RUN" >/dev/null 2>&1 &)' },
  'two forks and setsid': { line: '(setsid sh -c "($RUN &)" &)', needs: 'setsid' },
  'a terminal by script': { line: 'script -qc "$RUN" /dev/null', needs: 'script' },
  'a terminal by script, cut off': {
    line: 'setsid -f script -qc "$RUN" /dev/null',
    needs: 'script',
  },
  'words typed into an orphaned terminal': {
    line: '(setsid sh -c "(sleep 1; echo $RUN; sleep 4; echo exit) | script -q /dev/null" >/dev/null 2>&1 &)',
    needs: 'script',
  },
  'a tmux of its own': { line: 'tmux -L "$SOCKET" new-session -d "$RUN"', needs: 'tmux' },
  'words typed into a tmux of its own': {
    line: 'tmux -L "$SOCKET" new-session -d; tmux -L "$SOCKET" send-keys "$RUN" Enter',
    needs: 'tmux',
  },
  'a daemon of perl': {
    line: `perl -MPOSIX -e 'fork and exit; POSIX::setsid(); fork and exit; system($ENV{RUN})'`,
    needs: 'perl',
  },
  'a terminal by python, cut off': {
    line: `(setsid python3 -c 'import os,pty; pty.spawn([os.environ["RUN"]])' >/dev/null 2>&1 </dev/null &)`,
    needs: 'python3',
  },
  'a namespace that hides the agent': {
    line: 'setsid -f unshare -rpf --mount-proc $RUN',
    needs: 'unshare',
  },
}

/** A command that switches off, and what becomes of it. */
function prepare(sandbox: Sandbox): { script: string; env: NodeJS.ProcessEnv; ended: string } {
  const [script, ended] = [path.join(sandbox.base, 'run'), path.join(sandbox.base, 'ended')]
  const command = `${process.execPath} ${BIN} pause --yes`
  writeFileSync(
    script,
    `#!/bin/sh\ncd ${sandbox.root}\n${command} >${ended}.part 2>&1\necho "exit $?" >>${ended}.part\nmv ${ended}.part ${ended}\n`,
  )
  chmodSync(script, 0o755)
  return { script, ended, env: { ...sandbox.env, RUN: script, CLAUDECODE: '1' } }
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => void setTimeout(resolve, 50))
}

/** A program that is called like an agent, calls our hook, and does what a line says. */
function writeAgent(sandbox: Sandbox, line: string): string {
  const file = path.join(sandbox.base, 'claude')
  const started = { hook_event_name: 'SessionStart', session_id: 's1', source: 'startup' }
  const payload = JSON.stringify({ ...started, cwd: sandbox.root, transcript_path: '/none' })
  const hook = `echo '${payload}' | REFLECTION_MODE=solo ${process.execPath} ${HOOK} claude-code`
  writeFileSync(file, `#!/bin/bash\n${hook}\nunset CLAUDECODE\n${line}\n`)
  chmodSync(file, 0o755)
  return file
}

/** One that lives until the test ends. */
function startAgent(sandbox: Sandbox, line: string, env: NodeJS.ProcessEnv): void {
  const file = writeAgent(sandbox, `${line}\nsleep 60`)
  const agent = spawn(file, [], { cwd: sandbox.root, env, detached: true, stdio: 'ignore' })
  onTestFinished(() => void process.kill(-agent.pid!, 'SIGKILL'))
}

/** A terminal of a person's, and what they type into it. */
function openTerminal(sandbox: Sandbox): (line: string) => void {
  const terminal = spawn('script', ['-q', '/dev/null'], {
    cwd: sandbox.root,
    env: { ...sandbox.env, SHELL: '/bin/bash', TERM: 'xterm' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  return (line) => void terminal.stdin.write(`${line}\n`)
}

const POSSIBLE = Object.entries(WAYS).filter(([, { needs }]) => needs === undefined || has(needs))

it.each(POSSIBLE)('an agent does not switch off by %s', async (way, { line }) => {
  const sandbox = openSandbox()
  const { env, ended } = prepare(sandbox)
  const socket = `reflect-${process.pid}-${way.length}`
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']))
  startAgent(sandbox, line, { ...env, SOCKET: socket })
  await until(() => existsSync(ended))
  expect(readFileSync(ended, 'utf8')).toMatch(/needs a person[\s\S]*exit 1\n$/)
})

it.runIf(has('script')).each([
  ['lives', 'sleep 60'],
  ['has ended', ''],
])('nor by an orphan in the terminal that it was called in, while it %s', async (_title, last) => {
  const sandbox = openSandbox()
  const { script, ended } = prepare(sandbox)
  const agent = writeAgent(sandbox, `(bash -c "sleep 1; ${script} </dev/null" &)\n${last}`)
  openTerminal(sandbox)(agent)
  await until(() => existsSync(ended))
  expect(readFileSync(ended, 'utf8')).toMatch(/needs a person[\s\S]*exit 1\n$/)
})

it.runIf(has('script'))('a person at a terminal does, while an agent runs', async () => {
  const sandbox = openSandbox()
  const { script, ended, env } = prepare(sandbox)
  startAgent(sandbox, '', env)
  openTerminal(sandbox)(script)
  await until(() => existsSync(ended))
  expect(readFileSync(ended, 'utf8')).toMatch(/exit 0\n$/)
})

it.runIf(has('script') && has('tmux'))(
  'a person in a tmux that is younger does by a word, and a file that its shell reads does not',
  async () => {
    const sandbox = openSandbox()
    const { script, ended, env } = prepare(sandbox)
    const socket = `reflect-${process.pid}-person`
    onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server']))
    const noted = path.join(sandbox.base, 'noted')
    startAgent(sandbox, `touch ${noted}`, env)
    await until(() => existsSync(noted))
    const type = openTerminal(sandbox)
    type(`tmux -L ${socket} new-session`)
    const clients = () => spawnSync('tmux', ['-L', socket, 'list-clients'], { encoding: 'utf8' })
    await until(() => clients().stdout !== '')
    const tmux = (...words: string[]): string =>
      spawnSync('tmux', ['-L', socket, ...words], { encoding: 'utf8' }).stdout
    const wordIn = (pane: string): string | undefined =>
      /Type (\w+) to show/.exec(tmux('capture-pane', '-pJ', '-t', pane))?.[1]
    const person = tmux('display-message', '-p', '#{pane_id}').trim()

    const window = tmux('new-window', '-dP', '-F', '#{pane_id}', 'bash', '--rcfile', script).trim()
    await until(() => wordIn(window) !== undefined)
    tmux('kill-pane', '-t', window)
    expect(existsSync(ended)).toBe(false)

    type(script)
    await until(() => wordIn(person) !== undefined)
    type(wordIn(person)!)
    await until(() => existsSync(ended))
    expect(readFileSync(ended, 'utf8')).toMatch(/exit 0\n$/)
  },
)
