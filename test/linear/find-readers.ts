import { formOf, holdsText } from './argument-form.js'
import type { Form } from './argument-form.js'
import { type Attack, attacksOf } from './attacks.js'
import { fragmentsOf } from './fragments.js'
import { patternsOf } from './patterns.js'
import type { SourceModule, Syntax } from './read-sources.js'

/** An exported function that is given text, and how its arguments are made up. */
export interface Reader {
  /** `src/util/clip.ts clip` */
  name: string
  file: string
  export: string
  /** Null for what is left out. */
  forms: readonly (Form | null)[]
  /** What the patterns of its module look for. */
  fragments: readonly string[]
  /** What the patterns of its module, and of those that it uses, may take long for. */
  attacks: readonly Attack[]
}

/** Every such function of the sources, found by what it declares. */
export function findReaders(sources: ReadonlyMap<string, SourceModule>): Reader[] {
  const attacks = new Map(
    [...sources].map(([file, module]) => [file, patternsOf(module).flatMap(attacksOf)]),
  )
  return [...sources.values()].filter(isLibrary).flatMap((module) => {
    const isOpener = reaches(module, sources)
    const known = {
      fragments: fragmentsOf(module),
      attacks: [module.file, ...module.uses].flatMap((file) => attacks.get(file) ?? []),
    }
    return functionsOf(module).flatMap(({ name, parameters }) => {
      const forms = parameters.map((one) => {
        const form = parameterForm(one, module, sources)
        if (!isOpener || form === null || form === 'unknown') return form
        return withShortPaths(form, (one['name'] as string | undefined) ?? '')
      })
      if (forms.includes('unknown')) return []
      const made = forms as (Form | null)[]
      if (!made.some((form) => form !== null && holdsText(form))) return []
      const { file } = module
      return [{ name: `${file} ${name}`, file, export: name, forms: made, ...known }]
    })
  })
}

/** A module that does something when it is loaded is a program. */
const isLibrary = ({ body }: SourceModule): boolean =>
  !body.some((one) => one.type === 'ExpressionStatement')

function functionsOf({ body }: SourceModule): { name: string; parameters: Syntax[] }[] {
  const declarations = body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((one) => (one['declaration'] as Syntax | null) ?? [])
  return declarations.flatMap((one) => {
    if (one.type === 'FunctionDeclaration') return [named(one['id'], one)]
    if (one.type !== 'VariableDeclaration') return []
    return (one['declarations'] as Syntax[]).flatMap(({ id, init }) =>
      (init as Syntax | null)?.type === 'ArrowFunctionExpression' ? [named(id, init)] : [],
    )
  })
}

const named = (id: unknown, node: unknown): { name: string; parameters: Syntax[] } => ({
  name: (id as { name: string }).name,
  parameters: (node as { params: Syntax[] }).params,
})

function parameterForm(
  parameter: Syntax,
  module: SourceModule,
  sources: ReadonlyMap<string, SourceModule>,
): Form | null | 'unknown' {
  if (parameter.type === 'AssignmentPattern' || parameter['optional'] === true) return null
  const type = (parameter['typeAnnotation'] as Syntax | undefined)?.['typeAnnotation'] as Syntax
  return formOf(type, module, sources) ?? 'unknown'
}

const OPENERS = /^node:(?:fs|child_process|net|http|os)(?:\/|$)/

/** Whether a module can open files or start programs, by itself or through another. */
function reaches(
  module: SourceModule,
  sources: ReadonlyMap<string, SourceModule>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(module.file)) return false
  seen.add(module.file)
  return module.uses.some((used) => {
    if (OPENERS.test(used)) return true
    const there = sources.get(used)
    return there !== undefined && reaches(there, sources, seen)
  })
}

const PATH_NAME = /(?:path|file|dir|directory|folder|root|cwd|home|base|place)s?$/i
/** The system refuses longer ones. */
const MAX_PATH = 4096

/** What opens files is given no longer path than any system opens. */
function withShortPaths(form: Form, name: string): Form {
  if (form.is === 'text') return PATH_NAME.test(name) ? { is: 'short', max: MAX_PATH } : form
  if (form.is === 'list' || form.is === 'set') return { ...form, of: withShortPaths(form.of, name) }
  if (form.is !== 'object') return form
  const fields = Object.entries(form.fields).map(([key, field]) => [
    key,
    withShortPaths(field, key),
  ])
  return { is: 'object', fields: Object.fromEntries(fields) as Record<string, Form> }
}
