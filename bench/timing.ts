import { spawnSync } from 'node:child_process'

/** The middle value; of an even number the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
}

export interface ProcessSide {
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Standard input, made anew for each round. */
  input?(round: number): string
}

/** Wall-clock medians of whole processes, one round of each side after the other. */
export function timeProcesses(
  sides: Readonly<Record<string, ProcessSide>>,
  rounds: number,
): Record<string, number> {
  const times: Record<string, number[]> = {}
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, side] of Object.entries(sides)) {
      const start = performance.now()
      runOnce(side, round)
      // The first round warms the file cache and doesn't count.
      if (round >= 0) (times[name] ??= []).push(performance.now() - start)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}

function runOnce(side: ProcessSide, round: number): void {
  const { status, error, stderr } = spawnSync(side.command, side.args, {
    cwd: side.cwd,
    env: side.env ?? plainEnvironment(),
    input: side.input?.(round) ?? '',
  })
  if (status === 0) return
  throw new Error(`${side.command} ${side.args.join(' ')} failed: ${error ?? String(stderr)}`)
}

/** Without NODE_EXTRA_CA_CERTS, which triples Node 20's start. */
export function plainEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _ignored, CI: _ci, ...env } = process.env
  return { ...env, ...extra }
}
