import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openKeptCode as openKeptCodeIn } from '../../../src/hook/kept-code.js'
import { HEADER_BYTES } from '../../../src/wiring/kept-code-file.js'
import { TIMES_KEPT } from '../../../src/hook/load-answer.js'
import { openSandbox } from '../../support/sandbox.js'
import type { Finished } from '../../support/sandbox.js'

export interface KeptCodeSandbox {
  stop(session: string, rest?: object): Promise<Finished>
  /** The one file that the hook has kept. */
  file(): string
  damage(change: (code: Buffer) => Buffer): void
  /** Damage that happened before the code was kept. */
  keepAs(change: (code: Buffer) => Buffer): void
  /** Names in the folder, without what differs from build to build. */
  names(): string[]
}

/** A sandbox whose hook has kept its compiled code as often as it does. */
export async function openKeptCode({ times = TIMES_KEPT } = {}): Promise<KeptCodeSandbox> {
  const sandbox = openSandbox()
  const folder = path.join(sandbox.home, '.local', 'state', 'reflectory', 'code')
  const file = (): string =>
    path.join(folder, readdirSync(folder).find((name) => name.endsWith('.code')) ?? 'none')
  const opened: KeptCodeSandbox = {
    stop: (session, rest = {}) =>
      sandbox.hook(
        ['claude-code', 'Stop'],
        { session_id: session, cwd: sandbox.root, ...rest },
        { REFLECTION_MODE: 'solo' },
      ),
    file,
    damage: (change) => writeFileSync(file(), change(readFileSync(file()))),
    keepAs(change) {
      const [, build = '', part = ''] = /^(.*)-(\w+)\.code$/.exec(path.basename(file())) ?? []
      const twice = readFileSync(file()).subarray(HEADER_BYTES)
      const code = twice.subarray(0, twice.length / 2)
      openKeptCodeIn({ folder, build, part }).keep(change(code), TIMES_KEPT)
    },
    names: () => readdirSync(folder).map((name) => name.replace(/^.*-Stop/, 'Stop')),
  }
  // The first one of all reads settings that later ones find read, and keeps nothing.
  for (let time = 0; time <= times; time += 1) await opened.stop(`first-${time}`)
  return opened
}

const BLOCK = 4096

/** A block that a torn write or a bad disk has left as zeros. */
export function zeroBlock(code: Buffer, at = code.length >> 1): Buffer {
  const damaged = Buffer.from(code)
  damaged.fill(0, Math.min(at, code.length - BLOCK), at + BLOCK)
  return damaged
}

export function flipBit(code: Buffer, at: number): Buffer {
  const damaged = Buffer.from(code)
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
  return damaged
}
