import { spawnSync } from 'node:child_process'

/** The middle value; of an even number the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export interface ProcessSide {
  command: string
  args: string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Standard input, made anew for each round. */
  input?(round: number): string
}

/** What was measured, by side: the wall-clock time of each round. */
export type Rounds = Readonly<Record<string, readonly number[]>>

/** Times whole processes, one round of each side after the other. */
export function timeProcesses(
  sides: Readonly<Record<string, ProcessSide>>,
  rounds: number,
): Rounds {
  const times: Record<string, number[]> = {}
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, side] of Object.entries(sides)) {
      const start = performance.now()
      runOnce(side, round)
      // The first round warms the file cache and doesn't count.
      if (round >= 0) (times[name] ??= []).push(performance.now() - start)
    }
  }
  return times
}

export const medians = (rounds: Rounds): Record<string, number> =>
  Object.fromEntries(Object.entries(rounds).map(([name, values]) => [name, median(values)]))

/**
 * How long one side takes beside others together: the middle of what each round says. A machine that
 * grows slow in between slows the sides of a round alike.
 */
export const ratioOf = (rounds: Rounds, side: string, others: readonly string[]): number =>
  median(
    rounds[side]!.map((ms, round) => {
      const together = others.reduce((sum, other) => sum + rounds[other]![round]!, 0)
      return ms / together
    }),
  )

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
