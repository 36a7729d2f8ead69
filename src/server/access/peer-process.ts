import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { linesOf } from '../../util/lines-of.js'

/** One connection of this machine with itself: the port of whoever asks, and ours. */
export interface Connection {
  from: number
  to: number
}

/** The process at the other end of a connection; null where the system doesn't say, or it is elsewhere. */
export function findPeer(connection: Connection, platform: NodeJS.Platform): number | null {
  try {
    if (platform === 'linux') return ownerOf(inodeOf(connection))
    return platform === 'darwin' ? askLsof(connection) : null
  } catch {
    return null
  }
}

const PORT = /:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) (?:\S+ +){6}(\d+)/

/** The socket whose own port is theirs, and whose other port is ours. */
function inodeOf({ from, to }: Connection): string | null {
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(linesOf)
  for (const line of lines) {
    const [, local = '', remote = '', inode = null] = PORT.exec(line) ?? []
    if (Number.parseInt(local, 16) === from && Number.parseInt(remote, 16) === to) return inode
  }
  return null
}

function ownerOf(inode: string | null): number | null {
  if (inode === null || inode === '0') return null
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (hasOpen(pid, `socket:[${inode}]`)) return Number(pid)
  }
  return null
}

function hasOpen(pid: string, socket: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((name) => readsAs(`${folder}/${name}`, socket))
  } catch {
    return false
  }
}

function readsAs(file: string, target: string): boolean {
  try {
    return readlinkSync(file) === target
  } catch {
    return false
  }
}

function askLsof({ from, to }: Connection): number | null {
  const asked = ['-nP', `-iTCP:${from}`, '-sTCP:ESTABLISHED', '-Fpn']
  const told = execFileSync('/usr/sbin/lsof', asked, { encoding: 'utf8', timeout: 2000 })
  const owner = told
    .split(/^p/m)
    .find((part) => new RegExp(`:${from}->\\S+:${to}$`, 'm').test(part))
  return owner === undefined ? null : Number.parseInt(owner, 10)
}
