import { describe, expect, it } from 'vitest'
import { matchesGlob } from './glob.js'

describe('a glob', () => {
  it.each([
    ['src/a.ts', '*.ts'],
    ['a.ts', '*.ts'],
    ['src/deep/a.ts', 'src/**'],
    ['src/deep/a.ts', 'src/**/*.ts'],
    ['src/a.ts', 'src/**/*.ts'],
    ['src/a.ts', './src/*.ts'],
    ['src/a.ts', 'src/'],
    ['src/a.tsx', 'src/*.{ts,tsx}'],
    ['packages/x/lib/y.js', '{apps,packages}/*/lib/**'],
    ['a/b/c/d', '**/d'],
    ['d', '**/d'],
    ['package.json', 'package.json'],
    ['x/package.json', 'package.json'],
    ['src/a1.ts', 'src/a?.ts'],
  ])('takes %s for %s', (file, glob) => {
    expect(matchesGlob(file, glob)).toBe(true)
  })

  it.each([
    ['src/a.tsx', '*.ts'],
    ['lib/a.ts', 'src/**'],
    ['src/deep/a.ts', 'src/*.ts'],
    ['src/a.ts', 'a.ts/**'],
    ['x/src/a.ts', 'src/**'],
    ['src/a.ts', ''],
    ['a/xd', '**/d'],
  ])('does not take %s for %s', (file, glob) => {
    expect(matchesGlob(file, glob)).toBe(false)
  })

  it('takes no longer for many stars', () => {
    const started = process.cpuUsage()
    expect(matchesGlob(`${'a/'.repeat(2000)}b`, `${'**/a*'.repeat(20)}c`)).toBe(false)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
  })
})
