/** What docs/team.md gives to run, as far as it can be run without containers. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { INSTALL_TEAM_PACKAGES } from '../../src/util/team-packages.js'

interface Compose {
  services: Record<'database' | 'server', { command: string; secrets: string[]; volumes: string[] }>
  secrets: Record<string, unknown>
  volumes: Record<string, unknown>
}

const doc = readFileSync('docs/team.md', 'utf8')
const text = /```yaml\n(# compose\.yaml\n[\s\S]*?)```/.exec(doc)![1]!
const { services, secrets, volumes } = parse(text) as Compose

it('declares each volume and secret that its services use', () => {
  const used = Object.values(services)
  expect(used.flatMap((one) => one.volumes.map((it) => it.split(':')[0]!)).sort()).toEqual(
    Object.keys(volumes).sort(),
  )
  expect([...new Set(used.flatMap((one) => one.secrets))]).toEqual(Object.keys(secrets))
})

it('starts this program, in place of the shell, with the address of the database', () => {
  const bin = mkdtempSync(path.join(os.tmpdir(), 'reflectory-compose-'))
  onTestFinished(() => rmSync(bin, { recursive: true }))
  const put = (name: string, script: string) =>
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  put('cat', 'echo "of:$1"')
  put('node', 'echo "$REFLECTION_DATABASE|$PPID|$*"')
  const command = services.server.command.replaceAll('$$', '$')
  const env = { PATH: `${bin}:/usr/bin:/bin` }
  const said = execFileSync('/bin/sh', ['-c', `exec ${command}`], { env, encoding: 'utf8' })
  const { bin: programs } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    bin: { reflect: string }
  }
  expect(said.trim().split('|')).toEqual([
    'postgres://reflectory:of:/run/secrets/database_password@database/reflectory',
    // No shell is between: the program itself gets the signals.
    String(process.pid),
    `node_modules/reflectory/${programs.reflect} serve --team --host 0.0.0.0 --port 4747 --expose --json`,
  ])
})

it('installs the packages that the program asks for', () => {
  const asked = INSTALL_TEAM_PACKAGES.match(/[\w-]+@[\d.]+/g)!
  expect(asked.length).toBeGreaterThan(0)
  for (const one of asked) expect(text).toContain(one)
})
