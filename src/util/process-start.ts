import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process started, in words that stay the same while it lives: together with its id they name
 * one process for good. null when it is gone, or when this system doesn't say.
 */
export function processStart(pid: number): string | null {
  try {
    if (process.platform === 'win32') return null
    if (process.platform !== 'linux') {
      const args = ['-o', 'lstart=', '-p', String(pid)]
      return execFileSync('ps', args, { encoding: 'utf8', timeout: 2000 }).trim() || null
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; the start is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}
