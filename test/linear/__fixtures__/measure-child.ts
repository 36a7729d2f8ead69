/**
 * Measures readers in a process that may write nothing and start nothing, so that any
 * function of ours can be called with any text.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFileSync } from 'node:fs'
import type { Form } from '../argument-form.js'
import type { Attack } from '../attacks.js'
import type { Reader } from '../find-readers.js'
import { make } from '../make-argument.js'
import { isSteep, measureGrowth } from '../measure-growth.js'
import type { Call, Shape, Sizes } from '../measure-growth.js'
import { isSchema, schemaForms } from '../schema-forms.js'
import { SHAPES } from '../shapes.js'

export interface Work {
  dist: string
  sizes: Sizes
  readers: readonly Reader[]
}

/** One line of what it prints: what it begins with, and what it found. */
export type Told =
  | { begins: string; shape: string }
  /** Growth is null where there was no end of it. */
  | { name: string; shape: string; growth: number | null }

const work = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Work
/** From here on there is time for every form of a fragment. */
const THOROUGH = 16 * 1024
/** What keeps a match from its end. */
const ENDS = ['', '\u0001', '\na']
const tell = (told: Told): void => console.log(JSON.stringify(told))

for (const reader of work.readers) {
  const given = await variantsOf(reader)
  const read = (await load(reader.file))[reader.export] as (...args: unknown[]) => unknown
  for (const forms of given) {
    await measure(reader, (text) => read(...forms.map((form) => make(form, text))))
  }
}
process.exit(0)

async function measure(
  { name, fragments, attacks }: Pick<Reader, 'name' | 'fragments' | 'attacks'>,
  call: Call,
): Promise<void> {
  for (const shape of shapesOf(fragments, attacks)) {
    const told = `${shape.start} + ${shape.piece} over and over + ${shape.end}`
    tell({ begins: name, shape: told })
    const growth = await measureGrowth(shape, call, work.sizes)
    // One is enough to say so, and others would take as long.
    if (isSteep(growth)) return tell({ name, shape: told, growth })
  }
}

function shapesOf(fragments: readonly string[], attacks: readonly Attack[]): Shape[] {
  const ends = work.sizes.probe < THOROUGH ? [''] : ['', ' ', '\n', 'a']
  const pieces = fragments.flatMap((piece) => ends.map((end) => piece + end))
  const repeated = [...new Set([...SHAPES, ...pieces])]
  const distinct = new Map(attacks.map((one) => [one.start + one.piece, one]))
  return [
    ...repeated.map((piece) => ({ start: '', piece, end: '' })),
    ...[...distinct.values()].flatMap((one) => ENDS.map((end) => ({ ...one, end }))),
  ]
}

/** The arguments of a reader, once for each alternative of its schemas; none where one is not exported. */
async function variantsOf({ forms }: Reader): Promise<(Form | null)[][]> {
  let variants: (Form | null)[][] = [[]]
  for (const form of forms) {
    const known = form === null ? [null] : await withoutSchemas(form)
    variants = variants.flatMap((before) => known.map((one) => [...before, one]))
  }
  return variants
}

/** A form with its schemas looked up; alternatives count at its top. */
async function withoutSchemas(form: Form): Promise<Form[]> {
  switch (form.is) {
    case 'schema': {
      const schema = (await load(form.file))[form.name]
      return isSchema(schema) ? schemaForms(schema) : []
    }
    case 'list':
    case 'set':
      return (await withoutSchemas(form.of)).map((of) => ({ ...form, of }))
    case 'map': {
      const [of] = await withoutSchemas(form.of)
      return of === undefined ? [] : [{ ...form, of }]
    }
    case 'object': {
      const fields: Record<string, Form> = {}
      for (const [name, field] of Object.entries(form.fields)) {
        const [first] = await withoutSchemas(field)
        if (first === undefined) return []
        fields[name] = first
      }
      return [{ is: 'object', fields }]
    }
    default:
      return [form]
  }
}

async function load(file: string): Promise<Record<string, unknown>> {
  const built = path.join(work.dist, path.relative('src', file).replace(/\.ts$/, '.js'))
  return (await import(pathToFileURL(built).href)) as Record<string, unknown>
}
