import { onTestFinished } from 'vitest'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import type { HostDeps } from '../host-deps.js'
import { failedRun } from '../runner.js'
import type { Runner, RunnerInput } from '../runner.js'

export interface OpenedHost extends HostDeps {
  clock: { ms: number }
}

export async function openHostDeps(start: string, store?: Store): Promise<OpenedHost> {
  const opened = store ?? (await openMemoryStore())
  onTestFinished(() => opened.close())
  const clock = { ms: Date.parse(start) }
  let ids = 0
  return {
    store: opened,
    clock,
    now: () => new Date(clock.ms),
    nextId: () => `id-${(ids += 1)}`,
  }
}

/** A runner that counts, and ends when it is told to. */
export function heldRunner(): Runner & { started: RunnerInput[]; end(): void } {
  const started: RunnerInput[] = []
  let release: (() => void) | null = null
  return {
    name: 'held',
    started,
    end: () => release?.(),
    async run(input) {
      started.push(input)
      await new Promise<void>((resolve) => {
        release = resolve
        input.signal.addEventListener('abort', () => resolve())
      })
      const status = input.signal.aborted ? ('stopped' as const) : ('completed' as const)
      return { ...failedRun(''), status, result: 'done', result_length: 4, error: null }
    },
  }
}

/** A runner that ends at once. */
export const quickRunner = (status: 'completed' | 'failed' = 'completed'): Runner => ({
  name: 'quick',
  run: async () => ({
    ...failedRun('exit 1'),
    status,
    ...(status === 'completed' ? { result: 'done', result_length: 4, error: null } : {}),
  }),
})
