import { findExecutable } from '../../util/find-executable.js'
import { runBounded } from '../../util/run-bounded.js'
import type { TrialPlace } from './trial-place.js'

const MAX_OUTPUT_BYTES = 256 * 1024

/** Runs a command line in a clone: true when it is green, null when it can't be run or its time is up. */
export async function runLine(
  line: string,
  dir: string,
  { timeoutMs, isOffline }: { timeoutMs: number; isOffline: boolean },
  place: TrialPlace,
): Promise<boolean | null> {
  const shell = findExecutable('sh', place.env, dir)
  if (shell === null) return null
  const [program, ...args] = isOffline ? [...offlinePrefix(place.env, dir), shell] : [shell]
  const ended = await runBounded({
    command: [program!, ...args, '-c', line],
    input: '',
    cwd: dir,
    env: { ...place.env, REFLECTION_PARENT: 'trial' },
    maxOutputBytes: MAX_OUTPUT_BYTES,
    overflow: 'cut',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), place.signal]),
  })
  return ended.end === 'exited' ? ended.code === 0 : null
}

/** A command in front of another that has no network but its own loopback. */
export function offlinePrefix(env: TrialPlace['env'], dir: string): string[] {
  const unshare = findExecutable('unshare', env, dir)
  if (unshare === null) return []
  return [unshare, '-rn', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', 'sh']
}

/** Whether the system can run a command without a network. */
export async function canCutNetwork(place: TrialPlace): Promise<boolean> {
  const prefix = offlinePrefix(place.env, place.root)
  if (process.platform !== 'linux' || prefix.length === 0) return false
  const terms = { timeoutMs: 5000, isOffline: true }
  return (await runLine('true', place.root, terms, place)) === true
}
