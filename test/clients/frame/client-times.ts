import { readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

interface HookTime {
  event: string
  ms: number
}

/**
 * After all clients: how long each took, how long our hooks took in it, and why one was skipped. A file that
 * ran whole, green or not, goes into the table that the documents show; rows of what did not run stay.
 */
export default class ClientTimes implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    keepResults([...module.children.allTests()])
  }

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

const RESULTS = 'test/clients/results.txt'

/** One line for each client and for each plugin: how many stories passed, and what was skipped and why. */
function keepResults(tests: readonly TestCase[]): void {
  const rows = new Map(
    readIfThere(RESULTS)
      .split('\n')
      .filter((line) => line.includes('  '))
      .map((line) => [line.split(/ {2,}/)[0]!, line]),
  )
  const groups = new Map<string, TestCase[]>()
  for (const test of tests) groups.set(rowOf(test), [...(groups.get(rowOf(test)) ?? []), test])
  for (const [name, group] of groups) {
    const results = group.map((test) => test.result())
    const notes = results.flatMap((one) => (one.state === 'skipped' ? [one.note] : []))
    // A run of some of the stories says nothing of the others.
    if (notes.includes(undefined)) continue
    const passed = results.filter(({ state }) => state === 'passed').length
    const skipped = [...new Set(notes)].map((reason) => `; skipped: ${reason}`).join('')
    // A version takes the place of the one before it.
    for (const known of rows.keys()) if (bare(known) === bare(name)) rows.delete(known)
    rows.set(name, `${name.padEnd(34)}  ${passed} of ${group.length} stories passed${skipped}`)
  }
  writeFileSync(RESULTS, `${[...rows.values()].toSorted().join('\n')}\n`)
}

const bare = (name: string): string => name.replace(/ [\d.]+/, '')

/** The client that a story is about; a plugin's one is named after it. */
function rowOf({ name, parent }: TestCase): string {
  const [, plugin] = /^works in '?(.+? [\d.]+)/.exec(name) ?? []
  if (plugin !== undefined) return `${plugin}, from git`
  return parent.type === 'suite' ? parent.name : parent.moduleId
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
