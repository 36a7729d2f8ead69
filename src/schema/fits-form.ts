/** A JSON Schema, as one is generated for each contract. */
export type Form = Readonly<Record<string, unknown>>

/**
 * Whether a value fits a form beyond doubt. False may also mean that the form says something that is
 * not understood here: then its contract has the word. A contract is built from a hundred objects
 * before it checks anything, and a hook writes three rows that are right.
 */
export function fitsForm(form: Form, value: unknown): boolean {
  for (const keyword of Object.keys(form)) {
    const rule = RULES.get(keyword)
    if (rule === undefined || !rule(form[keyword] as never, value, form)) return false
  }
  return true
}

type Rule = (argument: never, value: unknown, form: Form) => boolean

const saysNothing: Rule = () => true

const RULES = new Map<string, Rule>(
  Object.entries<Rule>({
    $schema: saysNothing,
    title: saysNothing,
    description: saysNothing,
    default: saysNothing,
    examples: saysNothing,
    // A pattern says the same.
    format: (_name, _value, form) => form['pattern'] !== undefined,

    type: (names: string | readonly string[], value) =>
      [names].flat().some((name) => TYPES.get(name)?.(value) ?? false),
    enum: (choices: readonly unknown[], value) => choices.includes(value),
    const: (only: unknown, value) => only === value,
    anyOf: (forms: readonly Form[], value) => forms.some((form) => fitsForm(form, value)),

    minimum: (least: number, value) => typeof value !== 'number' || value >= least,
    maximum: (most: number, value) => typeof value !== 'number' || value <= most,
    exclusiveMinimum: (below: number, value) => typeof value !== 'number' || value > below,
    exclusiveMaximum: (above: number, value) => typeof value !== 'number' || value < above,
    minLength: (least: number, value) => typeof value !== 'string' || value.length >= least,
    maxLength: (most: number, value) => typeof value !== 'string' || value.length <= most,
    pattern: (source: string, value) => typeof value !== 'string' || toPattern(source).test(value),

    minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
    maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
    items: (form: Form, value) =>
      // By index: `every` passes over holes.
      !Array.isArray(value) || Array.from(value).every((item) => fitsForm(form, item)),

    required: (names: readonly string[], value) =>
      !isObject(value) || names.every((name) => propertyOf(value, name) !== undefined),
    properties: (forms: Readonly<Record<string, Form>>, value) =>
      !isObject(value) ||
      Object.entries(forms).every(([name, form]) => {
        const property = propertyOf(value, name)
        return property === undefined || fitsForm(form, property)
      }),
    additionalProperties: (rest: Form | false, value, form) => {
      const named = (form['properties'] ?? {}) as Readonly<Record<string, unknown>>
      return (
        !isObject(value) ||
        Object.keys(value).every(
          (name) => Object.hasOwn(named, name) || (rest !== false && fitsForm(rest, value[name])),
        )
      )
    },
    propertyNames: (form: Form, value) =>
      !isObject(value) || Object.keys(value).every((name) => fitsForm(form, name)),
  }),
)

const TYPES = new Map<string, (value: unknown) => boolean>(
  Object.entries({
    null: (value) => value === null,
    boolean: (value) => typeof value === 'boolean',
    string: (value) => typeof value === 'string',
    number: Number.isFinite,
    integer: Number.isSafeInteger,
    array: Array.isArray,
    object: isObject,
  }),
)

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const propertyOf = (value: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined

const patterns = new Map<string, RegExp>()

function toPattern(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source)
  patterns.set(source, known)
  return known
}
