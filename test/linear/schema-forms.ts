import type { Form } from './argument-form.js'

/** A schema as the schema package keeps it. */
interface Schema {
  _zod: { def: Definition }
}
interface Definition {
  type: string
  format?: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  in?: Schema
  valueType?: Schema
  options?: Schema[]
  items?: Schema[]
  entries?: Record<string, string>
  values?: (string | number | boolean | null)[]
  checks?: { _zod: { def: { check: string; maximum?: number; format?: string } } }[]
}

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The forms that a schema describes: one, or one for each of its alternatives. */
export function schemaForms(schema: Schema): Form[] {
  const { type, options } = schema._zod.def
  return type === 'union' ? options!.flatMap(schemaForms) : [schemaForm(schema)]
}

const TIME = '2030-01-01T00:00:00.000Z'
const MAX_ID = 4096

function schemaForm({ _zod: { def } }: Schema): Form {
  switch (def.type) {
    case 'string':
      return textForm(def)
    case 'number':
    case 'int':
      return { is: 'value', value: 40 }
    case 'boolean':
      return { is: 'value', value: false }
    case 'enum':
      return { is: 'value', value: Object.values(def.entries!)[0]! }
    case 'literal':
      return { is: 'value', value: def.values![0]! }
    case 'object': {
      const fields = Object.entries(def.shape!).map(([name, field]) => [name, schemaForm(field)])
      return { is: 'object', fields: Object.fromEntries(fields) as Record<string, Form> }
    }
    case 'array':
      return { is: 'list', of: schemaForm(def.element!) }
    case 'tuple':
      return { is: 'list', of: schemaForm(def.items![0]!) }
    case 'record':
      return { is: 'object', fields: { name: schemaForm(def.valueType!) } }
    case 'union':
      return schemaForms(def.options![0]!)[0]!
    case 'pipe':
      return schemaForm(def.in!)
    case 'unknown':
    case 'any':
      return { is: 'text' }
    default:
      return def.innerType === undefined ? { is: 'value', value: null } : schemaForm(def.innerType)
  }
}

/** What a schema bounds is given no more than that: nothing else gets past it. */
function textForm({ format, checks = [] }: Definition): Form {
  const known = checks.map(({ _zod }) => _zod.def)
  if ([format, ...known.map((one) => one.format)].includes('datetime')) {
    return { is: 'value', value: TIME }
  }
  const max = known.find(({ check }) => check === 'max_length')?.maximum
  return max === undefined || max > MAX_ID ? { is: 'text' } : { is: 'short', max }
}
