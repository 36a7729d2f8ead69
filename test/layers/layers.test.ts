import { describe, expect, it } from 'vitest'
import { checkLayers } from './check-layers.js'
import { importsOf, readImports } from './read-imports.js'

const graph = readImports('src')

describe('the layers of src', () => {
  it('are kept by every file, without a cycle', () => {
    expect(graph.size).toBeGreaterThan(50)
    expect(checkLayers(graph)).toEqual([])
  })

  it.each([
    {
      file: 'schema/action.ts',
      target: 'guard/guard.ts',
      reason: 'guard is not to the left of schema',
    },
    {
      file: 'schema/action.ts',
      target: 'util/clip.ts',
      reason: 'util is not to the left of schema',
    },
    {
      file: 'risk/risk-floor.ts',
      target: 'config/load.ts',
      reason: 'config is not to the left of risk',
    },
    {
      file: 'guard/guard.ts',
      target: 'reflect.ts',
      reason: 'reflect.ts is not to the left of guard',
    },
    { file: 'util/clip.ts', target: 'store.ts', reason: 'schema and util know no port' },
    { file: 'store.ts', target: 'util/clip.ts', reason: 'a port imports schema only' },
    { file: 'guard/guard.ts', target: 'store/memory.ts', reason: 'only entries pick adapters' },
    {
      file: 'store/memory.ts',
      target: 'agent.ts',
      reason: 'an adapter imports its port, schema, data, util and safety only',
    },
    {
      file: 'agents/generic/generic.ts',
      target: 'agents/claude-code/decode.ts',
      reason: 'an adapter never imports another adapter',
    },
    {
      file: 'moments/run/run.ts',
      target: 'moments/stop/stop.ts',
      reason: 'a moment never imports another',
    },
    {
      file: 'moments/run/run.ts',
      target: 'cli/table.ts',
      reason: 'cli is not to the left of moments',
    },
    {
      file: 'wiring/workspace.ts',
      target: 'cli/table.ts',
      reason: 'cli is not to the left of wiring',
    },
    { file: 'mcp/main.ts', target: 'cli/table.ts', reason: 'an entry never imports another entry' },
    { file: 'effect/index.ts', target: 'index.ts', reason: 'an entry never imports another entry' },
    { file: 'queue.ts', target: 'store.ts', reason: 'a port imports schema only' },
    { file: 'checks.ts', target: 'util/git.ts', reason: 'a port imports schema only' },
    {
      file: 'queue/due-rows.ts',
      target: 'store.ts',
      reason: 'an adapter imports its port, schema, data, util and safety only',
    },
    {
      file: 'memory/recall.ts',
      target: 'self/self-model.ts',
      reason: 'self is not to the left of memory',
    },
    {
      file: 'moments/run/run.ts',
      target: 'plumbing/pipe.ts',
      reason: 'plumbing has no place in the order',
    },
  ])('forbid that $file imports $target', ({ file, target, reason }) => {
    const worse = new Map(graph).set(file, [...(graph.get(file) ?? []), target])
    expect(checkLayers(worse)).toContain(`${file} imports ${target}: ${reason}`)
  })

  it.each([
    ['read/rumours/read.ts', 'read has no room called rumours'],
    ['plumbing/pipe.ts', 'plumbing has no place in the order'],
    ['open-anything.ts', 'open-anything.ts has no place in the order'],
  ])('have no place for %s, though it imports nothing', (file, reason) => {
    expect(checkLayers(new Map(graph).set(file, []))).toEqual([`${file}: ${reason}`])
  })

  it('notice a cycle of any length', () => {
    const ring = new Map([
      ['guard/a.ts', ['guard/b.ts']],
      ['guard/b.ts', ['guard/c.ts']],
      ['guard/c.ts', ['guard/a.ts']],
    ])
    expect(checkLayers(ring)).toEqual(['cycle: guard/a.ts → guard/b.ts → guard/c.ts → guard/a.ts'])
  })
})

describe('importsOf', () => {
  it('sees static, type, re-exporting, bare and dynamic imports', () => {
    const text = `
import { a } from './a.js'
import type { B } from '../b/b.js'
import {
  c,
} from './c.js'
export { d } from './d.js'
import './e.js'
const f = () => import('./f.js')
import fs from 'node:fs'
`
    expect(importsOf('x/y.ts', text)).toEqual([
      'x/a.ts',
      'b/b.ts',
      'x/c.ts',
      'x/d.ts',
      'x/e.ts',
      'x/f.ts',
    ])
  })
})
