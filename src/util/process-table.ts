import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** One process, as the system tells of it. */
export interface ProcessEntry {
  pid: number
  parent: number
  /** What the system calls it; null where it doesn't say. */
  name: string | null
  /** Its program's file; null where the system doesn't say. */
  program: string | null
  /** The words that it was called with. */
  words: readonly string[]
  /** The names of the variables that it was started with, where we may see them. */
  variables: readonly string[]
}

/** Every process that the system tells of; none where it doesn't (Windows). */
export function readProcessTable(platform: NodeJS.Platform): ProcessEntry[] {
  if (platform === 'linux') return readProc()
  return platform === 'win32' ? [] : askPs()
}

function readProc(): ProcessEntry[] {
  const ids = names('/proc').filter((name) => /^\d+$/.test(name))
  return ids.flatMap((id) => {
    const stat = text(`/proc/${id}/stat`)
    // The name in parentheses may hold anything; the parent is the second field after it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (stat === '' || !Number.isInteger(parent)) return []
    return {
      pid: Number(id),
      parent,
      name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      program: link(`/proc/${id}/exe`),
      words: text(`/proc/${id}/cmdline`).split('\0').filter(Boolean),
      variables: text(`/proc/${id}/environ`)
        .split('\0')
        .map((pair) => pair.split('=', 1)[0]!),
    }
  })
}

function askPs(): ProcessEntry[] {
  const listed = execFileSync('ps', ['-axwwo', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    timeout: 5000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, args = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []
    if (pid === undefined) return []
    const words = args.split(' ').filter(Boolean)
    return {
      pid: Number(pid),
      parent: Number(parent),
      name: null,
      program: null,
      words,
      variables: [],
    }
  })
}

/** What has ended meanwhile, or is another user's, says nothing. */
function text(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function link(file: string): string | null {
  try {
    return readlinkSync(file)
  } catch {
    return null
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
