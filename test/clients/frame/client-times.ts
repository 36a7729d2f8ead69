import type { Reporter, TestCase, TestModule } from 'vitest/node'

interface HookTime {
  event: string
  ms: number
}

/** After all clients: how long each took, how long our hooks took in it, and why one was skipped. */
export default class ClientTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => describeModule([...module.children.allTests()]))
    process.stdout.write(`\n${['Clients', ...lines].join('\n  ')}\n`)
  }
}

function describeModule(tests: readonly TestCase[]): string[] {
  const [first] = tests
  if (first === undefined) return []
  const { parent } = first
  const name = parent.type === 'suite' ? parent.name : parent.moduleId
  const results = tests.map((test) => test.result())
  const skipped = results.find(({ state }) => state === 'skipped')
  if (skipped !== undefined && results.every(({ state }) => state === 'skipped')) {
    return [`${name}: skipped: ${'note' in skipped ? skipped.note : 'no reason given'}`]
  }
  const passed = results.filter(({ state }) => state === 'passed').length
  const ms = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
  const summary = `${name}: ${passed} of ${tests.length} passed in ${(ms / 1000).toFixed(1)} s`
  return [summary, ...describeHooks(tests)]
}

function describeHooks(tests: readonly TestCase[]): string[] {
  const times = tests.flatMap((test) => (test.meta() as { hookTimes?: HookTime[] }).hookTimes ?? [])
  const byEvent = new Map<string, number[]>()
  for (const { event, ms } of times) byEvent.set(event, [...(byEvent.get(event) ?? []), ms])
  return [...byEvent].map(([event, all]) => {
    const sorted = all.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)]
    return `  hook ${event}: median ${median} ms, longest ${sorted.at(-1)} ms, of ${sorted.length}`
  })
}
