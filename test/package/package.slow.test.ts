import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Manifest {
  version: string
  exports: Record<string, string | { default: string }>
  bin: Record<string, string>
  devDependencies: Record<string, string>
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
/** The optional peer of one entry; whoever uses that entry brings it. */
const EFFECT = `effect@${manifest.devDependencies['effect']}`
const TYPES = path.resolve('node_modules/@types')
let base = ''

/** The tarball in a folder of its own, as a user gets it. */
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'reflect package '))
  // No build here: it would swap dist/ away from under the processes of other tests.
  const packed = run(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', base],
    process.cwd(),
  )
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  writeFileSync(
    path.join(base, 'package.json'),
    '{ "name": "user", "private": true, "type": "module" }',
  )
  run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${filename}`, EFFECT],
    base,
  )
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

function run(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

describe('the packed tarball', () => {
  it('brings every export of the map', () => {
    const entries = Object.entries(manifest.exports).filter(([name]) => !name.includes('*'))
    const script = entries
      .map(([name, target]) => {
        const isJson = typeof target === 'string'
        const with_ = isJson ? `, { with: { type: 'json' } }` : ''
        return `console.log(Object.keys(await import('reflectory${name.slice(1)}'${with_})).length > 0)`
      })
      .join('\n')
    const output = run(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', script],
      base,
    )
    expect(output.trim().split('\n')).toEqual(entries.map(() => 'true'))
  })

  it('has types for every entry, and none for a misspelt field of an event', () => {
    const entries = Object.keys(manifest.exports).filter((name) => !/[*]|\.json$/.test(name))
    const imports = entries.map((name, n) => `import * as e${n} from 'reflectory${name.slice(1)}'`)
    const program = `${imports.join('\n')}
      export const used = [${entries.map((_, n) => `e${n}`).join(', ')}]
      const reflector = await e0.openReflector()
      await reflector.reflect({ kind: 'session-stopped', sessionId: 's', lastMessage: 'x' })
      // @ts-expect-error it is called lastMessage
      await reflector.reflect({ kind: 'session-stopped', sessionId: 's', lastMesage: 'x' })
    `
    writeFileSync(path.join(base, 'user.ts'), program)
    const tsc = path.resolve('node_modules/typescript/bin/tsc')
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext']
    const types = ['--target', 'es2023', '--types', 'node', '--typeRoots', TYPES]
    const args = [tsc, ...options, ...types, 'user.ts']
    expect(run(process.execPath, args, base)).toBe('')
  })

  it('brings every generated schema', () => {
    const schemas = readdirSync('schemas')
    expect(readdirSync(path.join(base, 'node_modules/reflectory/schemas')).sort()).toEqual(
      schemas.sort(),
    )
  })

  it('has nothing in its manifest that a tool of its users would stumble over', async () => {
    const pkgDir = path.join(base, 'node_modules/reflectory')
    const { messages } = await publint({ pkgDir, strict: true, pack: false })
    expect(messages.map(({ code, path: where }) => ({ code, where }))).toEqual([])
  })

  it.each(['pg', 'pg-boss', 'prom-client'])('installs no %s: only teams need it', (name) => {
    expect(readdirSync(path.join(base, 'node_modules'))).not.toContain(name)
  })

  it('serves MCP without the SDK among its dependencies', () => {
    const installed = readdirSync(path.join(base, 'node_modules'))
    expect(installed).not.toContain('@modelcontextprotocol')
    const client = { name: 'bare', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client }
    const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const bin = path.join(base, 'node_modules/.bin/reflect')
    const output = execFileSync(bin, ['mcp'], { cwd: base, input: `${hello}\n`, encoding: 'utf8' })
    expect(JSON.parse(output)).toMatchObject({
      id: 1,
      result: { serverInfo: { name: 'reflectory', version: manifest.version } },
    })
  })

  it('brings the plugin folder, dotted files included', () => {
    const plugin = path.join(base, 'node_modules/reflectory/plugin')
    const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(
      expect.arrayContaining([
        path.join('.claude-plugin', 'plugin.json'),
        path.join('hooks', 'claude-code.json'),
        '.mcp.json',
        'hook.cjs',
        'mcp.cjs',
      ]),
    )
  })

  it('carries no test and no source', () => {
    const files = readdirSync(path.join(base, 'node_modules/reflectory'), {
      recursive: true,
      encoding: 'utf8',
    })
    expect(files.filter((file) => /\.test\.|__fixtures__|^src/.test(file))).toEqual([])
    // The bin is bundled as CommonJS; as a module of its own it could not run.
    expect(files).not.toContain(path.join('dist', 'bin.js'))
  })

  it.each(Object.keys(manifest.bin))('runs as %s', (name) => {
    const bin = path.join(base, 'node_modules/.bin', name)
    expect(run(bin, ['--version'], base).trim()).toBe(manifest.version)
    expect(run(bin, ['--help'], base)).toContain('Usage: reflect')
  })

  it('plays the demo with nothing but what it installed', () => {
    const home = path.join(base, 'home')
    mkdirSync(home)
    const env = { PATH: process.env['PATH'], HOME: home }
    const output = run(
      path.join(base, 'node_modules/.bin/reflect'),
      ['demo', '--scene', 'run'],
      base,
      env,
    )
    expect(output).toContain('needs review')
    expect(readdirSync(home)).toEqual([])
  })
})
