import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { asRecord } from './loose-json.js'
import { parseJson } from './parse-json.js'
import { isOfKernel, readService } from './process-place.js'

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
  /** In milliseconds since 1970; null where the system doesn't say. */
  startedAt: number | null
  /** Its controlling terminal, in the system's own words; null for none. */
  terminal: string | null
  /** Whether it leads its session: the shell of a terminal does. */
  isLeader: boolean
  /** Whose it is; null where the system doesn't say. */
  user: number | null
  /** The group that a service manager put it in; null where the system has none. */
  service: string | null
}

/** Every process that the system tells of; none where it doesn't. */
export function readProcessTable(platform: NodeJS.Platform): ProcessEntry[] {
  if (platform === 'linux') return readProc()
  return platform === 'win32' ? askCim() : askPs()
}

function readProc(): ProcessEntry[] {
  if (!isOfKernel('/proc')) return []
  const bootedAt = Number(/^btime (\d+)$/m.exec(text('/proc/stat'))?.[1]) * 1000
  return names('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => readEntry(id, bootedAt) ?? [])
}

/** The kernel counts in hundredths of a second on every system that Node runs on. */
const MS_PER_TICK = 10

function readEntry(id: string, bootedAt: number): ProcessEntry | null {
  const stat = text(`/proc/${id}/stat`)
  // The name in parentheses may hold anything; the other fields stand behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent, session, terminal, start] = [1, 3, 4, 19].map((at) => Number(fields[at]))
  if (stat === '' || !Number.isInteger(parent)) return null
  return {
    pid: Number(id),
    parent: parent!,
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    // A program that was updated while it runs is still that program.
    program: link(`/proc/${id}/exe`)?.replace(/ \(deleted\)$/, '') ?? null,
    words: text(`/proc/${id}/cmdline`).split('\0').filter(Boolean),
    variables: text(`/proc/${id}/environ`)
      .split('\0')
      .map((pair) => pair.split('=', 1)[0]!),
    startedAt: Number.isFinite(bootedAt + start!) ? bootedAt + start! * MS_PER_TICK : null,
    terminal: terminal === 0 ? null : deviceName(terminal!),
    isLeader: session === Number(id),
    user: statSync(`/proc/${id}`, { throwIfNoEntry: false })?.uid ?? null,
    service: readService(id),
  }
}

/** The terminals that a process has open, as the table names them. */
export function readOpenTerminals(pid: number, platform: NodeJS.Platform): string[] {
  if (platform === 'linux') {
    const folder = `/proc/${pid}/fd`
    return names(folder).flatMap((name) => terminalOf(`${folder}/${name}`) ?? [])
  }
  return platform === 'darwin' ? askLsof(pid) : []
}

function terminalOf(file: string): string | null {
  if (!/^\/dev\/(?:pts\/|tty)/.test(link(file) ?? '')) return null
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat?.isCharacterDevice() ? deviceName(stat.rdev) : null
}

function askLsof(pid: number): string[] {
  try {
    const asked = ['-nP', '-a', '-p', String(pid), '-Fn']
    const told = execFileSync('/usr/sbin/lsof', asked, { encoding: 'utf8', timeout: 2000 })
    return [...told.matchAll(/^n\/dev\/(tty\S+)$/gm)].map(([, name]) => name!)
  } catch {
    return []
  }
}

/** As in `fs.Stats.rdev`, so that it can be compared with an open file. */
export const deviceName = (device: number): string => String(device)

const PS_FIELDS = 'pid=,ppid=,uid=,tty=,stat=,lstart=,args='
const PS_LINE = /^ *(\d+) +(\d+) +(\d+) +(\S+) +(\S+) +(\S+ +\S+ +\d+ [\d:]{8} \d{4}) (.*)$/

function askPs(): ProcessEntry[] {
  const listed = execFileSync('ps', ['-axwwo', PS_FIELDS], {
    encoding: 'utf8',
    env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
    timeout: 5000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed.split('\n').flatMap((line) => readPsLine(line) ?? [])
}

/** Exported for its test: only a Mac prints such lines. */
export function readPsLine(line: string): ProcessEntry | null {
  const [, pid, parent, user, tty = '', stat = '', start = '', args = ''] = PS_LINE.exec(line) ?? []
  if (pid === undefined) return null
  const startedAt = Date.parse(start)
  return {
    pid: Number(pid),
    parent: Number(parent),
    name: null,
    program: null,
    words: args.split(' ').filter(Boolean),
    variables: [],
    startedAt: Number.isNaN(startedAt) ? null : startedAt,
    terminal: tty.startsWith('?') ? null : tty,
    isLeader: stat.includes('s'),
    user: Number(user),
    service: null,
  }
}

const CIM = `Get-CimInstance Win32_Process | ForEach-Object { @{
  pid = $_.ProcessId; parent = $_.ParentProcessId; name = $_.Name; program = $_.ExecutablePath
  words = $_.CommandLine; startedAt = if ($_.CreationDate) { $_.CreationDate.ToUniversalTime().ToString('o') }
} } | ConvertTo-Json -Compress`

function askCim(): ProcessEntry[] {
  try {
    const asked = ['-NoProfile', '-NonInteractive', '-Command', CIM]
    const options = { encoding: 'utf8', timeout: 15_000, maxBuffer: 64 * 1024 * 1024 } as const
    return readCim(execFileSync('powershell.exe', asked, { ...options, windowsHide: true }))
  } catch {
    return []
  }
}

/** Exported for its test: only Windows prints it. */
export function readCim(json: string): ProcessEntry[] {
  const told = parseJson(json)
  return (Array.isArray(told) ? told : [told]).flatMap((one) => {
    const { pid, parent, name, program, words, startedAt } = asRecord(one)
    if (typeof pid !== 'number' || typeof parent !== 'number') return []
    const started = typeof startedAt === 'string' ? Date.parse(startedAt) : Number.NaN
    return {
      pid,
      parent,
      name: typeof name === 'string' ? name.replace(/\.exe$/i, '') : null,
      program: typeof program === 'string' ? program.replaceAll('\\', '/') : null,
      words: typeof words === 'string' ? (words.match(/"[^"]*"|\S+/g)?.map(unquoted) ?? []) : [],
      variables: [],
      startedAt: Number.isNaN(started) ? null : started,
      terminal: null,
      isLeader: false,
      user: null,
      service: null,
    }
  })
}

const unquoted = (word: string): string => word.replaceAll('"', '')

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
