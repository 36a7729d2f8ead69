import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree; which members it has depends on its type. */
export interface Syntax {
  type: string
  [member: string]: unknown
}

export interface SourceModule {
  /** `src/util/clip.ts` */
  file: string
  body: readonly Syntax[]
  /** Names that it takes from other modules of ours: the file, and the name there. */
  imported: ReadonlyMap<string, { file: string; name: string }>
  /** What it loads: files of ours, and modules of others by their names. */
  uses: readonly string[]
}

/** Every module of the product, parsed. */
export function readSources(root: string): ReadonlyMap<string, SourceModule> {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|__fixtures__/.test(name))
    .map((name) => path.join('src', name))
    .sort()
  return new Map(files.map((file) => [file, readSource(root, file)]))
}

function readSource(root: string, file: string): SourceModule {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const body = program.body as unknown as readonly Syntax[]
  return { file, body, imported: importsOf(file, body), uses: usesOf(file, body) }
}

const usesOf = (file: string, body: readonly Syntax[]): string[] =>
  [...nodesOf(body)].flatMap((one) => {
    if (!/^Import(?:Declaration|Expression)$|^Export\w+Declaration$/.test(one.type)) return []
    const from = (one['source'] as { value?: unknown } | null | undefined)?.value
    if (typeof from !== 'string' || one['importKind'] === 'type') return []
    return [targetOf(file, from)]
  })

const targetOf = (file: string, from: string): string =>
  from.startsWith('.') ? path.join(path.dirname(file), from.replace(/\.js$/, '.ts')) : from

function importsOf(file: string, body: readonly Syntax[]): SourceModule['imported'] {
  const found = new Map<string, { file: string; name: string }>()
  for (const one of body.filter(({ type }) => type === 'ImportDeclaration')) {
    const from = (one['source'] as { value: string }).value
    if (!from.startsWith('.')) continue
    const target = targetOf(file, from)
    for (const name of one['specifiers'] as Syntax[]) {
      const imported = name['imported'] as { name: string } | undefined
      if (imported === undefined) continue
      found.set((name['local'] as { name: string }).name, { file: target, name: imported.name })
    }
  }
  return found
}

/** Every node below one, itself included. */
export function* nodesOf(node: unknown): Generator<Syntax> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && typeof node.type === 'string') yield node as Syntax
    for (const value of Object.values(node)) if (typeof value === 'object') yield* nodesOf(value)
  }
}
