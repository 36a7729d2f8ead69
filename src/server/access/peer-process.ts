import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { linesOf } from '../../util/lines-of.js'

/** One end of a connection, as `address:port`; the address is its bytes in hex, IPv4 as mapped into IPv6. */
type End = string

/** One connection of this machine with itself: whoever asks, and us. */
export interface Connection {
  from: End
  to: End
}

/** Null for a connection that is gone, or whose addresses can't be read. */
export function connectionOf(socket: Partial<Ends>): Connection | null {
  const { remoteAddress, remotePort, localAddress, localPort } = socket
  const from = endOf(remoteAddress, remotePort)
  const to = endOf(localAddress, localPort)
  return from === null || to === null ? null : { from, to }
}

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>

function endOf(address: string | undefined, port: number | undefined): End | null {
  const bytes = address === undefined ? null : bytesOf(address)
  return bytes === null || port === undefined ? null : `${bytes}:${port}`
}

const MAPPED = '00000000000000000000ffff'

function bytesOf(address: string): string | null {
  if (isIPv4(address)) return MAPPED + hex(address.split('.').map(Number), 2)
  if (!isIPv6(address)) return null
  // The part behind a % names a network card, and counts for nothing on this machine's own addresses.
  const [plain = ''] = address.split('%')
  const tail = plain.slice(plain.lastIndexOf(':') + 1)
  const words = isIPv4(tail)
    ? plain.slice(0, -tail.length) + hex(tail.split('.').map(Number), 2).replace(/(?<=^.{4})/, ':')
    : plain
  const [before = [], after = []] = words
    .split('::')
    .map((half) =>
      half.split(':').flatMap((word) => (word === '' ? [] : [Number.parseInt(word, 16)])),
    )
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0)
  return hex([...before, ...zeros, ...after], 4)
}

const hex = (numbers: readonly number[], digits: number): string =>
  numbers.map((one) => one.toString(16).padStart(digits, '0')).join('')

/** The process at the other end of a connection; null where the system doesn't say, or it is elsewhere. */
export function findPeer(connection: Connection, platform: NodeJS.Platform): number | null {
  try {
    if (platform === 'linux') return ownerOf(inodeOf(connection))
    return platform === 'darwin' ? askLsof(connection) : null
  } catch {
    return null
  }
}

const LINE = /: ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) (?:\S+ +){6}(\d+)/

/** The socket whose own end is theirs, and whose other end is ours: another with their port may be anyone's. */
function inodeOf({ from, to }: Connection): string | null {
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(linesOf)
  for (const line of lines) {
    const [, local = '', remote = '', inode = null] = LINE.exec(line) ?? []
    if (endOfTable(local) === from && endOfTable(remote) === to) return inode
  }
  return null
}

/** The kernel writes addresses as words of four bytes, each in the processor's own order. */
function endOfTable(text: string): End {
  const [address = '', port = ''] = text.split(':')
  const words = (address.match(/.{8}/g) ?? []).map((word) =>
    endianness() === 'LE' ? (word.match(/../g) ?? []).toReversed().join('') : word,
  )
  const bytes = words.join('').toLowerCase()
  return `${bytes.length === 8 ? MAPPED + bytes : bytes}:${Number.parseInt(port, 16)}`
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
  const port = from.slice(from.lastIndexOf(':') + 1)
  const asked = ['-nP', `-iTCP:${port}`, '-sTCP:ESTABLISHED', '-Fpn']
  const told = execFileSync('/usr/sbin/lsof', asked, { encoding: 'utf8', timeout: 2000 })
  const owner = told.split(/^p/m).find((part) =>
    part.split('\n').some((line) => {
      const ends = line.replace(/^n/, '').split('->').map(endOfLsof)
      return ends[0] === from && ends[1] === to
    }),
  )
  return owner === undefined ? null : Number.parseInt(owner, 10)
}

function endOfLsof(text: string): End | null {
  const at = text.lastIndexOf(':')
  return endOf(text.slice(0, at).replaceAll(/[[\]]/g, ''), Number(text.slice(at + 1)))
}
