import { readFileSync, readlinkSync, statfsSync } from 'node:fs'

/** The group that a service manager put a process in; null where the system has none. */
export function readService(id: string): string | null {
  try {
    const groups = readFileSync(`/proc/${id}/cgroup`, 'utf8')
    return /^(?:0:|\d+:name=systemd):(.*)$/m.exec(groups)?.[1] ?? null
  } catch {
    return null
  }
}

const PROC_MAGIC = 0x9fa0

/** Whether the kernel itself tells what stands there: in a root of its own anybody can write a /proc. */
export function isOfKernel(folder: string): boolean {
  try {
    return statfsSync(folder).type === PROC_MAGIC
  } catch {
    return false
  }
}

/** The namespaces that decide which processes we see, and as whom; null where the system has none. */
export function readNamespaces(): string | null {
  try {
    if (!isOfKernel('/proc/self/ns')) return 'not told by the kernel'
    return ['user', 'pid'].map((kind) => readlinkSync(`/proc/self/ns/${kind}`)).join(' ')
  } catch {
    return null
  }
}
