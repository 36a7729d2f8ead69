import { readFileSync, readlinkSync } from 'node:fs'

/** The group that a service manager put a process in; null where the system has none. */
export function readService(id: string): string | null {
  try {
    const groups = readFileSync(`/proc/${id}/cgroup`, 'utf8')
    return /^(?:0:|\d+:name=systemd):(.*)$/m.exec(groups)?.[1] ?? null
  } catch {
    return null
  }
}

/** The namespaces that decide which processes we see, and as whom; null where the system has none. */
export function readNamespaces(): string | null {
  try {
    return ['user', 'pid'].map((kind) => readlinkSync(`/proc/self/ns/${kind}`)).join(' ')
  } catch {
    return null
  }
}
