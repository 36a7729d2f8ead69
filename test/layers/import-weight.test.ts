import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importsOf, readImports } from './read-imports.js'

const graph = readImports('src')

/** The packages that loading a file brings along; what is imported on demand doesn't count. */
function packagesLoadedBy(entry: string): string[] {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const text = withoutDynamicAndTypes(readFileSync(`src/${file}`, 'utf8'))
    for (const [, name] of text.matchAll(/from\s*['"]([^.'"\n][^'"\n]*)['"]/g)) {
      if (!name!.startsWith('node:')) packages.add(name!)
    }
    for (const target of importsOf(file, text)) if (graph.has(target)) visit(target)
  }
  visit(entry)
  return [...packages].sort()
}

const withoutDynamicAndTypes = (text: string): string =>
  text
    .replaceAll(/\bimport\s*\(\s*['"][^'"]+['"]\s*\)/g, '')
    .replaceAll(/\b(?:import|export)\s+type\b[^'"]*['"][^'"]+['"]/g, '')

describe('what is loaded', () => {
  it('with the library is its schema package and nothing else', () => {
    expect(packagesLoadedBy('index.ts')).toEqual(['unbash', 'zod/mini'])
  })

  it('with a hook that finds the mode off is nothing at all', () => {
    expect(packagesLoadedBy('hook/main.ts')).toEqual([])
  })

  it('with a hook that answers is the schema package and nothing else', () => {
    expect(packagesLoadedBy('hook/answer.ts')).toEqual(['unbash', 'zod/mini'])
  })

  it('of the MCP SDK is nothing but by the server that speaks it', () => {
    const readers = [...graph].filter(([, imports]) => imports.includes('mcp/sdk.ts'))
    expect(readers.map(([file]) => file)).toEqual(['mcp/serve-mcp.ts'])
    expect(packagesLoadedBy('cli/main.ts').join(' ')).not.toMatch(/modelcontextprotocol/)
  })

  it('with the library includes no database driver until a store is opened', () => {
    const script = `
      const loaded = () => process.report.getReport().sharedObjects.filter((file) => file.includes('sqlite')).length
        + process.moduleLoadList.filter((name) => name.includes('NativeModule sqlite')).length
      import('./dist/index.js').then(async ({ openMemoryStore }) => {
        const before = loaded()
        await openMemoryStore()
        console.log(JSON.stringify({ before, after: loaded() > 0 }))
      })`
    const output = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual({ before: 0, after: true })
  })
})
