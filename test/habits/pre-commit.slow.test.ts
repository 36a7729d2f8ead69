import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const COPIED = ['.githooks', '.oxlintrc.json', '.oxfmtrc.json', 'scripts/check-staged.mjs']

describe('the pre-commit hook', () => {
  let sandbox: Sandbox
  beforeEach(() => {
    sandbox = openSandbox()
    mkdirSync(path.join(sandbox.root, 'scripts'))
    for (const file of COPIED) cpSync(file, path.join(sandbox.root, file), { recursive: true })
    symlinkSync(path.resolve('node_modules'), path.join(sandbox.root, 'node_modules'))
    sandbox.git('config', 'core.hooksPath', '.githooks')
  })

  it.each([
    { what: 'a clean file', text: 'export const one = 1\n', code: 0 },
    { what: 'a file that is not formatted', text: 'export const one  =  1;\n', code: 1 },
    { what: 'a file that lint refuses', text: 'export const one: any = 1\n', code: 1 },
  ])('$what ends a commit with $code', ({ text, code }) => {
    sandbox.write('src/one.ts', text)
    expect(commit('src/one.ts')).toBe(code)
  })

  it('looks at no file that the commit leaves alone, nor at one that it removes', () => {
    sandbox.write('src/old.txt', 'old\n')
    expect(commit('src/old.txt')).toBe(0)
    sandbox.write('src/one.ts', 'export const one  =  1;\n')
    sandbox.git('rm', '--quiet', 'src/old.txt')
    expect(commit()).toBe(0)
  })

  function commit(...files: string[]): number | null {
    const { root, env } = sandbox
    if (files.length > 0) sandbox.git('add', ...files)
    return spawnSync('git', ['commit', '--quiet', '-m', 'work'], { cwd: root, env }).status
  }
})
