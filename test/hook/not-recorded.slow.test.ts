import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CheckResult } from '../../src/cli/doctor/check.js'
import { BIN, HOOK, openSandbox } from '../support/sandbox.js'
import type { Finished, Sandbox } from '../support/sandbox.js'

const isWindows = process.platform === 'win32'
const isRoot = process.getuid?.() === 0
const NOBODY = 65534

/** Our programs with their state in `state`; under another user where modes don't bind this one. */
interface Place {
  sandbox: Sandbox
  state: string
  run(program: string, args: string[], input?: string): Finished
}

function openPlace(asNobody: boolean): Place {
  const sandbox = openSandbox()
  const state = path.join(sandbox.base, 'state')
  mkdirSync(state)
  const user = asNobody && isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in user) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, sandbox.base])
  const env = { ...sandbox.env, XDG_STATE_HOME: state, REFLECTION_MODE: 'solo' }
  return {
    sandbox,
    state,
    run(program, args, input = '') {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        ...user,
        cwd: sandbox.root,
        env,
        input,
        encoding: 'utf8',
      })
      return { code: status, stdout, stderr }
    },
  }
}

/** What each hears: a stop, a tool, a program that speaks our own JSON, and who asks doctor. */
function ask({ run, sandbox }: Place) {
  const hook = (agent: string, payload: object): Finished =>
    run(HOOK, [agent], JSON.stringify({ session_id: 's1', cwd: sandbox.root, ...payload }))
  const { checks } = JSON.parse(run(BIN, ['doctor', '--json']).stdout) as { checks: CheckResult[] }
  const writing = checks.find(({ name }) => name === 'writing')
  const event = { kind: 'session-stopped', lastMessage: 'Done.' }
  return {
    stop: hook('claude-code', { hook_event_name: 'Stop' }),
    tool: hook('claude-code', { hook_event_name: 'PostToolUse', tool_name: 'Bash' }),
    generic: run(HOOK, ['generic'], JSON.stringify({ ...event, sessionId: 's2' })).stdout,
    doctor: { state: writing?.state, isLost: writing?.detail.includes('not_recorded') },
  }
}

const SILENT: Finished = { code: 0, stdout: '', stderr: '' }
const saying = (text: string): string => expect.stringContaining(text) as string

const LOST = {
  stop: { ...SILENT, stdout: saying('{"systemMessage":"Reflectory: not_recorded') },
  tool: SILENT,
  generic: saying('{"kind":"error","text":"Reflectory: not_recorded'),
  doctor: { state: 'broken', isLost: true },
}
const RECORDED = {
  stop: SILENT,
  tool: SILENT,
  generic: saying('{"kind":"none"'),
  doctor: { state: 'ok', isLost: false },
}

/** Modes don't bind root: it needs another user who may read our programs. */
const areModesBinding =
  !isWindows &&
  (!isRoot ||
    spawnSync(process.execPath, [BIN, '--version'], { uid: NOBODY, gid: NOBODY }).status === 0)

describe.skipIf(!areModesBinding)(
  'a state folder that is read-only (skipped where modes bind no one: Windows, root alone)',
  () => {
    it('is said to take no record, from the start and after it had one', () => {
      const place = openPlace(true)
      const modes = (mode: string) => execFileSync('chmod', ['-R', mode, place.state])
      onTestFinished(() => void modes('u+w'))
      modes('a-w')
      expect(ask(place)).toEqual(LOST)
      modes('u+w')
      expect(ask(place)).toEqual(RECORDED)
      modes('a-w')
      expect(ask(place)).toEqual(LOST)
      modes('u+w')
      expect(ask(place)).toEqual(RECORDED)
    })
  },
)

/** Mounts a small disk; false where that is not allowed. */
function mountSmallDisk(folder: string): boolean {
  const options = ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]
  return spawnSync('mount', options, { stdio: 'ignore' }).status === 0
}

const unmount = (folder: string) => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' })

const canMount = ((): boolean => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mount-'))
  const isMounted = mountSmallDisk(folder)
  if (isMounted) unmount(folder)
  rmSync(folder, { recursive: true })
  return isMounted
})()

function fill(folder: string): string {
  const file = path.join(folder, 'filler')
  for (const bytes of [64 * 1024, 4096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      continue
    }
  }
  return file
}

describe.skipIf(!canMount)('a full disk (needs the right to mount one)', () => {
  it.each([
    { when: 'from the start', hasRecords: false },
    { when: 'later', hasRecords: true },
  ])('that is full $when is said to take no record, and takes them again', ({ hasRecords }) => {
    const place = openPlace(false)
    mountSmallDisk(place.state)
    onTestFinished(() => unmount(place.state))
    if (hasRecords) ask(place)
    const filler = fill(place.state)
    expect(ask(place)).toEqual(LOST)
    rmSync(filler)
    expect(ask(place)).toEqual(RECORDED)
    expect(readdirSync(place.state)).toEqual(['reflectory'])
  })
})
