import type { SourceModule, Syntax } from './read-sources.js'

/** How an argument of a declared type is made up; `text` is where the foreign text goes. */
export type Form =
  | { is: 'text' }
  | { is: 'value'; value: string | number | boolean | null }
  /** Text that a schema bounds. */
  | { is: 'short'; max: number }
  | { is: 'date' }
  | { is: 'bytes' }
  | { is: 'list' | 'set'; of: Form }
  | { is: 'map'; key: Form; of: Form }
  | { is: 'object'; fields: Record<string, Form> }
  /** What a schema of ours describes, found when it is made. */
  | { is: 'schema'; file: string; name: string }

type Sources = ReadonlyMap<string, SourceModule>

/** Types that hold themselves are made so deep. */
const MAX_DEPTH = 8

/** The form of a type as a module writes it; null where a test can't make one up. */
export function formOf(
  type: Syntax | undefined,
  module: SourceModule,
  sources: Sources,
  depth = 0,
): Form | null {
  if (type === undefined || depth > MAX_DEPTH) return null
  const inner = (one: unknown): Form | null => formOf(one as Syntax, module, sources, depth + 1)
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSUnknownKeyword':
    case 'TSTemplateLiteralType':
      return { is: 'text' }
    case 'TSNumberKeyword':
      return { is: 'value', value: 40 }
    case 'TSBooleanKeyword':
      return { is: 'value', value: false }
    case 'TSNullKeyword':
      return { is: 'value', value: null }
    case 'TSLiteralType':
      return literal(type['literal'] as Syntax)
    case 'TSParenthesizedType':
      return inner(type['typeAnnotation'])
    case 'TSTypeOperator':
      return type['operator'] === 'readonly' ? inner(type['typeAnnotation']) : null
    case 'TSArrayType': {
      const of = inner(type['elementType'])
      return of === null ? null : { is: 'list', of }
    }
    case 'TSUnionType':
      return richest((type['types'] as Syntax[]).map(inner))
    case 'TSIntersectionType':
      return merged((type['types'] as Syntax[]).map(inner))
    case 'TSTypeLiteral':
      return members(type['members'] as Syntax[], inner)
    case 'TSTypeReference':
      return named(type, module, sources, depth)
    default:
      return null
  }
}

/** Whether foreign text goes anywhere into it. */
export function holdsText(form: Form): boolean {
  if (form.is === 'object') return Object.values(form.fields).some(holdsText)
  if (form.is === 'list' || form.is === 'set') return holdsText(form.of)
  if (form.is === 'map') return holdsText(form.key) || holdsText(form.of)
  return form.is === 'text' || form.is === 'schema' || form.is === 'bytes'
}

const literal = ({ value }: Syntax): Form | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { is: 'value', value }
    : null

/** Of several the one that holds text; of `text | null` the text. */
function richest(forms: readonly (Form | null)[]): Form | null {
  const made = forms.filter((form) => form !== null)
  return made.find(holdsText) ?? made[0] ?? null
}

function merged(forms: readonly (Form | null)[]): Form | null {
  const fields: Record<string, Form> = {}
  for (const form of forms) {
    if (form?.is !== 'object') return null
    Object.assign(fields, form.fields)
  }
  return { is: 'object', fields }
}

function members(list: readonly Syntax[], inner: (type: unknown) => Form | null): Form | null {
  const fields: Record<string, Form> = {}
  for (const one of list) {
    const annotated = one['typeAnnotation'] as Syntax | undefined
    const form = one.type === 'TSPropertySignature' ? inner(annotated?.['typeAnnotation']) : null
    const { name, value } = (one['key'] ?? {}) as { name?: string; value?: string }
    if (form !== null) fields[name ?? value ?? ''] = form
    else if (one['optional'] !== true) return null
  }
  return { is: 'object', fields }
}

/** A type by its name: one of the language, one of this module, or one that it imports. */
function named(type: Syntax, module: SourceModule, sources: Sources, depth: number): Form | null {
  const given = ((type['typeArguments'] as Syntax | null)?.['params'] ?? []) as Syntax[]
  const inner = (one: Syntax | undefined): Form | null => formOf(one, module, sources, depth + 1)
  const typeName = type['typeName'] as Syntax
  if (typeName.type === 'TSQualifiedName') return schemaOf(typeName, given[0], module)
  const name = typeName['name'] as string
  switch (name) {
    case 'Date':
      return { is: 'date' }
    case 'Buffer':
    case 'Uint8Array':
      return { is: 'bytes' }
    case 'Readonly':
    case 'Partial':
    case 'Required':
      return inner(given[0])
    case 'Array':
    case 'ReadonlyArray':
    case 'Iterable':
    case 'Set':
    case 'ReadonlySet': {
      const of = inner(given[0])
      return of && { is: name.endsWith('Set') ? 'set' : 'list', of }
    }
    case 'Map':
    case 'ReadonlyMap': {
      const [key, of] = [inner(given[0]), inner(given[1])]
      return key && of && { is: 'map', key, of }
    }
    case 'Record': {
      const of = inner(given[1])
      return of && { is: 'object', fields: { name: of } }
    }
    case 'Pick':
    case 'Omit':
      return chosen(inner(given[0]), given[1], name === 'Pick')
    default:
      return declared(name, module, sources, depth)
  }
}

function chosen(form: Form | null, keys: Syntax | undefined, isKept: boolean): Form | null {
  if (form?.is !== 'object') return form
  const literals = ((keys?.['types'] ?? [keys]) as Syntax[]).map(
    (one) => (one['literal'] as { value?: string } | undefined)?.value,
  )
  const names = new Set(literals)
  const fields = Object.entries(form.fields).filter(([name]) => names.has(name) === isKept)
  return { is: 'object', fields: Object.fromEntries(fields) }
}

/** `z.infer<typeof Schema>` */
function schemaOf(name: Syntax, query: Syntax | undefined, { file }: SourceModule): Form | null {
  const right = (name['right'] as { name: string }).name
  const schema = (query?.['exprName'] as { name?: string } | undefined)?.name
  if (right !== 'infer' && right !== 'output' && right !== 'input') return null
  return schema === undefined ? null : { is: 'schema', file, name: schema }
}

function declared(
  name: string,
  module: SourceModule,
  sources: Sources,
  depth: number,
): Form | null {
  const elsewhere = module.imported.get(name)
  if (elsewhere !== undefined) {
    const there = sources.get(elsewhere.file)
    return there === undefined ? null : declared(elsewhere.name, there, sources, depth)
  }
  const inner = (type: unknown): Form | null => formOf(type as Syntax, module, sources, depth + 1)
  const found = module.body
    .map((one) => (one['declaration'] as Syntax | null) ?? one)
    .find((one) => (one['id'] as { name?: string } | undefined)?.name === name)
  if (found?.type === 'TSTypeAliasDeclaration') return inner(found['typeAnnotation'])
  if (found?.type !== 'TSInterfaceDeclaration') return null
  const own = members((found['body'] as { body: Syntax[] }).body, inner)
  const parents = ((found['extends'] ?? []) as Syntax[]).map((one) => {
    const { name: parent } = one['expression'] as { name?: string }
    return parent === undefined ? null : declared(parent, module, sources, depth + 1)
  })
  return merged([...parents, own])
}
